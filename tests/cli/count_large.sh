# SPDX-License-Identifier: MIT
# route --count past what could be named: numbered schemes need no memory per number.
. "$DATA/try.sh"
try route -a guava-consistent-hash --count 2147483647 --u64 17 18
try route -a jump --count 4294967294 -r 1 player:17
try route -a guava-consistent-hash --count 2147483647 --u64 17 -o csv
try route -a jump --count 2147483647 --u64 17 -o json
try route -a ring --count 2147483647 player:17
try route -a jump --count 4294967295 player:17
