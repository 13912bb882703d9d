# SPDX-License-Identifier: MIT
# Names of 4 KiB, in UTF-8, with blanks: taken whole, shown within the line.
long=$(head -c 4096 /dev/zero | tr '\0' n)
printf 'node %s\nnode "with blanks"\nnode caché-ü\nnode 缓存-一\n' "$long" >nodes.txt
"$BERTH" balance -a slots:table=64 -n nodes.txt
"$BERTH" route -n nodes.txt -k - -r 4 <<END | awk -F '\t' '{ print NF, length($0) }'
key
END
# Characters that nobody sees: the line and the code point.
printf 'a\n\357\273\277b\nc\342\200\213\n# \302\240\n' >hidden
"$BERTH" route -n hidden key 2>&1 >/dev/null
"$BERTH" route -n "$(printf 'a\302\240,b\342\200\256')" key 2>&1 >/dev/null
"$BERTH" route -n "$(printf 'a,b\302\233')" key 2>&1 || echo "[$?]"
