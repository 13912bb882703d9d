# SPDX-License-Identifier: MIT
# host:port, a tab and a number is libketama's, for the tool as for the library; a blank is not.
. "$DATA/try.sh"
printf '10.0.0.1:11211\t600\n10.0.0.2:11211\t300\n' >tabs.txt
printf '10.0.0.1:11211 600\n10.0.0.2:11211 300\n' >blanks.txt
printf '10.0.0.1:11211\t600\n10.0.0.2:11211 300\n' >mixed.txt
printf '10.0.0.1\t600\n10.0.0.2\t300\n' >hosts.txt
printf '# servers\r\n 10.0.0.1:11211 \t 600\r\n\r\n10.0.0.2:11211\t300 # more\r\n' >odd.txt
printf 'spec slots\n10.0.0.1:11211\t600\n10.0.0.2:11211\t300\n' >spec.txt
printf '10.0.0.1:11211\t600\n10.0.0.2:11211\t300' >cut.txt
printf '10.0.0.1:11211\t600\n10.0.0.2:11211\t3' >none.txt
for file in tabs blanks mixed hosts odd spec cut none; do
    try route -n $file.txt key-0
    "$BERTH" balance -n $file.txt -o json 2>/dev/null | grep -e '"spec"' -e '"weight"'
done
try route -n blanks.txt --from ketama key-0
try route -n tabs.txt --from berth key-0
"$BERTH" balance -n tabs.txt --from berth -o json | grep "\"spec\""
