# SPDX-License-Identifier: MIT
# --max-move and --max-needless: exit 1 when the answer is no, and the verdict is the first line of
# the output itself, in every format.
try() {
    "$BERTH" plan -n 'cache-[1-8]' "$@" >out 2>err
    echo "[$?]"
    sed -n '1,/^$/p' out
    cat err
}
try --add cache-9 --max-move 12%
try --add cache-9 --max-move 10
try --add cache-9 --max-move 10 --synthetic 10000
try --add cache-9 --max-needless 0
try -a modulo:order=line --add cache-9 --max-needless 5 --max-move 5
try --add cache-9 --max-move 100 --max-needless 0 --synthetic 0
"$BERTH" plan -n 'cache-[1-8]' --add cache-9 --max-move 10 -o md | sed -n 1,3p
"$BERTH" plan -n 'cache-[1-8]' --add cache-9 --max-move 10 -o json | grep -A3 '"limits"'
"$BERTH" plan -n 'cache-[1-8]' --add cache-9 --max-move 10 -o csv 2>&1 >/dev/null
"$BERTH" simulate -n a,b --requests 1000 --max-peak 1.001 | sed -n 1,2p
"$BERTH" balance -n a,b --max-peak 1.5 -o json | grep -A3 '"limits"'

# What would move to a node that drains has none where nothing else takes it over: with keys and
# without, and in the document.
for keys in "--synthetic 0" "--synthetic 10000"; do
    "$BERTH" plan -n a,b,c -a twemproxy --add 'd state=drain' $keys 2>&1 | sed -n 1,5p
done
"$BERTH" plan -n a,b,c -a twemproxy --add 'd state=drain' -o json 2>/dev/null | grep no_owner
"$BERTH" plan -n a,b,c --add 'd state=drain' 2>&1 | sed -n '/^Plan/,$p'
