# SPDX-License-Identifier: MIT
# load: what it refuses, and where it says it is.
. "$DATA/try.sh"
try load -n a,a x
try load --count 0 x
try load -n a,b --bound 0.5 x
try load -n a,b --bound x x
try load -a redis-cluster-slot:order=line -n a,b --bound 1.25 x
try load -a haproxy -n a,b --bound 1.255 x
try load -a haproxy -n a,b --bound 1 x
try load -n a,b -o csv x
try load -n a,b --ops 'take x' 'take'
try load -n a,b --ops takes
try load -n a,b --ops '' '# nothing' ' take x'
try load -n a,b --ops 'give x'
try load -n a,b --ops 'take x' 'give x' 'give x'
try load -n a,b --ops 'take x' 'end 0'
try load -n a,b --ops 'take x' 'end 2'
try load -n a,b --ops 'take x' 'end 1' 'end 1'
try load -n a,b --ops 'end one'
try load -n a,b --ops 'down c'
try load -n a,b --ops 'add a'
try load -n a,b --ops 'add c=x'
try load -n a,b --ops 'weight a'
try load -n a,b --ops 'bound much'
try load -n a,b --ops 'bound 0.1'
try load -n a,b --ops --hex 'take 6g'
try load -n a,b --ops --u64 'take 6g'
printf 'take x\ndown nobody\n' >ops
try load -n a,b --ops -k ops
printf 'take x\ndo\0wn a\n' | "$BERTH" load -n a,b --ops 2>&1
printf 'take x\ndown a\0b\n' | "$BERTH" load -n a,b --ops 2>&1
