#!/bin/sh
# SPDX-License-Identifier: MIT
# missing.sh - without a dependency, configuring fails with one sentence that names the package
set -eu
: "${BERTH_SOURCE:?set BERTH_SOURCE to the source folder}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Everything cmake or pkg-config could find is hidden; what -D hands in counts as found.
without() {
    package=$1
    shift
    if PKG_CONFIG_LIBDIR=$scratch cmake -S "$BERTH_SOURCE" -B "$scratch/build" \
        "-DCMAKE_IGNORE_PATH=$hidden" "$@" >"$scratch/log" 2>&1; then
        echo "missing.sh: configuring went well without $package" >&2
        exit 1
    fi
    tr '\n' ' ' <"$scratch/log" | tr -s ' ' | grep -q "install it with .apt-get install $package." || {
        cat "$scratch/log"
        echo "missing.sh: no sentence says to install $package" >&2
        exit 1
    }
    echo "without $package: told to install it"
}

hidden="/usr/include;/usr/include/$(cc -print-multiarch);/usr/lib/$(cc -print-multiarch);/usr/lib"
hidden="$hidden;/lib/$(cc -print-multiarch);/lib;/usr/local/include;/usr/local/lib"
md="-DBERTH_MD_INCLUDE=/x -DBERTH_MD_LIBRARY=/x"
xxhash=-DBERTH_XXHASH_INCLUDE=/x
without libmd-dev -DBERTH_BUILD_TESTS=OFF
without libxxhash-dev $md -DBERTH_BUILD_TESTS=OFF
without libjansson-dev $md $xxhash -DBERTH_BUILD_TESTS=OFF
without libcmocka-dev $md $xxhash -DBERTH_BUILD_TOOL=OFF -DBERTH_BUILD_TESTS=ON
