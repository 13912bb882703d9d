# SPDX-License-Identifier: MIT
# load: keys taken and held under a bound; a stream of operations; the nodes in the end.
. "$DATA/try.sh"
# One hot key at the tightest bound goes down its ranking, round after round.
try route -n 'cache-[1-4]' -r 4 hot
try load -n 'cache-[1-4]' --bound 1 hot hot hot hot hot
try load -n 'cache-[1-4]' hot hot hot
# Weights; no node above 1.25 times its fair share.
try load -n 'cache-[1-8],big=4' --bound 1.25 --summary --synthetic 12000
# Takes that are over make room; down nodes get nothing; who comes back carries what it carried.
try load -n a,b,c --bound 1 --ops 'take x' 'take x' 'give x' 'take x' 'end 2' 'take x'
try load -n a,b,c --ops --summary 'take x' 'down c' 'take x' 'up c' 'drain a' 'remove b' 'take x' 'add d=3' 'weight d=2.5' 'bound 2' 'take '
try load -n a,b --ops -o json 'take x' 'down a' 'down b' 'take y' 'add "c' 'take x'
printf 'take 6b6579\r\ntake ff00\r\ngive 6b6579\r\n' >ops
try load -n a,b --ops --hex -k ops
try load -n a,b --ops --hex -k ops -o json
printf 'take -1\0take 17\0end 1\0' | "$BERTH" load -n a,b,c --ops --u64 -0 | tr '\0' '\n'
try load -n a,b,c --u64 17 -1
# The same as HAProxy and KubeAI; KubeAI bounds by 1.25 unless told otherwise.
try load -a haproxy:hash-type=consistent -n a,b=2,c --bound 1.25 -o json x x x x
try load -a kubeai-chwbl -n a,b,c --summary x x x x x x
try load -a kubeai-chwbl -n a,b,c --bound 0 --summary x x x x x x
# No node can take.
printf 'node a state=down\n' | "$BERTH" load -n - x
# No node is left for a take: the answer is no.
try load -n a,b --ops 'take x' 'down a' 'down b' 'take x'
# Systems that ignore weights: a node of weight 0 is in no share, and the peak counts nodes.
try load -a groupcache -n a=0,b,c --bound 1.5 x x x x x
try load -a groupcache -n a=4,b,c --summary --synthetic 3000
# HAProxy's sums are those of the start. Servers that were disabled then are in none, their rooms add
# up to too little, and the server of the last point takes what no server has room for.
{ echo 'node s1 id=1'; for i in 2 3 4 5 6 7 8; do echo "node s$i id=$i state=down"; done; } >late
{ for i in 2 3 4 5 6 7 8; do echo "up s$i"; done; for i in $(seq 30); do echo "take key-$i"; done; } >ops
try load -a haproxy:hash-type=consistent -n late --bound 1.01 --ops -k ops --summary
# A weight set at run time changes no sum; a draining server leaves the ring; map-based has no bound.
try load -a haproxy:hash-type=consistent -n a=3,b,c=2 --bound 1.1 --ops 'weight a=1' 'take x' 'take x' 'take x' 'take y' 'drain b' 'take x' 'take y'
try load -a haproxy -n a,b --bound 1.25 x x x
try load -a haproxy -n a,b,c --ops 'bound 1.25' 'take x' 'take x' 'drain b' 'take x' -o json
