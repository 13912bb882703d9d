# SPDX-License-Identifier: MIT
# hash: the list, seeds, wide results, integer and hexadecimal keys, and the mistaken.
. "$DATA/try.sh"
"$BERTH" hash | sed -n '1,2p;/siphash/p'
try hash xxh64 player:17 ''
try hash xxh64:seed=1 player:17
try hash siphash:seed=0xdeadbeefcafebabe,seed2=0 player:17
try hash MURMUR3_H1H2 player:17
try hash xxh3 --u64 17
try hash xxh3 --hex 1100000000000000
try hash fnv1a-32 a -o json
try hash xxh3 --hex 1100000000000000 -o json
try hash xxh46 a
try hash xxh64:seed=x a
try hash crc32:seed=1 a
echo "a seed that would be cut; the list for programs:"
try hash murmur2:seed=4294967295 a
try hash murmur2:seed=4294967296 a
try hash murmur64a:seed=4294967296 a
"$BERTH" hash -o json | head -n 8
