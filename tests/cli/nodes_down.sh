# SPDX-License-Identifier: MIT
# A node that is down keeps its share; its keys are counted where they go; the tool says so.
. "$DATA/try.sh"
printf 'node a\nnode b\nnode c\n' >up
printf 'node a\nnode b state=down\nnode c\n' >down
try balance -n down --synthetic 3000
try plan -n up -N down --synthetic 3000
try plan -n down -N up
# Some systems build their table without it.
try balance -a maglev -n down | head -2
try balance -a envoy-maglev -n down | head -2
