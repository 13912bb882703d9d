# SPDX-License-Identifier: MIT
# bench: its rows and its JSON, whatever the times are.
. "$DATA/try.sh"
figures() { sed -E 's/ +[0-9.,]+ (ns|us|ms|B|KiB|MiB)$/ #/'; }
"$BERTH" bench -a hrw -n 'cache-[1-5]' | figures
"$BERTH" bench -a jump --count 1 -r 2 | figures
"$BERTH" bench -a ring:points=8 -n a,b,c,d -o json >json
python3 -c '
import json
bench = json.load(open("json"))
print(bench["format"], bench["spec"], bench["nodes"], bench["replicas"], sorted(bench["ns"]))
print(all(0 < ns < 1e9 for ns in bench["ns"].values()))
print(bench["bytes"] > 4 * 8 * 12, bench["bytes_per_node"] * 4 == bench["bytes"])'
try bench -n a,b key
try bench
try bench -n a=0
try bench -n a,b -k keys
