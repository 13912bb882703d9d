# SPDX-License-Identifier: MIT
# Every bad nodes file is refused with its line, exit 2, and no answer.
wrong() {
    printf "$1" >nodes.txt
    "$BERTH" route -n nodes.txt key 2>&1
    echo "[$?]"
}
wrong ''
wrong '\n# nothing\n\n'
wrong 'a\nb\na\n'
wrong 'a\nb 2x\n'
wrong 'a\nb -1\n'
wrong 'a\nb nan\n'
wrong 'a\nb inf\n'
wrong 'a\nb 9223372036854775808\n'
wrong 'a\nb 1e-9\n'
wrong 'a\nb 0.0000001\n'
wrong 'a 0\nb 0\n'
wrong 'a\nnode b weight\n'
wrong 'a\nnode b =2\n'
wrong 'a\nnode b weight=2 weight=3\n'
wrong 'a\nnode b state=sleeping\n'
wrong 'a\nnode b slot=x\n'
wrong 'a\nnode\n'
wrong 'a\nnode ""\n'
wrong 'a\nnode "open\n'
wrong 'a\nnode "b\001c"\n'
wrong 'spec slots\nspec ring\na\n'
wrong 'spec slotz\na\n'
wrong 'spec ring:pionts=3\na\n'
wrong 'spec ring:points=0\na\n'
wrong 'spec slots:table=1000\na\n'
wrong 'spec slots:table=134217728\na\n'
wrong 'spec slots:bound=0.5\na\n'
wrong 'spec jump\na\nb\n'
wrong 'spec jump\nnode a slot=0\nnode b slot=0\n'
wrong 'spec jump\nnode a slot=0\nnode b slot=2\n'
wrong 'a\0b\n'
{ echo a; head -c 1000000 /dev/zero | tr '\0' x; } >nodes.txt
"$BERTH" route -n nodes.txt key 2>&1 | cut -c1-160
for spec in 'a,a' 'a,b=x' 'a,,b' 'a=-1' 'n-[5-1]' 'n-[1-999999999]' ',a' 'a,'; do
    "$BERTH" route -n "$spec" key 2>&1
    echo "[$?]"
done
