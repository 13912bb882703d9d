# SPDX-License-Identifier: MIT
# A name that looks like a list is taken as it is, and that is said; an address in brackets is none.
. "$DATA/try.sh"
try route -a hrw -n 'cache-[1-8' key
try route -a hrw -n 'a,b-[x-z]' key
try route -a hrw -n '[::1]:80,[::2]:80' key
printf 'a,b,c\n' >nodes.txt
try route -a hrw -n nodes.txt key
printf 'cache-[1-8]\n' >nodes.txt
try route -a hrw -n nodes.txt key
try plan -a hrw -n a,b --add 'c-[1-2' -o csv
try route -a groupcache -n a,b=5 key
