# SPDX-License-Identifier: MIT
# What is too large is refused with its size, long before the machine is full.
. "$DATA/try.sh"
printf 'node a weight=1000000\nnode b\n' >nodes.txt
for spec in nginx uhashring uhashring-meta jedis-sharded ring:points=65536; do
    try route -a $spec -n nodes.txt key
done
try route -n a,b -k /dev/zero
try route -n /dev/zero key
try balance --count 99999999999999999999 key
try route --count 50000000 key
try route -a jump --count 50000000 key
