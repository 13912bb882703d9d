# SPDX-License-Identifier: MIT
# A line of a megabyte is a key like any other, from a file and from a pipe.
head -c 1048576 /dev/zero | tr '\0' k >key
{ echo before; cat key; echo; echo after; } >keys
"$BERTH" route -n 'n-[1-9]' -k keys | awk -F '\t' '{ print length($1), $2 }'
cat keys | "$BERTH" route -n 'n-[1-9]' -k - | awk -F '\t' '{ print length($1), $2 }'
"$BERTH" route -n 'n-[1-9]' --synthetic 250000 | tee many | cut -f 1 >keys
"$BERTH" route -n 'n-[1-9]' -k keys | cmp - many
cat keys | "$BERTH" route -n 'n-[1-9]' | cmp - many
wc -l <many
