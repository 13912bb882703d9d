# SPDX-License-Identifier: MIT
# A key is the bytes of its line: empty lines, no newline at the end, CR LF, a byte order mark.
. "$DATA/try.sh"
nodes='n-[1-9]'
printf 'one\n\ntwo words\n#three\nfour' | "$BERTH" route -n "$nodes" -k - | tee given
printf 'one\n\ntwo words\n#three\nfour\n' | "$BERTH" route -n "$nodes" | cmp - given
"$BERTH" route -n "$nodes" one '' 'two words' '#three' four | cmp - given
printf 'one\r\n\r\ntwo words\r\n#three\r\nfour' >crlf
"$BERTH" route -n "$nodes" -k crlf --crlf | cmp - given
try route -n "$nodes" -k crlf | od -c | sed -n 1,40p
printf '\357\273\277one\n' >bom
try route -n "$nodes" -k bom | od -c
try route -n "$nodes" -k missing
try route -n "$nodes" -k .
try route -n "$nodes" -k given key
try route -n "$nodes" --synthetic 3
try route -n "$nodes" --synthetic 3 key
try route -n "$nodes" --synthetic 3 --hex
: >empty
try route -n "$nodes" -k empty
