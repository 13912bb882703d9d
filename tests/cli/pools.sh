# SPDX-License-Identifier: MIT
# FILE#POOL, of two files or of one; what no format claims; --from of another format.
. "$DATA/try.sh"
cat >nginx.conf <<END
upstream one { hash \$key consistent; server 10.0.0.1; server 10.0.0.2; }
upstream two { hash \$key consistent; server 10.0.0.1; server 10.0.0.3; }
END
cp nginx.conf 'we#ird.conf'
printf 'a\nb\n' >list.txt
for i in $(seq 300); do
    echo "upstream u$i { hash \$key consistent; server 10.0.0.$((i % 250)); }"
done >many.conf
try check nginx.conf#one nginx.conf#two
"$BERTH" plan -n nginx.conf#one -N nginx.conf#two 2>/dev/null | grep '^Plan'
"$BERTH" check nginx.conf#one 'we#ird.conf#one' 2>/dev/null | head -n 1
"$BERTH" route -n 'we#ird.conf' --pool two key 2>/dev/null
"$BERTH" route -n many.conf#u300 key 2>/dev/null
"$BERTH" route -n many.conf --pool u257 key 2>/dev/null
try route -n nginx.conf#three key
try route -n list.txt#one key
try route -n nowhere.conf#one key
echo "no format claims these:"
printf '[Unit]\nname = x\n' >unit.ini
printf '<Proxy balancer://x>\n  BalancerMember http://a\n</Proxy>\n' >apache.conf
printf 'kind: Pod\nspec:\n  x: 1\n' >pod.yaml
printf '[fd00::1]:80\n[fd00::2]:80 x\n' >six.txt
for file in unit.ini apache.conf pod.yaml six.txt; do
    try route -n "$file" key
done
echo "not what --from says:"
try route -n nginx.conf --from haproxy key
try route -n list.txt --from nginx key
