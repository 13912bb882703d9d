# SPDX-License-Identifier: MIT
# Which keys move, from where to where: --list, --moved; the same as two runs of route compared.
seq -f 'key-%.0f' 0 4999 >keys
"$BERTH" plan -n 'n-[1-5]' --remove n-2 --add n-6 -k keys --list >list 2>closing
cat closing
head -n 3 list
"$BERTH" route -n 'n-[1-5]' -k keys >before
"$BERTH" route -n 'n-1,n-[3-6]' -k keys | cut -f 2 | paste before - | awk -F '\t' '$2 != $3' | cmp - list
"$BERTH" plan -n 'n-[1-5]' --remove n-2 --add n-6 -k keys --moved file | tail -n 4
cmp file list
"$BERTH" plan -n 'n-[1-5]' --remove n-2 --add n-6 -k keys --list -o csv 2>/dev/null | head -n 2
"$BERTH" plan -n 'n-[1-5]' --remove n-2 --add n-6 -k keys --list -o json >json
python3 - <<'END'
import json
document = json.load(open("json"))
lines = ["\t".join((k["key"], k["from"], k["to"])) for k in document["moved_keys"]]
print(lines == open("list").read().splitlines(), document["keys"]["moved"] == len(lines))
print(sum(f["keys"] for f in document["flows"]) == len(lines), document["format"])
END
"$BERTH" plan -n a,b --add c --list
echo "[$?]"
