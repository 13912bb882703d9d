# SPDX-License-Identifier: MIT
# plan as JSON, CSV and Markdown; ranges; long tables are cut unless --all.
. "$DATA/try.sh"
try plan -a ring:points=2 -n a,b --add c -o json --ranges
try plan -a ring:points=2 -n a,b --add c -o csv
try plan -a ring:points=2 -n a,b --add c -o csv --ranges
try plan -a ring:points=2 -n a,b --add c --ranges
try plan -a ring:points=2 -n a,b --add c -o md --synthetic 100
try plan -n 'node-[1-100]' --add node-101
"$BERTH" plan -n 'node-[1-100]' --add node-101 --all | wc -l
