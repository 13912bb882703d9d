# SPDX-License-Identifier: MIT
# Files as people have them: blank lines, glued columns, one line for all, lower case, commas.
. "$DATA/try.sh"
a=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
b=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
printf ' \n%s 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-8190 8191 [93->-%s]\n\n\t\n%s 10.0.0.2:6379@16379 master - 0 0 1 connected 8192-16383\nvars currentEpoch 6 lastVoteEpoch 0\n' $a $b $b >nodes.conf
try balance -n nodes.conf -o csv
cat >ring.txt <<'END'
Datacenter: dc1
==========
Address        Rack        Status State   Load            Owns                Token
                                                                              9186310500266156723
10.0.0.1       r1          Up     Normal  86.01 KiB       33.00%              -9210246256163183928
10.0.0.2       ap-southeast-1aUp     Normal  86.01 KiB       33.00%              -3074457345618258603
10.0.0.3       europe-west1-bDown   Leaving  ?               ?                   9186310500266156723
10.0.0.4       r4          Up     Joining 1 KiB           0.00%               7
END
try balance -n ring.txt -o csv
printf 'Datacenter: dc1\n===============\nStatus=Up/Down\n|/ State=Normal/Leaving/Joining/Moving\nUN  10.0.0.1  1 KiB  256  33.3%%  id  r1\n' >status.txt
try balance -n status.txt
printf 'Cluster Information:\n\tName: Test Cluster\n\tPartitioner: org.apache.cassandra.dht.Murmur3Partitioner\n' >describe.txt
try balance -n describe.txt
printf 'events {} http { upstream cache { hash $request_uri consistent; server 10.0.0.1:80; server 10.0.0.2:80; } server { location / { proxy_pass http://cache; } } }\n' >one-line.conf
try route -n one-line.conf key
printf -- '--server=10.0.0.1:11211 --server=10.0.0.2:11211/?3 --distribution=consistent --hash=md5\n' >lower.conf
try route -n lower.conf key
printf -- '--socket="/var/run/m1.sock" --socket="/var/run/m2.sock/?2"\n' >socket.conf
try balance -n socket.conf -o csv
printf '10.0.0.1:11211:1,10.0.0.2:11211:2,\n10.0.0.3:11211:1\n' >commas.txt
try balance -n commas.txt -o csv
printf '10.0.0.1:11211:1,10.0.0.2\n' >half.txt
try balance -n half.txt --from memcached
