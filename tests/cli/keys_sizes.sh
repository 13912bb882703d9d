# SPDX-License-Identifier: MIT
# --sizes: KEY, a tab, a whole number; the last tab counts.
. "$DATA/try.sh"
printf 'a\t5\nb\tb\t7\n\t1\n' >keys
try route -n 'n-[1-9]' --sizes -k keys
try plan -n a,b --add c-[1-9] --sizes -k keys -o csv
printf 'a\t18446744073709551615\nb\t1\n' >many
try balance -n a,b --sizes -k many
for bad in 'a' 'a\t' 'a\tx' 'a\t-1' 'a\t1.5' 'a\t18446744073709551616'; do
    printf "ok\\t1\n$bad\n" >bad
    try balance -n a,b --sizes -k bad
done
