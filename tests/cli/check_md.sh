# SPDX-License-Identifier: MIT
# check as Markdown: verdict, configurations, reasons, keys.
. "$DATA/try.sh"
printf 'node c1 addr=10.0.0.1:80\nnode c2 addr=10.0.0.2:80\n' >a.txt
printf 'node c1 addr=10.0.0.2:80\nnode c2 addr=10.0.0.1:80\n' >b.txt
try check a,b,c a,b,c=2 --synthetic 100 -o md
try check a,b,c a,b,c -o md
try check a,b,c a,b,c a,b,d --synthetic 20 -o md
try check a.txt b.txt -o md
try check a,b a,c -o md --list
