# SPDX-License-Identifier: MIT
# plan: what moves, how much of it needlessly, before and after; steps and memberships.
. "$DATA/try.sh"
try plan -n 'cache-[1-8]' --add cache-9
try plan -n 'cache-[1-8]' --add cache-9 --synthetic 10000
try plan -n 'cache-[1-4]' --remove 'cache-[2-3]' --weight cache-1=2 --add new,newer=0.5
try plan -n 'cache-[1-4]' -N 'cache-4,cache-3,cache-2,cache-1'
try plan -a modulo --count 4 --to-count 5 --synthetic 10000
try plan -a ring -n 'cache-[1-8]' --to-spec slots
printf 'a\t100\nb\t2000\nc\t30000\nd\t4000000\n' >sizes
try plan -n x,y --add 'z-[1-5]' --sizes -k sizes
try plan -n a,b --remove c
try plan -n a,b --add a
try plan -n a,b --remove a,b
try plan -n a,b --weight c=3
try plan -n a,b --weight a=-3
try plan -n a,b -N c.txt
