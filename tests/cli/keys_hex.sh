# SPDX-License-Identifier: MIT
# --hex: any bytes; the key is printed as it was given; a bad digit has its line.
. "$DATA/try.sh"
printf '6b6579\n\nFF00ff\n6B6579' >keys
try route -n 'n-[1-9]' --hex -k keys
try route -n 'n-[1-9]' key
try route -n 'n-[1-9]' --hex -k keys -o json
printf 'ff\nfff\n' >odd
try route -n a,b --hex -k odd
printf 'ff\n00\n0g\n' >bad
try route -n a,b --hex -k bad
try route -n a,b --hex xx
try route -n a,b --hex --u64 11
printf '\377\0\n' >bytes
"$BERTH" route -n 'n-[1-9]' -k bytes | od -c
try route -n 'n-[1-9]' -k bytes -o json
