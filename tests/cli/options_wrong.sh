# SPDX-License-Identifier: MIT
# Every way to get an option wrong has its sentence, and nothing is printed on standard output.
. "$DATA/try.sh"
try rout
try xyzzy
try route --hexx -n a,b k
try route --max-move 3 -n a,b k
try route --frobnicate -n a,b k
try route -x -n a,b k
try route -n
try route --hex=yes -n a,b k
try route -n a,b -n c,d k
try plan -n a,b -n c,d
try route -n a,b -o yaml k
try route -n a,b -o md k
try route --count x k
try route --count -5 k
try route --count 0 k
try route -r 1e3 -n a,b k
try balance -n a,b --max-peak much
try balance -n a,b --max-peak nan
try plan -n a,b --add c --max-move 10x
try plan -n a,b --add c --max-move -1%
try route -n a,b --u64 -5
try route k
try route -n a,b --count 3 k
try plan -n a,b
try plan -n a,b --add c -N a,c
try plan -n a,b --weight a
touch old.conf new.conf
try plan old.conf new.conf
