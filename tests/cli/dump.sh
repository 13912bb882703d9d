# SPDX-License-Identifier: MIT
# dump: points and entries in the system's own numbers, wide ones in hexadecimal.
. "$DATA/try.sh"
try dump -a ring:points=2 -n 'cache-[1-3]'
try dump -a ring:points=2,hash=crc32 -n 'cache-[1-3]' -o json
"$BERTH" dump -n 'cache-[1-8]' | cut -f1 | tail -n 1
"$BERTH" dump -a maglev:table=251 -n 'cache-[1-8]' | cut -f2 | sort | uniq -c | sed 's/^ *//'
printf 'node a\n' >a
"$BERTH" dump -a uhashring -n a | head -n 2
try dump -a hrw -n a
try dump -n a key
