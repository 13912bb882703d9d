# SPDX-License-Identifier: MIT
# -0: records end in NUL on the way in and out, so keys may hold newlines.
printf 'one\0two\nlines\0\0last' | "$BERTH" route -0 -n 'n-[1-9]' -k - | od -c
printf 'one\0two\nlines\0' | "$BERTH" plan -0 -n a,b --add c-[1-9] -k - --list 2>/dev/null | tr '\0' '!'
