# SPDX-License-Identifier: MIT
# --max-move and --max-needless: exit 1 and one sentence when the answer is no.
try() { "$BERTH" plan -n 'cache-[1-8]' "$@" 2>&1 >/dev/null; echo "[$?]"; }
try --add cache-9 --max-move 12%
try --add cache-9 --max-move 10
try --add cache-9 --max-move 10 --synthetic 10000
try --add cache-9 --max-needless 0
try -a modulo:order=line --add cache-9 --max-needless 5 --max-move 5
try --add cache-9 --max-move 100 --max-needless 0 --synthetic 0
