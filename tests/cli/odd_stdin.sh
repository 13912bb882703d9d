# SPDX-License-Identifier: MIT
# Standard input can be read once only; a second reader is refused, not given an empty answer.
. "$DATA/try.sh"
echo a >in.txt
try plan -n - -N - <in.txt
try plan -n a,b -N - -k - <in.txt
try plan -n - --add b -k - <in.txt
