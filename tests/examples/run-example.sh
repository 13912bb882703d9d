#!/bin/sh
# SPDX-License-Identifier: MIT
# run-example.sh PROGRAM - run an example in a scratch directory; compare what it prints with
# NAME.out beside this script when there is such a file.
set -u
expected=$(cd "$(dirname "$0")" && pwd)/$(basename "$1").out
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/cwd"
cd "$scratch/cwd" || exit 2
"$program" >"$scratch/out" </dev/null
status=$?
if [ $status -ne 0 ]; then
    cat "$scratch/out"
    echo "exit status is $status"
    exit 1
fi
if [ ! -s "$scratch/out" ]; then
    echo "the example printed nothing"
    exit 1
fi
if [ -f "$expected" ]; then
    diff -u "$expected" "$scratch/out"
fi
