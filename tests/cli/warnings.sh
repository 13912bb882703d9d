# SPDX-License-Identifier: MIT
# What goes wrong without an error is said on standard error, once, and changes no answer.
say() { "$BERTH" "$@" 2>&1 >/dev/null; echo "[$?]"; }
say balance -a fabrica-int64ring -n a,b
say balance -a jump:order=line -n a,b
say balance -a fabrica-hashring -n a,b=2
say explain -a modulo:order=line -n a,b k
say plan -a jump:order=line -n a,b --add c
say balance -a slots:table=2 -n a,b,c,d
say balance -n a,b
