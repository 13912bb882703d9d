# SPDX-License-Identifier: MIT
# Names of 4 KiB, in UTF-8, with blanks: taken whole, shown within the line.
long=$(head -c 4096 /dev/zero | tr '\0' n)
printf 'node %s\nnode "with blanks"\nnode caché-ü\nnode 缓存-一\n' "$long" >nodes.txt
"$BERTH" balance -a slots:table=64 -n nodes.txt
"$BERTH" route -n nodes.txt -k - -r 4 <<END | awk -F '\t' '{ print NF, length($0) }'
key
END
