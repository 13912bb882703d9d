# SPDX-License-Identifier: MIT
# Empty and one-node sets, keys of any bytes and of a megabyte: answers or sentences, never a crash.
. "$DATA/try.sh"
try route -n /dev/null key
try plan -n a --remove a
try route -n a,b '' ' '
printf 'a\000b\na\000c\n\000\n\377\377\377\377\n' | "$BERTH" route -n 'n-[1-99]' -k - | od -An -c
head -c 1048576 /dev/zero | "$BERTH" route -n 'n-[1-99]' -k - | tail -c 5
"$BERTH" route -n 'n-[1-99]' -r 99 key | tr '\t' '\n' | sort -u | wc -l
