# SPDX-License-Identifier: MIT
# Each likely reason, found by trying; exit status and JSON.
check() {
    "$BERTH" check "$@" 2>&1 | sed "s,$DATA/,,g" | sed -n '/differ on/,$p; /agree on/p'
    echo
}
echo "--- hash, and a parameter of the scheme"
printf 'spec ring:points=100\na\nb\nc\n' >r1.txt
printf 'spec ring:points=100,hash=fnv1a-64\na\nb\nc\n' >r2.txt
printf 'spec ring:points=101\na\nb\nc\n' >r3.txt
check r1.txt r2.txt
check r1.txt r3.txt
echo "--- hash tag: only keys with braces differ"
sed /hash_tag/d "$DATA/nutcracker.yml" >untagged.yml
printf 'user:{7}:a\nuser:7:b\n{user:8}.x\n' >keys.txt
check "$DATA/nutcracker.yml" untagged.yml --pool beta -k keys.txt
echo "--- key prefix"
printf 'spec libmemcached:distribution=ketama\na\nb\nc\n' >p1.txt
printf 'spec libmemcached:distribution=ketama,prefix=app1\na\nb\nc\n' >p2.txt
check p1.txt p2.txt
echo "--- order"
printf 'spec modulo:order=line\na\nb\nc\n' >o1.txt
printf 'spec modulo:order=line\nb\na\nc\n' >o2.txt
check o1.txt o2.txt
echo "--- weights that are multiples"
printf 'spec ring\na 1\nb 2\nc 3\n' >w1.txt
printf 'spec ring\na 2\nb 4\nc 6\n' >w2.txt
printf 'a 2\nb 4\nc 6\n' | sed '1i spec hrw' >w3.txt
sed s/ring/hrw/ w1.txt >w4.txt
check w1.txt w2.txt
check w3.txt w4.txt | sed 's/([^)]*)/(...)/'
echo "--- weights rounded otherwise: 39 labels and 40"
seq -f 'n%.0f' 25 >n25.txt
(echo spec twemproxy:hash=md5 && cat n25.txt) >t25.txt
(echo spec uhashring:hash_fn=ketama && cat n25.txt) >u25.txt
check t25.txt u25.txt
echo "--- the same points, but a key that falls on one goes to it or to the next: a label is such a key"
printf 'a\nb\nc\n' >abc.txt
(echo spec twemproxy:hash=md5 && cat abc.txt) >t3.txt
(echo spec uhashring:hash_fn=ketama && cat abc.txt) >u3.txt
printf 'a-0\na-1\nb-3\nc-1\n' >labels.txt
check t3.txt u3.txt -k labels.txt
check t3.txt u3.txt
echo "--- eras"
check abc.txt -a go-redis-ring-v6v7 --to-spec go-redis-ring-v8v9
echo "--- two reasons at once"
printf 'spec slots\na 1\nb 2\nc 3\n' >m1.txt
printf 'spec slots\na 1\nb 5\nd 3\n' >m2.txt
check m1.txt m2.txt
echo "--- another scheme, nodes matched by address"
printf 'spec slots\nnode a addr=10.0.0.1:80\nnode b addr=10.0.0.2:80\n' >s1.txt
printf 'spec hrw\n10.0.0.1:80\n10.0.0.2:80\n' >s2.txt
check s1.txt s2.txt
echo "--- numbers as keys"
"$BERTH" check a,b,c a,b,d --u64 --synthetic 1000 | tail -7
"$BERTH" check a,b,c c,b,a -o json
echo "[$?]"
