# SPDX-License-Identifier: MIT
# simulate: what is wrong with options and schedules, with file and line.
. "$DATA/try.sh"
wrong() { printf "$1" >s.txt; try simulate -n a,b --requests 100 --schedule s.txt | grep -v '^\$'; }
wrong 'down a\n'
wrong '# fine\nat noon down a\n'
wrong 'at -5 down a\n'
wrong 'at step 0 down a\n'
wrong 'at step 99999999999999999999 down a\n'
wrong 'at 5\n'
wrong 'at 5 donw a\n'
wrong 'at 5 explode a\n'
wrong 'at 5 down\n'
wrong 'at 5 down a b\n'
wrong 'at 5 weight a\n'
wrong 'at 5 weight a heavy\n'
wrong 'at 5 weight a 2 state=down\n'
wrong 'at 5 down c\n'
wrong 'at 5 add a\n'
wrong 'at 5 add c weight=2 weight=3\n'
wrong 'at 5 add "c\n'
wrong 'at 5 remove a\nat 6 up a\n'
wrong 'at 50 down a\nat 5 up a\n'
wrong 'at 5 down a\0\n'
wrong 'at 5 down a\rat 6 up a\n'
try simulate -n a,b --schedule nowhere.txt
try simulate -n a,b --requests 10 --svg /nowhere/a.svg
try simulate -n a,b --requests 10 --svg -
try simulate -n a,b --requests 10 --svg .
printf 'at 5 donw a\n' | try simulate -n a,b --requests 10 --schedule -
# Standard input can be read once.
try simulate -n a,b -k - --schedule - </dev/null
echo a | try simulate -n - --schedule - --requests 10
# Nothing is left behind where the disk is full, and nothing touched where the run fails.
echo old >old.svg
try simulate -n a,b --hold 99999999 --svg old.svg
cat old.svg
(trap '' XFSZ; ulimit -f 0; "$BERTH" simulate -n a,b --requests 10 --svg half.svg 2>&1 >/dev/null) | cat
ls
try simulate -n a,b --zipf 1 x y
try simulate -n a,b --bound 0.9
try simulate -n a,b --bound 1e7
try simulate -n a,b --bound 9999999
try simulate -n a,b --spread 1
try simulate -n a,b --spread 65
try simulate -a fabrica-int64ring -n a,b --u64 --spread 2
try simulate -n a,b --requests 0
try simulate -n a,b --hold 0
try simulate -n a,b --cache 1000000000000
try simulate -n a,b --requests 100000 --step 1
try simulate -n a,b --synthetic 100 -k keys.txt
try simulate -a jump:order=line -n a,b --bound 1.2 --requests 10
try simulate -n a=0,b=0
