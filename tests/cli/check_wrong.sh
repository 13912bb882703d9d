# SPDX-License-Identifier: MIT
"$BERTH" check a,b 2>&1
echo "[$?]"
"$BERTH" check 2>&1
echo "[$?]"
"$BERTH" check a,b no-such-file.txt 2>&1
echo "[$?]"
"$BERTH" check a,b b,c --list -o json 2>&1
echo "[$?]"
"$BERTH" check a,b b,c -a jump 2>&1
echo "[$?]"
printf 'spec ring:pionts=3\na\nb\n' >bad.txt
"$BERTH" check a,b bad.txt 2>&1
echo "[$?]"
"$BERTH" check a,b b,c -k missing.txt 2>&1
echo "[$?]"
