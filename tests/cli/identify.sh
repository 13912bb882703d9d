# SPDX-License-Identifier: MIT
# Answers of schemes, settings and spellings that are not told; a node that is gone, renamed, down; chance.
. "$DATA/try.sh"
seq -f 'key-%g' 1 600 >keys
find_out() {
    "$BERTH" route -a "$1" -n "$2" -k keys >answers 2>err
    "$BERTH" identify answers -n "$3" >out 2>err
    echo "$1 | $2 | $3 [$?]"
    sed '/^$/,$d' out
}
find_out twemproxy:hash=md5 'c-[1-6]:11211' 'c-[1-6]:11211'
find_out ring:points=200 'c-[1-6]' 'c-[1-6]'
find_out 'haproxy:hash-type=consistent djb2' 'c-[1-6]' 'c-[1-6]'
find_out libmemcached:distribution=modula,hash=crc b,a,c c,a,b
find_out modulo:order=line,hash=crc32 'c-[1-5]' 'c-[1-5]'
find_out groupcache 'c-[1-4]' 'c-1:80,c-2:80,c-3:80,c-4:80'
find_out traefik-hrw a=9,b,c a=9,b,c
find_out nginx a,b,c a=9,b,c
echo "--- gone, renamed, down:"
find_out nginx 'c-[1-5]' 'c-[1-6]'
find_out nginx a,b,d a,b,c
"$BERTH" route -a ring -n a,b,c -k keys >answers
sed 's/\tc$/\tb/' answers >moved
"$BERTH" identify moved -n a,b,c
echo "[$?]"
"$BERTH" identify answers -n a,b,c -o json | sed '/candidates/,/]/d'
"$BERTH" identify answers -n a,b,c -o md | sed -n 1,4p
echo "--- nothing to find:"
awk '{ print $1 "\tn" (NR * NR + int(NR / 7)) % 3 }' keys >random
"$BERTH" identify random -n n0,n1,n2 | sed -n 1p | cut -d: -f1
sed 's/$/\ta/' keys >same
try identify same -n a,b
echo "--- no answers:"
printf 'key-1 a\n' >bad
try identify bad -n a,b
printf 'key-1\ta\n\nkey-2\t\n' >bad
try identify bad -n a,b
: >bad
try identify bad -n a,b
try identify missing -n a,b
try identify -n a,b
try identify answers
printf 'k\tey\ta\r\nkey-2\tb\n' | "$BERTH" identify - -n a,b -o json | grep answers
