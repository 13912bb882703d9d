# SPDX-License-Identifier: MIT
# The examples that the help of each command shows do run. bench: each takes seconds, see bench.sh.
printf 'spec slots\nnode cache-1\nnode cache-2 weight=2\nnode cache-3\n' >nodes.txt
printf 'cache-1\ncache-2\ncache-3\n' >old.txt
printf 'cache-1\ncache-2\ncache-3\ncache-4\n' >new.txt
seq -f player:%g 40 >keys.txt
cp keys.txt log.txt
printf 'player:17\t300\nplayer:18\t200\n' >requests.tsv
printf 'at 100000 down cache-3\nat 200000 up cache-3\n' >changes.txt
printf 'upstream u {\n  hash $uri consistent;\n  server 10.0.0.1:80;\n  server 10.0.0.2:80;\n}\n' >nginx.conf
cat >nutcracker.yml <<'END'
cache:
  listen: 127.0.0.1:22121
  hash: fnv1a_64
  distribution: ketama
  servers:
   - 10.0.0.1:80:1
   - 10.0.0.2:80:1
END
printf 'backend cache\n  balance uri\n  hash-type consistent\n  server a 10.0.0.1:80\n  server b 10.0.0.2:80\n' >haproxy.cfg
for i in 1 2 3; do cp haproxy.cfg web-$i.cfg; done
ln -s "$BERTH" berth
PATH=$PWD:$PATH
for command in berth route plan balance simulate load check explain dump hash schemes; do
    if [ $command = berth ]; then berth help; else berth help $command; fi |
        sed -n '/^examples:/,/^$/s/^  berth/berth/p; /^examples:/,/^$/s/^  find/find/p' >examples
    while read -r line; do
        sh -c "$line" >out 2>err </dev/null
        status=$?
        echo "[$status] $line"
        if [ $status -gt 1 ] || [ ! -s out ]; then cat err; fi
    done <examples
done
