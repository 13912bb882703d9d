# SPDX-License-Identifier: MIT
# simulate: steps, changes, what each node served, what bound and spreading cost; all formats; the
# same seed gives the same, another another.
. "$DATA/try.sh"
cat >changes.txt <<'END'
# one fails and returns, one comes with twice the weight

at 2000 down cache-3
at 4000 up "cache-3"   # cold
at step 6 add cache-5 weight=2 zone=b
at step 6 weight cache-1 0.5
at 7000 drain cache-2
at 1000000 remove cache-1
END
run() { "$BERTH" simulate -n "cache-[1-4]" --synthetic 2000 "$@"; }
run --requests 8000 --schedule changes.txt --cache 200
echo
run --requests 8000 --schedule changes.txt --cache 200 --bound 1.25 --spread 2 -o md 2>/dev/null
echo
run --requests 3000 --step 1000 --cache 50 --zipf 0.8 -o csv
run --requests 100 --u64 --cache 10 --spread 3 --bound 1.5 -o json
run --requests 5000 --zipf 1.2 -o json >a && run --requests 5000 --zipf 1.2 -o json >b && cmp a b && echo "the same seed, the same"
run --requests 5000 --zipf 1.2 --seed 2 -o json >b; cmp -s a b || echo "another seed, another"
echo "keys that are given; more steps than a table holds; nobody up:"
try simulate -n 'n[1-3]' a b c a a b --step 2 --cache 1
"$BERTH" simulate -n 'n[1-3]' --requests 200 --step 10 | tail -5
"$BERTH" simulate -n 'n[1-3]' --requests 200 --step 10 --all | grep -c '^SERVED'
printf 'at 10 down a\nat 20 down b\nat 30 up a\n' >all.txt
try simulate -n a,b --requests 40 --step 10 --hold 5 --schedule all.txt --cache 5
try simulate -n 'n[1-60]' --requests 10000 --max-peak 1.5 | tail -8
# A schedule as editors leave it: a byte order mark, CR LF, quotes in comments, no end to the last line.
printf '\357\273\277at 5 down a # "for a while\r\nat 9 add "c # d" # new\r\n# "\r\nat step 18446744073709551615 up a' >odd.txt
try simulate -n a,b --requests 20 --schedule odd.txt
try simulate -n a,b --requests 1 --seed 2
# A node that is added has all that its line says: without its slots this master would serve nothing.
printf 'node m1 slots=0-8191\nnode m2 slots=8192-16383\n' >masters.txt
printf 'at 100 remove m2\nat 100 add m3 slots=8192-16383 rack=7 state=up\n' >master.txt
"$BERTH" simulate -a redis-cluster -n masters.txt --requests 200 --step 100 --schedule master.txt | sed -n '/^SERVED/,/^$/p'
