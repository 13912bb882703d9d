# SPDX-License-Identifier: MIT
# What balance says must be true: copies, hot keys among few, sampled shares, bounds, weights.
tail_of() { "$BERTH" "$@" 2>&1 | sed -n '/^peak/,$p'; }
echo '# copies are judged as owners are'
tail_of balance -n 'a=4,b=1,c=1' -r 2 --synthetic 100000 --max-peak 1.1
"$BERTH" balance -n 'a=4,b=1,c=1' -r 2 --synthetic 100000 --max-peak 1.1 >/dev/null 2>&1; echo "exit $?"
tail_of balance -n 'a=99,b=99,c=99,d=99,e=4' -r 3 --synthetic 100000
echo '# one hot key among five'
printf 'hot\t1000\nk1\t1\nk2\t1\nk3\t1\nk4\t1\n' >hot.tsv
tail_of balance -n a,b,c --sizes -k hot.tsv
echo '# six hot keys: all of them are told, and what is left without all of them'
{ seq -f 'c%g' 100 | sed 's/$/\t1/'; seq -f 'h%g' 6 | sed 's/$/\t150/'; } >six.tsv
tail_of balance -n a,b,c,d --sizes -k six.tsv | sed -n '/^keys/,$p'
"$BERTH" balance -n a,b,c,d --sizes -k six.tsv -o json |
    python3 -c 'import json, sys; print([k["key"] for k in json.load(sys.stdin)["hot_keys"]])'
echo '# sampled shares: noise is no verdict'
tail_of balance -a dgryski-go-rendezvous -n 'n[1-500]' --max-peak 1.05
echo '# a bound rounds up to whole slots'
tail_of balance -a slots:table=1024,bound=1.05 -n 'n[1-120]'
echo '# points'
tail_of balance -a ring:points=1 -n a,b
tail_of balance -a stathat-consistent -n 'n[1-20]'
echo '# a warning names a node that is concerned'
"$BERTH" balance -a groupcache -n 'a,b,c=0.1' 2>&1 >/dev/null
echo '# a zone that is a little small holds more than its part'
printf 'a1 zone=a\na2 zone=a\na3 zone=a\nb1 zone=b\nb2 zone=b\nb3 zone=b\nc1 zone=c\nc2 zone=c\n' >zones.txt
tail_of balance -n zones.txt -r 2 --synthetic 100000
echo '# few keys scatter, which is no verdict on copies or zones'
tail_of balance -n zones.txt -r 3 --synthetic 60 | sed -n '/^copies/,$p'
echo '# tables: whole slots, and a bound of another system'
tail_of balance -a maglev:table=251 -n 'n[1-100]'
tail_of balance -a buraksezer-consistent-v1 -n 'n[1-20]'
echo '# advice names what the scheme has, and was tried'
seq 1 4000 >keys.txt
tail_of balance -a twemproxy:hash=crc32 -n 'n[1-8]' -k keys.txt | sed -n '/^keys/,$p'
tail_of balance -a ring:probes=2 -n 'n[1-200]' | sed -n '/^points/,$p'
