# SPDX-License-Identifier: MIT
# A full disk is exit 2 and a sentence; a closed pipe is exit 2 and silence.
. "$DATA/try.sh"
"$BERTH" route -n a,b x >/dev/full
echo "[$?]"
"$BERTH" balance -n a,b >/dev/full
echo "[$?]"
{ "$BERTH" route -n a,b --synthetic 1000000; echo "[$?]" >&2; } 2>status | head -n 1
cat status
try plan -n a,b --add c --synthetic 100 --moved /no/such/place
try plan -n a,b --add c --synthetic 100 --moved /dev/full
try plan -n a,b --add c --synthetic 100 --moved -
