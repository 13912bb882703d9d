# SPDX-License-Identifier: MIT
# route: one line per key in the order given; replicas; formats; schemes of numbered nodes.
. "$DATA/try.sh"
try route -n 'cache-[1-8]' player:17 player:18
try route -n 'cache-[1-8]' -r 3 player:17 player:18
try route -n 'cache-[1-3]' -r 9 player:17
try route -n 'cache-[1-8]' -r 0 player:17
try route -n 'cache-[1-8]' -o json player:17 'quote"' 'tab	'
try route -n 'cache-[1-8]' -o json -r 2 player:17
try route -n 'cache-[1-8]' -o json -k /dev/null
try route -n 'cache-[1-8]' -o csv player:17 'a,"b'
try route -n 'cache-[1-8]' -o csv -r 2 player:17
try route -a jump -n 'cache-[1-8]' player:17
try route -a jump:order=line -n 'cache-[1-8]' player:17
try route -a jump --count 8 player:17
try route -a ring:points=40,probes=3 -n 'cache-[1-8]' player:17
printf 'node a state=down\nnode b\n' | "$BERTH" route -n - x y z
