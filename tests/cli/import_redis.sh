# SPDX-License-Identifier: MIT
# A Redis Cluster in every form in which redis-cli prints it: recorded from one cluster of
# redis-server 7.0, so all must agree with what CLUSTER NODES says.
. "$DATA/try.sh"
cp -r "$DATA/redis/." .
"$BERTH" balance -n nodes.txt 2>/dev/null | sed -n '/^NODE/,/^$/p'
for file in slots.raw slots.tty slots.json slots.csv slots3.tty slots_host.raw shards.raw \
    shards.tty shards.json shards.csv shards3.tty check.txt; do
    echo "$file: $("$BERTH" check nodes.txt "$file" 2>/dev/null | head -n 1)"
done
echo "counts are no slots:"
try balance -n info.txt
try balance -n cinfo.txt
echo "a node that does not know its address; a server without ids; single slots; a failed master:"
printf '0\n16383\n\n17999\n133e0a21536f0dd1937dbfea199857426574709c\n\n' >unknown
printf '0\n8191\n10.0.0.1\n6379\n10.0.0.3\n6379\n8192\n16383\n10.0.0.2\n6379\n' >old
sed -e 's/(integer) 5460/(integer) 5459/' slots.tty >gap
sed -e 's/"health":"online"/"health":"failed"/' shards.json >failed
for file in unknown old gap failed; do
    "$BERTH" balance -n "$file" 2>/dev/null | sed -n '1,/^$/p;/^NODE/,/^$/p'
done
echo "what is cut off or changed:"
head -n 4 slots.raw >cut
head -c 300 shards.json >cut.json
sed 's/nodes/knots/' shards.raw >knots
sed '7s/.*/x/' slots.raw >odd
try balance -n cut --from redis
try balance -n cut.json --from redis
try balance -n knots --from redis
try balance -n odd
