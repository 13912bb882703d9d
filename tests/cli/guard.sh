# SPDX-License-Identifier: MIT
# What a key or a name holds reaches files as it is, but neither a terminal nor a page of Markdown.
printf 'k\302\2331\033[2J\033[31m\342\200\256z\n' >keys.txt
printf 'a\342\200\256b\nc\n' >nodes.txt
echo "a pipe:"
"$BERTH" route -n a,b -k keys.txt | od -An -c
echo "a terminal:"
script -qec "\"$BERTH\" route -n a,b -k keys.txt" /dev/null | od -An -c
script -qec "\"$BERTH\" balance -n nodes.txt -a slots:table=4096" /dev/null 2>&1 | tr -d '\r'
echo "a message:"
"$BERTH" route -n a,b -a "$(printf 'ring:hash=a\nb\033[2J')" key 2>&1 || echo "[$?]"
"$BERTH" hash "$(printf 'x\nxh3')" key 2>&1 || echo "[$?]"
echo "Markdown:"
"$BERTH" balance -n '<b>x</b>,[link](u),`y`' -a slots:table=4096 -o md 2>/dev/null
