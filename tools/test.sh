#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh BUILD SANITIZE [ctest option...] - configure, build and test in one folder
#
# SANITIZE is none, address or thread. The last line is "N passed, N failed[, N skipped]".
set -eu
build=$1
sanitize=$2
shift 2
jobs=${JOBS:-$(nproc)}
if [ "$sanitize" = none ]; then sanitize=; fi

mkdir -p "$build"
log=$build/test.log
quietly() {
    "$@" >"$log" 2>&1 || {
        cat "$log"
        echo "test.sh: this failed: $*"
        exit 1
    }
}
quietly cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DBERTH_BUILD_TESTS=ON \
    -DBERTH_WERROR=ON -DBERTH_SANITIZE="$sanitize"
quietly cmake --build "$build" -j "$jobs"

status=0
ctest --test-dir "$build" -j "$jobs" --output-on-failure "$@" >"$log" 2>&1 || status=$?
if [ $status -eq 0 ]; then
    grep -E 'Skipped|tests passed|Total Test' "$log" || true
else
    cat "$log"
fi

# Counts the tests of each outcome from the lines that ctest prints.
awk '/^ *[0-9]+\/[0-9]+ Test +#/ {
         if ($0 ~ /   Passed  /) passed++
         else if ($0 ~ /\*\*\*Skipped/) skipped++
         else failed++
     }
     END {
         printf "%d passed, %d failed", passed, failed
         if (skipped) printf ", %d skipped", skipped
         print ""
         exit failed > 0 || passed == 0
     }' "$log" || status=1
exit $status
