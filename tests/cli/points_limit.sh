# SPDX-License-Identifier: MIT
# Weights that a point per unit of weight cannot carry: how many points and bytes it would be.
. "$DATA/try.sh"
try balance -a nginx -n big=1000000,small=1
