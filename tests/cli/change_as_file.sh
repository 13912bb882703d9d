# SPDX-License-Identifier: MIT
# A change given on the command line is read as the file that it changes is, weights and all.
nodes() {
    echo "== $*"
    "$BERTH" plan "$@" 2>err | sed -n '/  NODE /,/^$/p' | grep '^[-+~]'
    grep -v -e 'order in which' -e 'is read as' err
}

printf '10.0.0.11:11211:1\n10.0.0.12:11211:3\n' >triples.txt
printf '10.0.0.11:11211\t600\n10.0.0.12:11211\t300\n' >ketama.servers
printf 'node c-1 weight=2\nc-2 3\nnode "c 3" weight=2\n' >own.txt
cat >nutcracker.yml <<END
alpha:
  hash: fnv1a_64
  distribution: ketama
  servers:
   - 10.0.0.11:6379:1 one
   - 10.0.0.12:6379:2 two
END
cat >nginx.conf <<END
upstream backend {
    hash \$request_uri consistent;
    server 10.0.0.11:80;
    server 10.0.0.12:80 weight=2;
}
END
cat >haproxy.cfg <<END
backend web
    balance uri
    hash-type consistent
    server s1 10.0.0.11:80 weight 10
    server s2 10.0.0.12:80 weight 20
END

echo "---- host:port:weight"
nodes -n triples.txt --add 10.0.0.13:11211:2
nodes -n triples.txt --add '10.0.0.[13-14]:11211:2,10.0.0.15:11211'
nodes -n triples.txt --add 10.0.0.13:11211=2
nodes -n triples.txt --add 10.0.0.13:11211:2=3
nodes -n triples.txt --add 10.0.0.13:11211:0
nodes -n triples.txt --remove 10.0.0.12:11211:3
nodes -n triples.txt --remove 10.0.0.12:11211
nodes -n triples.txt --weight 10.0.0.12:11211:5
nodes -n triples.txt --weight 10.0.0.12:11211:3=5
nodes -n triples.txt --weight 10.0.0.12:11211
nodes -n triples.txt --remove 10.0.0.19:11211:3

echo "---- ketama.servers"
nodes -n ketama.servers --add '10.0.0.13:11211	200'
nodes -n ketama.servers --add 10.0.0.13:11211
nodes -n ketama.servers --weight '10.0.0.12:11211 500'
nodes -n ketama.servers --remove '10.0.0.12:11211	300'
nodes -n ketama.servers --add '10.0.0.13:11211 many'

echo "---- twemproxy"
nodes -n nutcracker.yml --add '10.0.0.13:6379:3 three'
nodes -n nutcracker.yml --add 10.0.0.13:6379:3
nodes -n nutcracker.yml --add '- 10.0.0.13:6379:3 three'
nodes -n nutcracker.yml --remove two
nodes -n nutcracker.yml --remove '10.0.0.12:6379:2 two'
nodes -n nutcracker.yml --weight two=4

echo "---- nginx, HAProxy"
nodes -n nginx.conf --add 'server 10.0.0.13:80 weight=3;'
nodes -n nginx.conf --add '10.0.0.13:80 weight=3'
nodes -n nginx.conf --weight '10.0.0.12:80 weight=4'
nodes -n nginx.conf --add '10.0.0.13:80 weight=x'
nodes -n haproxy.cfg --add 'server s3 10.0.0.13:80 weight 30'
nodes -n haproxy.cfg --add 's3 10.0.0.13:80 weight 30'
nodes -n haproxy.cfg --remove 'server s2 10.0.0.12:80 weight 20'

echo "---- berth's own"
nodes -n own.txt --add 'c-4 5'
nodes -n own.txt --add 'node c-4 weight=5 zone=b'
nodes -n own.txt --add c-4=5
nodes -n own.txt --add c-4
nodes -n own.txt --remove 'c 3'
nodes -n own.txt --weight 'c 3=7'
nodes -n own.txt --weight 'c-2 7'
nodes -n own.txt --add '# nothing'
nodes -n 'a,b' --add 'c 2'
:
