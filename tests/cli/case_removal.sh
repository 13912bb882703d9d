# SPDX-License-Identifier: MIT
# Removing a node moves its keys and no others, to nearly all the rest; where a scheme moves more,
# the plan counts exactly as many as two runs of route show.
seq -f 'doc/%.0f' 0 19999 >keys
for spec in slots hrw ring maglev modulo:order=line; do
    "$BERTH" route -a $spec -n 'n[1-40]' -k keys | cut -f 2 >before
    "$BERTH" route -a $spec -n 'n[1-16],n[18-40]' -k keys | cut -f 2 >after
    paste before after | awk -v s=$spec '$1 != $2 { moved++; if ($1 != "n17") extra++; else to[$2]++ }
        END { for (n in to) spread++
              print s, (extra == 0 ? "minimal" : "not minimal"), (spread >= 30 ? "spread" : "narrow")
              print moved + 0, extra + 0 >"counted" }'
    "$BERTH" plan -a $spec -n 'n[1-40]' --remove n17 -k keys -o json >plan
    python3 - <<'END'
import json
plan = json.load(open("plan"))
counted = [int(x) for x in open("counted").read().split()]
print([plan["keys"]["moved"], plan["keys"]["needless"]] == counted)
END
done
