# SPDX-License-Identifier: MIT
"""worked_example.py - the worked examples of docs/placement.md, one key on three nodes

    python3 tests/reference/worked_example.py           # print them
    python3 tests/reference/worked_example.py --write   # put them into docs/placement.md

In the document an example is the text block that follows the line <!-- example: NAME -->.
"""
import re
import sys
from pathlib import Path

from berth_reference import G, Map, Node, M64, mix, neg_log

DOCUMENT = Path(__file__).resolve().parents[2] / 'docs' / 'placement.md'
KEY = b'parcel:42'


def nodes(**change):
    made = [Node('cache-1', 1, 0), Node('cache-2', 2, 1), Node('cache-3', 1, 2)]
    for n in made:
        n.down = n.name.decode() == change.get('down')
    return made


def build(spec, **change):
    m = Map(spec, nodes(**change))
    return m, m.key_hash(KEY)


def answer(spec, **change):
    m, _ = build(spec, **change)
    return f'replicas      {" ".join(m.route(KEY, 3))}'


def common():
    m, h = build('hrw')
    lines = [f'key           {KEY.decode()}', f'h             0x{h:016x}']
    for n in m.scheme.nodes:
        lines.append(f'g {n.name.decode()}     0x{n.g:016x}   W {n.W}')
    lines.append(f'h of the integer 42    0x{m.key_hash(42):016x}')
    return lines


def scores(ranked):
    return [f'{n.name.decode()}       u 0x{u:016x}   L {neg_log(u)}   L/W {neg_log(u) / n.W:.0f}'
            for _, u, n in ranked]


def hrw():
    m, h = build('hrw')
    return scores(m.scheme.scored(h)) + [answer('hrw')]


def slots():
    m, h = build('slots')
    s = m.scheme.slot_of(h)
    block, place = s >> 16, s & 0xffff
    head = [f'slot          {s} of {m.scheme.table}: place {place} of block {block}']
    for n in m.scheme.nodes:
        clock = m.scheme.clock(n, block)
        head.append(f'{n.name.decode()}       step {clock.step(place)}, phase 0x{clock.phase:08x}')
    capped, _ = build('slots:table=1024,bound=1.05')
    room = ', '.join(f'{n.name.decode()} {capped.scheme.capacity(n, 1050000)}'
                     for n in capped.scheme.nodes)
    visits = [f'{n.name.decode()}       tick {t}   L {loss}   L/W {loss / n.W:.0f}'
              for loss, t, n, _ in m.scheme.ranking(s)]
    return [*head, *visits, answer('slots'),
            f'capacities with table=1024,bound=1.05: {room}']


def ring():
    m, h = build('ring')
    at = m.scheme.owner_index(h)
    owner = m.scheme.nodes[at]
    j = next(j for j in range(1, 321) if mix(owner.g + j * G & M64) == m.scheme.points[at])
    counts = ', '.join(f'{n.name.decode()} {m.scheme.count(n, 160)}' for n in nodes())
    lines = [f'points        {counts}',
             f'first >= h    0x{m.scheme.points[at]:016x}   point {j} of {owner.name.decode()}',
             answer('ring')]
    for k in range(3):
        p = m.scheme.probe_hash(h, k)
        at = m.scheme.find(p)
        lines.append(f'probe {k}       0x{p:016x}   distance 0x{m.scheme.points[at] - p & M64:016x}'
                     f'   {m.scheme.nodes[at].name.decode()}')
    lines.append(f'{answer("ring:probes=3")}   (probes=3)')
    m, h = build('ring:hash=fnv1a32')
    at = m.scheme.owner_index(h)
    lines.append(f'hash=fnv1a32  h 0x{h:08x}   first point >= h 0x{m.scheme.points[at]:08x}'
                 f'   {m.scheme.nodes[at].name.decode()}')
    return lines


def maglev():
    m, h = build('maglev')
    size = m.scheme.size
    lines = [f'{n.name.decode()}       offset {n.g % size}   skip {mix(n.g) % (size - 1) + 1}'
             for n in sorted(set(m.scheme.table), key=lambda n: n.name)]
    lines += [f'slot          {h % size} of {size}', answer('maglev')]
    small, _ = build('maglev:table=7')
    cells = ' '.join(n.name.decode()[-1] for n in small.scheme.table)
    return lines + [f'table=7       {cells}   (1 = cache-1, ...)']


def numbered(scheme):
    m, h = build(scheme)
    drawn = m.scheme.pick
    lines = [f'h             0x{h:016x}   number {drawn(h, 3)}']
    for k in range(1, 4):
        hk = mix(h + k * G & M64)
        lines.append(f'h_{k}           0x{hk:016x}   number {drawn(hk, 3)}')
    owner = m.route(KEY)[0]
    return lines + [answer(scheme), f'{answer(scheme, down=owner)}   ({owner} down)']


EXAMPLES = {
    'common': common, 'hrw': hrw, 'slots': slots, 'ring': ring, 'maglev': maglev,
    'jump': lambda: numbered('jump'), 'jumpback': lambda: numbered('jumpback'),
    'modulo': lambda: numbered('modulo'),
}


def fill(text):
    """The document with every example as it should be."""
    for name, make in EXAMPLES.items():
        block = f'<!-- example: {name} -->\n```text\n' + '\n'.join(make()) + '\n```'
        text, found = re.subn(rf'<!-- example: {name} -->\n```text\n.*?```', lambda _: block, text,
                              flags=re.DOTALL)
        if found != 1:
            raise SystemExit(f'{DOCUMENT.name}: {found} examples called {name}, want 1')
    return text


def main():
    if '--write' in sys.argv[1:]:
        DOCUMENT.write_text(fill(DOCUMENT.read_text()))
        return
    for name, make in EXAMPLES.items():
        print(f'--- {name}')
        print('\n'.join(make()))


if __name__ == '__main__':
    main()
