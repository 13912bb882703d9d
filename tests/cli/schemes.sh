# SPDX-License-Identifier: MIT
# schemes: a line for each, everything about one.
. "$DATA/try.sh"
"$BERTH" schemes | awk '$1 ~ /^(slots|hrw|ring|maglev|jump|jumpback|modulo)$/ { print $1, $2 }'
"$BERTH" schemes | awk 'length > 80'
try schemes ring
try schemes fabrica-int64ring
try schemes rnig
try schemes ring -o json
"$BERTH" schemes -o json | python3 -c '
import json, sys
schemes = json.load(sys.stdin)["schemes"]
print(all(s["summary"] and isinstance(s["params"], list) for s in schemes))
for scheme in schemes:
    if not scheme["native"] and not scheme.get("compatible"):
        print(scheme["name"], "does not say what it is compatible with")'
"$BERTH" schemes -o md | head -n 2
# A word that is no name: the schemes that it may mean.
try schemes ketama
try schemes php
try route -a rendezvous -n a,b x
try route -a php -n a,b x
try route -a nothing -n a,b x
