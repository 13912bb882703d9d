# SPDX-License-Identifier: MIT
"""facts.py - what the reference must agree with: published values, and laws of the rules themselves

Each fact takes note(ok, what) and reports through it.
"""
import ctypes
import ctypes.util
import json
import math
import random
import struct

import make_vectors
import worked_example
from berth_reference import (Clock, G, Map, Node, Slots, jump, jumpback, log_table, mix, neg_log)
from reference_hashes import HASHES, M32, M64, crc16, crc32, fnv1a32, fnv1a64, xxh3

# Computed by libxxhash 0.8.1.
XXH3 = [(b'', 0x2d06800538d394c2), (b'a', 0xe6c632b61e964e1f), (b'abc', 0x78af5f94892f3950),
        (b'cache-1', 0xf72c73e6b52e4787), (b'0123456789abcdef', 0x64439946d8fa212d),
        (b'x' * 100, 0xc90984ffdf50ce42), (b'y' * 200, 0x78c5ae5cf7b1237e),
        (b'z' * 1000, 0xcd3a574700eddf41)]

# The integers of the outputs of SplitMix64 seeded with 0 and with 1234567.
SPLITMIX = [(0, [0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f]),
            (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423])]

# Keys 0..11 through the jump function of the paper, run as C by its users.
JUMP = [(3, [0, 0, 0, 2, 1, 1, 2, 0, 0, 2, 2, 2]),
        (10, [0, 6, 6, 8, 1, 4, 9, 0, 4, 7, 7, 5]),
        (1000, [0, 549, 338, 961, 172, 231, 421, 97, 191, 254, 751, 664]),
        (1000000, [0, 985611, 152951, 550686, 2326, 583071, 12215, 339236, 81063, 646213, 32509,
                   901505])]


def hashes(note):
    for data, want in XXH3:
        note(xxh3(data) == want, f'XXH3 of {len(data)} bytes')
    note(fnv1a64(b'The_q') == 12257828248125951288, 'FNV-1a 64')
    note(fnv1a32(b'The_q') == 1725640440, 'FNV-1a 32')
    note(crc32(b'123456789') == 0xcbf43926, 'CRC-32')
    note(crc16(b'123456789') == 0x31c3, 'CRC-16/XMODEM')
    note(all(f(b'anything') < 1 << bits for bits, f in HASHES.values()), 'the bits of the hashes')


def xxh3_of_library():
    """The library's XXH3, or None where neither it nor python3-xxhash is installed."""
    try:
        import xxhash
        return xxhash.xxh3_64_intdigest
    except ImportError:
        pass
    found = ctypes.util.find_library('xxhash')
    if found is None:
        return None
    function = ctypes.CDLL(found).XXH3_64bits
    function.restype, function.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
    return lambda data: function(data, len(data))


def xxh3_every_length(note):
    library = xxh3_of_library()
    if library is None:
        print('no xxhash library here: XXH3 held against eight known values only')
        return
    r = random.Random(3)
    wrong = [n for n in [*range(0, 600), 1023, 1024, 1025, 1088, 1089, 2048, 4097]
             if (lambda d: xxh3(d) != library(d))(r.randbytes(n))]
    note(not wrong, f'XXH3 against the library, lengths {wrong[:5]}')


def splitmix(note):
    for seed, want in SPLITMIX:
        note([mix(seed + j * G & M64) for j in (1, 2, 3)] == want, f'SplitMix64 from {seed}')


def jump_of_the_paper(note):
    for n, want in JUMP:
        note([jump(key, n) for key in range(12)] == want, f'jump over {n}')
    note(jump(M64, 10) == jump(-1 & M64, 10) and jump(5, 1) == 0, 'jump at the edges')


# --- jumpback: the checksum its author publishes ----------------------------------------------

def java_int(z):
    """SplittableRandom.nextInt's finaliser."""
    z = (z ^ z >> 33) * 0x62a9d9ed799705f5 & M64
    return ((z ^ z >> 28) * 0xcb24d0a5c88c35b3 & M64) >> 32


def komihash_round(a, b):
    product = a * b
    b = b + (product >> 64) & M64
    return (product & M64) ^ b, b


def komihash(data):
    """komihash 5, seed 0, for data whose length is a positive multiple of 64."""
    a, b = komihash_round(0x243F6A8885A308D3, 0x452821E638D01377)
    low = [a] + [a ^ c for c in (0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89)]
    high = [b] + [b ^ c for c in (0xBE5466CF34E90C6C, 0xC0AC29B7C97C50DD, 0x3F84D5B5B5470917)]
    for words in struct.iter_unpack('<8Q', data):
        for i in range(4):
            product = (low[i] ^ words[i]) * (high[i] ^ words[i + 4])
            low[i] = product & M64
            high[i] = high[i] + (product >> 64) & M64
        low = [low[0] ^ high[3], low[1] ^ high[0], low[2] ^ high[1], low[3] ^ high[2]]
    a = low[0] ^ low[1] ^ low[2] ^ low[3] ^ 1           # 1: the end mark of an empty rest
    b = high[0] ^ high[1] ^ high[2] ^ high[3]
    product = a * b
    b = b + (product >> 64) & M64
    return komihash_round((product & M64) ^ b, b)[0]


def jumpback_checksum(note):
    """A million draws of Java's SplittableRandom, as in hash4j's own test."""
    state, numbers = 0x0a55871a9d9103b7, []
    for _ in range(1000000):
        count = java_int(state + G & M64) >> 1 >> (java_int(state + 2 * G & M64) & 31)
        state = state + 3 * G & M64
        numbers.append(jumpback(mix(state), max(1, count)))
    note(komihash(struct.pack('<1000000I', *numbers)) == 0x23d7a0d288cd67e7,
         'jumpback: the published checksum')


def jumpback_is_consistent(note):
    r = random.Random(4)
    for _ in range(60):
        h, before = r.getrandbits(64), 0
        for n in range(1, 130):
            now = jumpback(h, n)
            if now not in (before, n - 1):
                note(False, f'jumpback moved {h:#x} from {before} to {now} at {n}')
                return
            before = now
    note(True, '')


# --- laws of the rules ------------------------------------------------------------------------

def logarithm(note):
    table = log_table()
    note(all(a < b for a, b in zip(table, table[1:])), 'the log table ascends')
    r = random.Random(5)
    values = sorted(r.getrandbits(64) >> r.randrange(64) for _ in range(4000)) + [M64]
    logs = [neg_log(u) for u in values]
    note(all(a >= b for a, b in zip(logs, logs[1:])), 'L never grows with u')
    note(all(abs(l / 2 ** 56 - (64 - math.log2(u + 1))) < 1e-6 for u, l in zip(values, logs)),
         'L is the logarithm')
    note(neg_log(0) == 64 << 56 and neg_log(M64) == 0, 'L at both ends')


def some_nodes(r, count):
    return [Node(f'n{i}', r.choice([1, 1, 2, 0.5, 7.25])) for i in range(count)]


def proposals(slots, bound):
    """The other way to the stable matching: slots ask down their ranking, a full node keeps those
    that it comes to first."""
    room = {n: slots.capacity(n, bound) for n in slots.nodes}
    held = {n: [] for n in slots.nodes}
    free = [(s, iter(slots.ranking(s))) for s in range(slots.table)]
    while free:
        s, asked = free.pop()
        loss, tick, node, _ = next(asked)
        held[node].append((loss, tick, s, asked))
        if len(held[node]) > room[node]:
            worst = max(held[node], key=lambda h: h[:3])
            held[node].remove(worst)
            free.append((worst[2], worst[3]))
    return {s: n for n, kept in held.items() for _, _, s, _ in kept}


def clocks(note):
    """A clock comes to every place once, and the way back is the way there turned round."""
    r = random.Random(9)
    for m in (0, 1, 2, 3, 7, 8, 15, 16):
        clock = Clock(r.getrandbits(64), r.randrange(1024), m)
        steps = [clock.step(p) for p in range(1 << m)]
        note(sorted(steps) == list(range(1 << m)), f'2^{m} places, each once')
        note(all(clock.place(x) == p for p, x in enumerate(steps)), f'2^{m} places and back')


def law(note):
    """The maps of the law: owners of every slot where the table is small, rankings of samples."""
    with open(make_vectors.VECTORS / 'law' / 'slots.json', encoding='utf-8') as file:
        maps = json.load(file)['maps']
    for i, want in enumerate(maps):
        nodes = [Node(n, w) for n, w in zip(want['names'], want['weights'])]
        for node, weight in zip(nodes, want['weights']):
            node.W = weight
        small = want['table'] * len(nodes) <= 1 << 17
        if want['bound'] and not small:
            continue
        spec = f"slots:table={want['table']},bound={want['bound'] / 1e6:g}"
        m, index = Map(spec, nodes), {n: i for i, n in enumerate(want['names'])}
        note([f'{xxh3(n.encode()):016x}' for n in want['names']] == want['hashes'],
             f'law {i}: hashes of names')
        for sample in want['samples']:
            got = [index[n.name.decode()] for _, _, n, _ in m.scheme.ranking(sample['slot'])]
            if m.scheme.owners:
                got.sort(key=lambda n: n != index[m.scheme.owners[sample['slot']].name.decode()])
            note(got[:3] == sample['replicas'], f"law {i}: ranking of slot {sample['slot']}")
        if small:
            note(f'{checksum(m, index):016x}' == want['checksum'], f'law {i}: all owners')


def checksum(m, index):
    h = 0
    for s in range(m.scheme.table):
        ranked = list(m.scheme.order(s << (m.scheme.hash_bits - m.scheme.bits)))
        h = mix((h + G & M64) ^ (index[ranked[0].name.decode()] if ranked else M32))
    return h


def matching(note):
    r = random.Random(6)
    for count, bound in ((1, '1'), (2, '1'), (5, '1.05'), (9, '1'), (9, '1.3'), (40, '1.000001')):
        m = Map(f'slots:table=256,bound={bound}', some_nodes(r, count))
        note(isinstance(m.scheme, Slots) and
             m.scheme.owners == proposals(m.scheme, round(float(bound) * 10 ** 6)),
             f'two ways to one matching, {count} nodes, bound {bound}')


def ring_includes_its_points(note):
    m = Map('ring:hash=fnv1a64', some_nodes(random.Random(7), 5))
    find, count = m.scheme.find, len(m.scheme.points)
    wrong = [i for i, p in enumerate(m.scheme.points)
             if find(p) != i or find(p + 1 & M64) != (i + 1) % count]
    note(not wrong, 'a point belongs to the arc before it')
    note(m.route(b'n3:5') == ['n3'], 'a key that is a label belongs to that node')


def prefixes_and_down(note):
    r = random.Random(8)
    for spec in ('hrw', 'slots:table=64', 'slots:table=64,bound=1', 'ring:points=9',
                 'maglev:table=101', 'jump:order=line', 'jumpback:order=line', 'modulo:order=line'):
        nodes = some_nodes(r, 7)
        m = Map(spec, nodes)
        keys = [b'%d' % i for i in range(50)]
        whole = [m.route(k, 9) for k in keys]
        note(all(m.route(k, n) == w[:n] for k, w in zip(keys, whole) for n in (0, 1, 3, 7)),
             f'{spec}: a list begins the longer one')
        nodes[2].down = True
        note(all(m.route(k, 9) == [x for x in w if x != 'n2'] for k, w in zip(keys, whole)),
             f'{spec}: a down node is passed over')


def zones(note):
    """Four nodes in each of three zones, then x with a single node."""
    even = [Node(f'{z}{i}', zone=z) for z in 'xyz' for i in range(4)]
    lone = [n for n in even if n.zone != 'x' or n.name == b'x0']
    for nodes, caps in ((even, {3: 1, 4: 2, 6: 2, 7: 3, 12: 4}), (lone, {3: 1, 4: 2, 5: 2, 9: 4})):
        m = Map('hrw', nodes)
        for n, cap in caps.items():
            lists = [m.route(b'obj%d' % i, n) for i in range(40)]
            most = max(max(sum(name[0] == z for name in names) for z in 'xyz') for names in lists)
            whole = all(len(set(names)) == n for names in lists)
            note(whole and most == cap, f'{n} of {len(nodes)} nodes: {most} in a zone, not {cap}')


def documents(note):
    text = worked_example.DOCUMENT.read_text(encoding='utf-8')
    note(worked_example.fill(text) == text, 'the examples of docs/placement.md')
    table = b''.join(t.to_bytes(8, 'little') for t in log_table())
    note(f'`0x{xxh3(table):016x}`' in text, 'the hash of T in docs/placement.md')


def vectors(note):
    """Files of three nodes are what the reference says now; make_vectors.py --check does all."""
    for stem, spec, nodes in make_vectors.configs():
        if len(nodes) == 3 and 'bound' not in spec:
            path = make_vectors.VECTORS / 'native' / f'{stem}.json'
            want = make_vectors.lines_of(make_vectors.vector(spec, nodes))
            same = path.exists() and path.read_text(encoding='utf-8') == want
            note(same, f'{path.name} is as made')


ALL = [hashes, xxh3_every_length, splitmix, jump_of_the_paper, jumpback_checksum,
       jumpback_is_consistent, logarithm, clocks, law, matching, ring_includes_its_points, prefixes_and_down,
       zones, documents, vectors]
