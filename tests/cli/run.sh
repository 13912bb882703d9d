#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh NAME.sh - run one script against the tool and compare what it did with what is expected.
#
#   NAME.sh     run by sh in an empty scratch directory, with BERTH (the tool) and DATA (cli/data)
#   NAME.out    its standard output, byte for byte (absent: nothing)
#   NAME.err    its standard error, byte for byte (absent: anything goes)
#   NAME.exit   its exit status (absent: 0)
#
# BERTH_UPDATE=1 writes the expected files instead of comparing; read the change before committing.
set -u

script=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
stem=${script%.sh}
: "${BERTH:?run.sh: set BERTH to the path of the tool}"
if [ ! -x "$BERTH" ]; then
    echo "run.sh: there is no tool at $BERTH: build it first"
    exit 2
fi
DATA=$(dirname "$script")/data
export BERTH DATA
LC_ALL=C NO_COLOR=1
export LC_ALL NO_COLOR

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/cwd"
cd "$scratch/cwd" || exit 2
sh "$script" >"$scratch/out" 2>"$scratch/err" </dev/null
status=$?

if [ -n "${BERTH_UPDATE:-}" ]; then
    cp "$scratch/out" "$stem.out"
    if [ -f "$stem.err" ]; then cp "$scratch/err" "$stem.err"; fi
    if [ $status -ne 0 ]; then echo $status >"$stem.exit"; else rm -f "$stem.exit"; fi
    exit 0
fi

failed=0
wanted=0
if [ -f "$stem.exit" ]; then wanted=$(cat "$stem.exit"); fi
if [ "$status" != "$wanted" ]; then
    echo "exit status is $status, expected $wanted"
    failed=1
fi
if [ -f "$stem.out" ]; then expected=$stem.out; else expected=/dev/null; fi
if ! diff -u "$expected" "$scratch/out"; then
    echo "standard output differs (- expected, + got)"
    failed=1
fi
if [ -f "$stem.err" ] && ! diff -u "$stem.err" "$scratch/err"; then
    echo "standard error differs (- expected, + got)"
    failed=1
fi
if [ $failed -ne 0 ]; then
    echo "--- standard error of $(basename "$script"):"
    cat "$scratch/err"
fi
exit $failed
