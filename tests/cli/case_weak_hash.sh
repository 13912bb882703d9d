# SPDX-License-Identifier: MIT
# Raw FNV-1a is no hash for rendezvous: over key then name the nodes own unequal shares, whatever the
# keys (the scheme's fault); over name then key the shares are equal and these keys are not. The
# native scheme is even. A key that carries a fifth of the load is named.
seq -f 'user:%.0f' 0 59999 >keys
awk '{ print $0 "\t" ($0 == "user:77" ? 15000 : 1) }' keys >loads
for spec in traefik-hrw kit4go-hrw hrw; do
    echo "$spec: $("$BERTH" balance -a $spec -n 'node-[1-6]' -k keys -o csv 2>/dev/null |
        sed 1d | cut -d , -f 5 | paste -s -d ' ')"
    "$BERTH" balance -a $spec -n 'node-[1-6]' -k keys 2>/dev/null | sed -n '/^scheme/,$p'
done
echo "loads:"
"$BERTH" balance -a hrw -n 'node-[1-6]' --sizes -k loads | sed -n '/^scheme/,$p'
"$BERTH" balance -a hrw -n 'node-[1-6]' -k - <keys -o json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["keys"]["peak"] <= 1.04)'
