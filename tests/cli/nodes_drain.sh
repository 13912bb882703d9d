# SPDX-License-Identifier: MIT
# A node that drains keeps its keys and gets none: not from a node that leaves, not by more weight.
. "$DATA/try.sh"
printf 'node a\nnode b\nnode c\n' >up
printf 'node b\nnode c state=drain\n' >leaves
printf 'node a\nnode b\nnode c weight=3 state=drain\n' >heavier
try plan -n up -N leaves --synthetic 3000
try plan -n up -N heavier --synthetic 3000
try plan -n up -N leaves --list user:1 user:2 user:3 user:4 user:5 user:6 user:7
seq 12 >numbers
try plan -n up -N leaves --list --u64 -k numbers
try route -n leaves user:1 user:2 user:3 user:4 user:5 user:6 user:7
# Some systems take a draining node out of their ring or table.
try route -a haproxy:hash-type=consistent -n leaves x y z
try balance -a haproxy:hash-type=consistent -n heavier | head -3
try balance -a envoy-maglev -n heavier | head -2
