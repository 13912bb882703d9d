# SPDX-License-Identifier: MIT
# The picture of a simulation is XML whatever the names are, has a line for every node, with a gap
# where it was away, and nothing lies outside of it.
cat >nodes.txt <<'END'
node "<a & \"b\">"
node "b]]>--c" weight=2
END
printf 'node "bad \377\300 bytes"\nnode "\357\277\277 no character"\nnode \303\244\303\266\n' >>nodes.txt
printf 'at 400 down "<a & \\"b\\">"\nat 700 up "<a & \\"b\\">"\nat 900 add new\n' >changes.txt
look() {
    python3 - "$1" <<'END'
import sys
import xml.etree.ElementTree as tree
svg = "{http://www.w3.org/2000/svg}"
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == svg + "svg", root.tag
width, height = (float(root.get(side)) for side in ("width", "height"))
lines = [line for line in root.iter(svg + "polyline") if line.get("class") != "even"]
for line in root.iter(svg + "polyline"):
    for point in line.get("points").split():
        x, y = (float(part) for part in point.split(","))
        assert 0 <= x <= width and 0 <= y <= height, point
for text in root.iter(svg + "text"):
    assert 0 <= float(text.get("x")) <= width and 0 <= float(text.get("y")) <= height
names = [text.text for text in root.iter(svg + "text") if text.get("class") == "start"]
print(len(lines), "lines,", len(list(root.iter(svg + "circle"))), "marks,", names)
END
}
"$BERTH" simulate -n nodes.txt --requests 1000 --step 100 --schedule changes.txt --svg a.svg >a.txt
look a.svg
"$BERTH" simulate -n nodes.txt --requests 1000 --step 100 --schedule changes.txt --svg b.svg >b.txt
cmp a.svg b.svg && cmp a.txt b.txt && echo "the same again"
"$BERTH" simulate -n 'n[1-40]' --requests 500 --step 1 --svg many.svg >/dev/null
look many.svg
"$BERTH" simulate -n a --requests 1 --svg one.svg >/dev/null
look one.svg
