#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh [BERTH] - berth's main job on real keys: what would a ninth cache move?
#
# The keys are the names of all packages that this machine knows; where there are none, words of a
# dictionary or names of files.
set -eu
BERTH=${1:-build/berth}
keys=$(mktemp)
trap 'rm -f "$keys"' EXIT

# Each source is tried until one gives at least 1000 lines.
package_names() { apt-cache pkgnames; }
installed_names() { dpkg-query -W -f '${Package}\n'; }
words() { cat /usr/share/dict/words; }
file_names() { find /usr -xdev -type f -printf '%f\n' | head -n 100000; }

for source in package_names installed_names words file_names; do
    $source 2>/dev/null | LC_ALL=C sort -u >"$keys" || true
    if [ "$(wc -l <"$keys")" -ge 1000 ]; then break; fi
done
case $source in
package_names) what="package names" ;;
installed_names) what="names of installed packages" ;;
words) what="words" ;;
*) what="file names" ;;
esac

echo "Your keys: $(wc -l <"$keys") $what of this machine."
echo "Your nodes: cache-1 to cache-8. The question: what would adding cache-9 move?"
echo
echo "\$ berth plan -n 'cache-[1-8]' --add cache-9 -k keys.txt"
"$BERTH" plan -n 'cache-[1-8]' --add cache-9 -k "$keys"
