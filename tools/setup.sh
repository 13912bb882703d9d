#!/bin/sh
# SPDX-License-Identifier: MIT
# setup.sh [build] [test] [oracle] - install the Debian packages that are missing, and only those
#
#   build   what the library and the tool need (the default)
#   test    what the tests and the checks need besides
#   oracle  the deployed programs with which tests compare. Their services are not started. When a
#           program cannot be installed, that is only reported; the tests say which they skip
#
# When nothing is missing, the script prints nothing and needs neither network nor root. Otherwise
# it needs root or sudo; when it has neither, it says exactly what to run.
set -eu

BUILD="gcc libc6-dev make cmake pkg-config libxxhash-dev libmd-dev libjansson-dev libyaml-dev"
# python3 with hypothesis and xxhash: the independent reference. The -dev packages: the libraries
# that berth's own hashes and presets are compared with. clang-format 14 is Debian 12's.
TEST="libcmocka-dev python3 python3-hypothesis python3-xxhash libmemcached-dev libhashkit-dev
    libmurmurhash-dev zlib1g-dev binutils g++ clang-format"

ORACLE="nutcracker nginx-light haproxy varnish memcached redis-server python3-uhashring
    librdkafka1 python3-cassandra"

wanted=
for group in "${@:-build}"; do
    case $group in
    build) wanted="$wanted $BUILD" ;;
    test) wanted="$wanted $TEST" ;;
    oracle) wanted="$wanted $ORACLE" ;;
    *)
        echo "setup.sh: no group of packages \"$group\": there are build, test, oracle" >&2
        exit 2
        ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "setup.sh: this is no Debian system. Going on with what is here; berth needs what these" >&2
    echo "packages of Debian hold:" $wanted >&2
    exit 0
fi

missing_packages() {
    for package in $wanted; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        # For these programs any version in the path will do, whether it is from a package or not.
        case $package in
        gcc | make | cmake | pkg-config | g++ | clang-format)
            if command -v "$package" >/dev/null; then state=installed; fi
            ;;
        esac
        if [ "$state" != installed ]; then printf ' %s' "$package"; fi
    done
}

missing=$(missing_packages)
if [ -z "$missing" ]; then
    exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        as_root=sudo
    else
        echo "setup.sh: these packages are missing and this user may not install them. Run as root:" >&2
        echo "    apt-get install$missing" >&2
        exit 1
    fi
fi

# The packages must not start their services: Debian runs this file before it starts a service.
policy=/usr/sbin/policy-rc.d
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if [ ! -e "$policy" ]; then
    trap 'rm -f "$log"; $as_root rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
    $as_root chmod 755 "$policy"
fi
install_missing() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        $missing >"$log" 2>&1
}

echo "setup.sh: installing$missing" >&2
# The lists of packages may be absent or old; they are fetched only when the first try fails.
if ! install_missing; then
    $as_root apt-get update -q >"$log" 2>&1 || { tail -5 "$log" >&2; }
    if ! install_missing; then
        tail -15 "$log" >&2
        echo "setup.sh: the installation failed; by hand: apt-get install$missing" >&2
        if [ "$*" = oracle ]; then exit 0; fi
        exit 1
    fi
fi
