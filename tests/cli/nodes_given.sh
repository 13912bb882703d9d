# SPDX-License-Identifier: MIT
# -n: a file, standard input, or nodes written out; what is meant is never guessed silently.
. "$DATA/try.sh"
printf 'spec ring:points=10\nnode a\nnode b weight=2 # heavy\n\nc 0.5\n' >nodes.txt
try balance -n nodes.txt -o csv
try balance -n - -o csv <nodes.txt
try balance -a slots:table=1024 -n 'n-[08-10],x=2' -o csv
try balance --count 3 -a modulo -o csv
try route -n missing.txt k
try route -n ./missing k
try route -n some/where k
try route -n cache k
try balance nodes.txt
try route -n . k
try route -n '' k
printf 'a\n' >'b,c'
try balance -n 'b,c' -o csv
try route -n - -k - </dev/null
