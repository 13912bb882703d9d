# SPDX-License-Identifier: MIT
# Help comes from the tables of commands and options: general, per command, and for the mistaken.
. "$DATA/try.sh"
try
try --help
try --version
try help plan
"$BERTH" plan --help >a && "$BERTH" help plan | cmp - a && echo "plan --help is help plan"
for command in plan route balance simulate load check explain dump hash bench schemes help; do
    "$BERTH" $command --help >text || echo "$command has no help"
    awk -v c=$command 'length > 80 { print c ": a line of help is longer than 80 columns: " $0 }' text
    sed -n 3p text
done
try help nothing
try --hlep
try --nodes
