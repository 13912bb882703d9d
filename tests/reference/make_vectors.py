# SPDX-License-Identifier: MIT
"""make_vectors.py - writes tests/vectors/native/*.json from the reference

    python3 tests/reference/make_vectors.py            # write them
    python3 tests/reference/make_vectors.py --check    # exit 1 when a file differs

The format is described in tests/vectors/native/README.md. Everything is made from fixed seeds: the
files change only when a rule changes, and the rules are frozen.
"""
import json
import random
import sys
from pathlib import Path

from berth_reference import DEFAULTS, Map, Node, log_table, neg_log
from reference_hashes import fnv1a32, xxh3

VECTORS = Path(__file__).resolve().parents[1] / 'vectors'
REPLICAS = 3
PROBED = 'ring:hash=fnv1a32,probes=21'

# Every kind of weight: whole, fractional, the last millionth, large, and one node in ten with 0.
WEIGHTS = [1, 2, 0.5, 0, 3.25, 1, 10, 1.000001, 0.75, 100]


def text_keys():
    """(key as JSON, key as bytes)"""
    texts = ['', 'a', 'ab', 'abc', 'user:1', 'user:2', 'user:3', 'parcel:42', '0123456789abcdef',
             '0123456789abcdefg', 'naïve-Schlüssel', '鍵-カギ-열쇠', '🗝️', ' blank ', 'tab\there',
             'x' * 32, 'y' * 33, 'z' * 64, 'long-' * 13, 'p' * 128, 'q' * 129, 'r' * 240,
             's' * 241, 'k' * 256, 'm' * 1000, 'n' * 1024, 'cache-1:0', 'cache-2:159', 'node-7:3']
    keys = [(t, t.encode()) for t in texts]
    raw = [b'\0', b'a\0b', b'a\0c', b'\0' * 17, b'\xff' * 16, b'\n', b'\x80\xfe', bytes(range(256))]
    return keys + [({'hex': b.hex()}, b) for b in raw]


U64_KEYS = [0, 1, 2, 3, 42, 255, 1 << 32, 1700000000000, 1 << 63, (1 << 64) - 1,
            0x0123456789abcdef, (1000000000 << 22) | 7]


def names(count):
    if count == 1:
        return ['solo']
    if count == 2:
        return ['left', 'right']
    if count <= 10:
        return [f'{"cache" if count == 3 else "node"}-{i}' for i in range(count)]
    return [f'edge-{i:03d}' for i in range(count)]


def members(count, weighted, seed=0):
    """A membership listed in no particular order, as (name, weight) pairs."""
    r = random.Random(f'{count}/{weighted}/{seed}')
    listed = [(n, WEIGHTS[i % len(WEIGHTS)] if weighted else 1) for i, n in enumerate(names(count))]
    if weighted and count == 2:
        listed = [(listed[0][0], 1), (listed[1][0], 1000)]
    r.shuffle(listed)
    return [{'name': n, 'weight': w} for n, w in listed]


def numbered(count, empty=False, holes=False):
    """The same with numbers. `empty`: some have weight 0; `holes`: some numbers have no node."""
    listed = members(count, False)
    r = random.Random(f'{count}/{empty}/{holes}')
    limit = count * 3 // 2 if holes else count
    for node, number in zip(listed, r.sample(range(limit), count)):
        node['slot'] = number
        if empty and count > 1 and r.random() < 0.3:
            node['weight'] = 0
    return listed


def configs():
    """(file stem, spec, nodes)"""
    for count in (1, 2, 3, 10, 1000):
        for weighted in (False, True):
            if weighted and count == 1:
                continue
            tail = f'{count}{"-weights" if weighted else ""}'
            nodes = members(count, weighted)
            yield f'hrw-{tail}', 'hrw', nodes
            yield f'slots-{tail}', 'slots', nodes
            yield f'ring-{tail}', 'ring', nodes
            yield f'maglev-{tail}', 'maglev', nodes
            if count != 1000:
                yield f'slots-table1024-{tail}', 'slots:table=1024', nodes
                yield f'slots-table4096-bound1.05-{tail}', 'slots:table=4096,bound=1.05', nodes
                yield f'ring-probes3-{tail}', 'ring:probes=3', nodes
                yield f'ring-fnv1a32-{tail}', 'ring:hash=fnv1a32', nodes
        nodes = numbered(count)
        for scheme in ('jump', 'jumpback', 'modulo') if count != 1000 else ('jump',):
            yield f'{scheme}-{count}', scheme, nodes
            yield f'{scheme}-{count}-empty', scheme, numbered(count, empty=True)
        yield f'jumpback-{count}-holes', 'jumpback', numbered(count, empty=True, holes=True)
    yield 'modulo-1000', 'modulo', numbered(1000)
    yield from variants()


def variants():
    three, ten, many = members(3, True), members(10, True), members(1000, False)
    for scheme in ('jump', 'jumpback', 'modulo'):
        line = [{'name': n['name'], 'weight': 1} for n in ten]
        yield f'{scheme}-order-line-10', f'{scheme}:order=line', line
        yield f'{scheme}-fnv1a64-10', f'{scheme}:hash=fnv1a64', numbered(10)
    for hash_name in ('fnv1a64', 'fnv1a32', 'crc32', 'crc16'):
        yield f'hrw-{hash_name}-10-weights', f'hrw:hash={hash_name}', ten
        yield f'slots-{hash_name}-10-weights', f'slots:table=4096,hash={hash_name}', ten
        yield f'maglev-{hash_name}-10-weights', f'maglev:hash={hash_name}', ten
        if hash_name != 'crc16':
            yield f'ring-{hash_name}-probes4-10-weights', f'ring:hash={hash_name},probes=4', ten
    # Capacities that come out whole: nothing to round up.
    yield 'slots-table1024-bound1-2', 'slots:table=1024,bound=1', members(2, False)
    yield 'slots-table1024-bound1.25-5', 'slots:table=1024,bound=1.25', members(5, False)
    yield 'slots-table1024-bound1-10', 'slots:table=1024,bound=1', members(10, False)
    yield 'slots-table1024-bound1.05-1000', 'slots:table=1024,bound=1.05', many
    yield 'slots-table65536-10-weights', 'slots:table=65536', ten
    yield 'ring-points1-10-weights', 'ring:points=1', ten
    yield 'ring-points7-probes21-10-weights', 'ring:points=7,probes=21', ten
    yield 'ring-fnv1a32-probes21-200', PROBED, members(200, False)
    yield 'ring-fnv1a32-1000', 'ring:hash=fnv1a32', many
    yield 'maglev-table251-3-weights', 'maglev:table=251', three
    yield 'maglev-table251-10', 'maglev:table=251', members(10, False)
    yield 'maglev-table1009-1000', 'maglev:table=1009', many
    tied = [{'name': n, 'weight': 1} for n in same_hash_names() + ['other']]
    yield 'hrw-fnv1a32-ties', 'hrw:hash=fnv1a32', tied
    yield 'slots-fnv1a32-ties', 'slots:table=64,bound=1,hash=fnv1a32', tied
    yield 'ring-fnv1a32-ties', 'ring:hash=fnv1a32', tied
    yield 'maglev-fnv1a32-ties', 'maglev:hash=fnv1a32', tied
    uneven = [dict(n, weight=w) for n, w in zip(tied, (2, 1.5, 1))]
    yield 'hrw-fnv1a32-ties-weights', 'hrw:hash=fnv1a32', uneven
    yield 'slots-fnv1a32-ties-weights', 'slots:table=64,bound=1,hash=fnv1a32', uneven


def same_hash_names():
    """Two names with equal FNV-1a: whatever follows a shared hash is shared as well."""
    seen = {}
    for i in range(1000000):
        name = f'tie-{i * 2654435761 % (1 << 32):x}'
        first = seen.setdefault(fnv1a32(name.encode()), name)
        if first != name:
            return [name, first]
    raise AssertionError('no two names collide')


def shared_point_keys(spec, nodes):
    """Keys that fall exactly on ring points which several nodes share (hash rings only)."""
    if spec != 'ring:hash=fnv1a32':
        return []
    ring = Map(spec, [Node(n['name'], n['weight']) for n in nodes]).scheme
    shared = {p for i, p in enumerate(ring.points[1:])
              if p == ring.points[i] and ring.nodes[i] is not ring.nodes[i + 1]}
    keys = [f'{n["name"]}:{j}' for n in nodes for j in range(ring.count(Node('', n['weight']), 160))
            if fnv1a32(f'{n["name"]}:{j}'.encode()) in shared]
    return [(k, k.encode()) for k in sorted(keys)[:20]]


def tied_probe_keys(spec, nodes):
    """Keys of which two probes are equally near to points of two nodes."""
    if spec != PROBED:
        return []
    m, keys = Map(spec, [Node(n['name'], n['weight']) for n in nodes]), []
    for i in range(100000):
        key = f'probe-{i}'
        hashes = [m.scheme.probe_hash(m.key_hash(key.encode()), k) for k in range(m.scheme.probes)]
        met = [m.scheme.find(p) for p in hashes]
        near = sorted((m.scheme.points[at] - p & m.scheme.mask, k, m.scheme.nodes[at].name)
                      for k, (p, at) in enumerate(zip(hashes, met)))
        if near[0][0] == near[1][0] and near[0][2] != near[1][2]:
            keys.append((key, key.encode()))
        if len(keys) == 4:
            return keys
    raise AssertionError('no two probes tie')


def vector(spec, nodes):
    made = [Node(n['name'], n['weight'], n.get('slot')) for n in nodes]
    m = Map(spec, made)
    keys = text_keys() + shared_point_keys(spec, nodes) + tied_probe_keys(spec, nodes)
    lists = [m.route(b, REPLICAS) for _, b in keys] + [m.route(k, REPLICAS) for k in U64_KEYS]
    return {
        'format': 'berth-native-vectors/1', 'spec': spec, 'nodes': nodes,
        'keys': [k for k, _ in keys], 'u64_keys': [str(k) for k in U64_KEYS],
        'owner': [names[0] for names in lists], 'replicas': lists,
    }


def log_vectors():
    """L of single values of u, and the log table in one number."""
    r = random.Random('log')
    values = [0, 1, 2, 3, 4, (1 << 52) - 1, (1 << 63) - 2, (1 << 63) - 1, 1 << 63, (1 << 63) + 1,
              (1 << 64) - 3, (1 << 64) - 2, (1 << 64) - 1]
    values += [r.getrandbits(64) >> r.randrange(64) for _ in range(87)]
    table = log_table()
    return {
        'format': 'berth-log-vectors/1',
        'table_xxh3': f'{xxh3(b"".join(t.to_bytes(8, "little") for t in table)):016x}',
        'table': {str(k): f'{table[k]:016x}' for k in (0, 1, 2, 355, 356, 357, 1024, 2047, 2048)},
        'u': [f'{u:016x}' for u in values], 'L': [f'{neg_log(u):016x}' for u in values],
    }


def lines_of(value):
    """JSON, one top-level member a line, its strings readable."""
    rows = [f'{json.dumps(k)}: {json.dumps(v, ensure_ascii=False, separators=(",", ":"))}'
            for k, v in value.items()]
    return '{\n' + ',\n'.join(rows) + '\n}\n'


def files():
    """(path, text) of everything this program writes."""
    yield VECTORS / 'native-log.json', lines_of(log_vectors())
    for stem, spec, nodes in configs():
        assert spec.partition(':')[0] in DEFAULTS
        yield VECTORS / 'native' / f'{stem}.json', lines_of(vector(spec, nodes))


def main():
    check = '--check' in sys.argv[1:]
    total = different = written = 0
    for path, text in files():
        total += len(text.encode())
        written += 1
        if check:
            if not path.exists() or path.read_text(encoding='utf-8') != text:
                different += 1
                print(f'{path.name} differs')
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding='utf-8')
    print(f'{written} files, {total} bytes' + (f', {different} differ' if check else ''))
    return 1 if different else 0


if __name__ == '__main__':
    sys.exit(main())
