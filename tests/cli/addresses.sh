# SPDX-License-Identifier: MIT
# Nodes of one name at two addresses: no key changes its node, and each reaches another machine.
. "$DATA/try.sh"
printf 'node c1 addr=10.0.0.1:80\nnode c2 addr=10.0.0.2:80\nnode c3 addr=10.0.0.3:80\n' >a.txt
printf 'node c1 addr=10.0.0.2:80\nnode c2 addr=10.0.0.1:80\nnode c3 addr=10.0.0.3:80\n' >b.txt
printf 'node d1 addr=10.0.0.1:80\nnode d2 addr=10.0.0.2:80\nnode d3 addr=10.0.0.3:80\n' >renamed.txt
printf 'node c1 addr=cache-1.example:80\nnode c2\nnode c3 addr=10.0.0.3\n' >vague.txt
try check a.txt b.txt
"$BERTH" check a.txt b.txt -o json | sed -n '/"pairs"/,/"no_owner"/p;/other_machines/,/}/p'
try plan -n a.txt -N b.txt --max-move 10 --synthetic 1000
try plan -n a.txt -N b.txt --max-move 10 -o md
"$BERTH" plan -n a.txt -N b.txt -o json | sed -n '/other_machines/,/}/p'
try plan -n a.txt -N renamed.txt
echo "no address, a host name for a number, no port: nothing contradicts"
try check a.txt vague.txt
