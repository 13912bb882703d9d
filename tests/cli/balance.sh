# SPDX-License-Identifier: MIT
# balance: shares, peak, CV, what is typical; limits; formats.
. "$DATA/try.sh"
try balance -n 'cache-[1-8]'
try balance -a ring -n 'cache-[1-8]'
try balance -a ring:points=640 -n 'cache-[1-8]' --max-peak 1.01
try balance -a hrw -n 'cache-[1-3],big=2,off=0'
try balance -a hrw -n 'cache-[1-3]' -o json
try balance -a slots:table=256 -n 'cache-[1-3]' -o csv --synthetic 1000
try balance -a slots:table=256 -n 'cache-[1-3]' -o md
try balance -a slots -n 'node-[1-60]'
try balance -n a,b -r 2
"$BERTH" balance -n 'node-[1-60]' --all | wc -l
