# SPDX-License-Identifier: MIT
# An output file never is an input of the same command, is complete or not there, and keeps its
# rights and its symbolic link.
. "$DATA/try.sh"
printf 'k1\nk2\nk3\n' >keys
printf 'a\nb\n' >before
printf 'a\nb\nc\n' >after
ln -s keys link
ln keys twin
for file in keys link twin ./keys before after; do
    try plan -n before -N after -k keys --moved "$file"
done
"$BERTH" plan -n before -N after -k - --moved keys <keys
echo "[$?]"
printf 'at step 1 down a\n' >changes
try simulate -n after --requests 100 --schedule changes --svg changes
try simulate -n after --requests 100 --schedule changes --svg after
cat keys changes after

# What was there stays when the command fails.
echo old >moved
printf 'k1\t1\nk2\tmany\n' >sized
"$BERTH" plan -n before -N after -k sized --sizes --moved moved >report
echo "[$?]"
cat moved

# It is replaced as a whole otherwise.
chmod 600 moved
ln -s moved pointer
"$BERTH" plan -n before -N after -k keys --moved pointer >report
echo "[$?]"
ls -l moved pointer | cut -c 1-10
"$BERTH" plan -n before -N after -k keys --list | cmp - moved
ls

# Names as long as names may be; links to nothing; a folder as a file.
long=$(printf '%0255d' 0)
"$BERTH" plan -n before -N after -k keys --moved "$long" >report && cmp "$long" moved && rm "$long"
ln -s nowhere dangling
ln -s round round
for file in dangling round . /; do
    try plan -n before -N after -k keys --moved "$file"
done
ls -A | grep berth- || echo "nothing is left beside"
