# SPDX-License-Identifier: MIT
# Whether a scheme writes the default port into its points: 52,795 of 100,000 keys, and the reason.
seq -f 'sess/%06.0f' 0 99999 >keys.txt
printf '10.4.0.1:11211:1\n10.4.0.2:11211:1\n10.4.0.3:11212:1\n' >memcached.list
printf '10.4.0.1:1\n10.4.0.2:1\n' | sed 's/:1$//' >plain.txt
echo 10.4.0.3:11212 >>plain.txt
printf '10.4.0.1:11211\t1\n10.4.0.2:11211\t1\n10.4.0.3:11212\t1\n' >ketama.servers
"$BERTH" check memcached.list ketama.servers -k keys.txt 2>/dev/null
echo "[$?]"
"$BERTH" check ketama.servers memcached.list -k keys.txt --list 2>/dev/null >differ.txt
echo "[$?] $(wc -l <differ.txt)"
head -3 differ.txt
grep -c -e sess/000000 -e sess/000003 differ.txt
"$BERTH" check -a libmemcached:distribution=ketama_weighted --from berth plain.txt \
    10.4.0.1:11211,10.4.0.2:11211,10.4.0.3:11212 -k keys.txt
echo "[$?]"
echo "--- a node of the same name and another address keeps all its keys"
printf 'node s1 addr=10.4.0.1:11211\nnode s2\nnode s3\n' >one.txt
printf 'node s1 addr=10.9.9.9:11211\nnode s2\nnode s3\n' >two.txt
"$BERTH" check one.txt two.txt -k keys.txt
echo "[$?]"
