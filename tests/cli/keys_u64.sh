# SPDX-License-Identifier: MIT
# --u64: signed and unsigned decimals over the whole range; printed as given.
. "$DATA/try.sh"
printf '0\n-1\n18446744073709551615\n-9223372036854775808\n9223372036854775808\n+7\n007\n7\n' >keys
try route -n 'n-[1-9]' --u64 -k keys
try route -n 'n-[1-9]' --u64 -- -1 7
try route -n 'n-[1-9]' --u64 --synthetic 3
for bad in 18446744073709551616 -9223372036854775809 '' ' 7' 7.0 0x7 - x 99999999999999999999999; do
    printf '1\n%s\n' "$bad" >bad
    try route -n a,b --u64 -k bad
done
