#!/bin/sh
# SPDX-License-Identifier: MIT
# installed.sh - install into a scratch prefix, move it, and use it from outside in every way
#
# BERTH_SOURCE and BERTH_BUILD name the source and the build folder.
set -eu
: "${BERTH_SOURCE:?set BERTH_SOURCE to the source folder}"
: "${BERTH_BUILD:?set BERTH_BUILD to the build folder}"
CC=${CC:-cc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "installed.sh: $*" >&2
    exit 1
}

# Installed at one place and used at another: nothing in it may remember where it was put.
cmake --install "$BERTH_BUILD" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix
pc=$(find "$prefix" -name berth.pc)
[ -n "$pc" ] || fail "berth.pc was not installed"
libdir=$(dirname "$(dirname "$pc")")

for file in "$prefix/include/berth.h" "$libdir/libberth.a" "$libdir/libberth.so.0"; do
    [ -e "$file" ] || fail "$file was not installed"
done
objdump -p "$libdir/libberth.so" | grep -q 'SONAME *libberth.so.0$' || fail "the soname is wrong"
if grep -rIl -e "$BERTH_SOURCE" -e "$BERTH_BUILD" "$prefix" | grep .; then
    fail "these installed files remember the source or build folder"
fi

# find_package
cmake -S "$BERTH_SOURCE/tests/install/consumer" -B "$scratch/consumer" \
    -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cmake --build "$scratch/consumer" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }

# pkg-config
export PKG_CONFIG_PATH="${pc%/*}"
source=$BERTH_SOURCE/tests/install/consumer.c
# shellcheck disable=SC2046
$CC -o "$scratch/pc-shared" "$source" $(pkg-config --cflags --libs berth) -Wl,-rpath,"$libdir"
# shellcheck disable=SC2046
$CC -static -o "$scratch/pc-static" "$source" $(pkg-config --static --cflags --libs berth)

version=$(pkg-config --modversion berth)
first=
for program in consumer/consumer-shared consumer/consumer-static pc-shared pc-static; do
    said=$("$scratch/$program") || fail "$program failed"
    echo "$program: $said"
    [ "${said% *}" = "$version" ] || fail "$program is not version $version"
    [ "${first:=$said}" = "$said" ] || fail "$program answers differently from the first"
done
if [ -x "$BERTH_BUILD/berth" ]; then
    routed=$("$prefix/bin/berth" route -n 'cache-[1-3]' user:42) || fail "the installed tool fails"
    [ "${routed##*	}" = "${first#* }" ] || fail "the tool says \"$routed\", the library $first"
fi

# The header by itself, in the strictest dialects a user may have.
echo '#include <berth.h>' >"$scratch/alone.c"
for dialect in c99 c11 c17; do
    $CC -std=$dialect -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -I"$prefix/include" \
        -fsyntax-only "$scratch/alone.c" || fail "berth.h is not clean under -std=$dialect"
done
if command -v g++ >/dev/null; then
    g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only \
        "$scratch/alone.c" || fail "berth.h is not clean under C++11"
fi
