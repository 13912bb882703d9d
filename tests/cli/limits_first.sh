# SPDX-License-Identifier: MIT
# The verdict of a limit stands first: in text the first line, in Markdown the first after the title,
# in JSON one member; the exit status says the same.
first() {
    "$BERTH" "$@" -o "$form" >out 2>/dev/null
    status=$?
    case $form in
    text) head -n 1 out | cut -c 1-5 ;;
    md) sed -n 3p out | cut -c 1-9 ;;
    json) python3 -c 'import json; print(json.load(open("out"))["limits"]["pass"])' ;;
    esac
    echo "  [$status] $form $*"
}
for form in text md json; do
    first plan -n a,b,c --add d --max-move 1
    first plan -n a,b,c --add d --max-move 30
    first balance -n a,b,c -a ring:points=1 --max-peak 1.01
    first balance -n a,b,c -a ring:points=1 --max-peak 100
    first check a,b a,c
    first check a,b a,b
    first simulate -n a,b --requests 1000 --max-peak 1.0001
    first simulate -n a,b --requests 1000 --max-peak 100
done
