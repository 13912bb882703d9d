# SPDX-License-Identifier: MIT
"""check.py - is the reference right, and does the tool agree with it?

    BERTH=build/berth python3 tests/reference/check.py [--seed N] [--rounds N] [--without-tool]

First the reference is held against facts that others published; then the tool ($BERTH) and the
reference place fresh random keys on fresh random memberships. The seed is printed; a difference
prints the command that shows it again.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import facts
from berth_reference import Map, Node

REPLICAS = 5
PRIMES = [2, 3, 5, 7, 13, 101, 251, 1009, 4099, 65537]
HASH_NAMES = ['xxh3', 'fnv1a64', 'fnv1a32', 'crc32', 'crc16']
FAMILIES = ['cache-{:d}', 'node-{:03d}.rack.example:11211', '{:d}', 'a{:x}', 'Zürich-{:d}',
            '10.0.{:d}.7']


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def note(self, ok, what):
        self.passed += ok
        self.failed += not ok
        if not ok:
            print(f'FAILED {what}', flush=True)


# --- random cases -------------------------------------------------------------------------------

def random_spec(r, scheme, size):
    def some(**params):
        given = [f'{k}={v}' for k, v in params.items() if r.random() < 0.5]
        return scheme + (':' + ','.join(given) if given else '')
    hash_name = r.choice(HASH_NAMES)
    if scheme == 'slots':
        bound = r.choice(['1', '1.000001', '1.02', '1.05', '1.25', '2.5'])
        bounded = f'slots:table={2 ** r.randint(4, 11)},bound={bound},hash={hash_name}'
        spec = bounded if r.random() < 0.5 else some(table=2 ** r.randint(0, 16), hash=hash_name)
        # More slots than hash values are refused, which check_refusals looks at.
        return spec + ',table=65536' if spec == 'slots:hash=crc16' else spec
    if scheme == 'ring':
        return some(points=r.choice([1, 2, 3, 40, 161]), probes=r.choice([2, 3, 5, 21]),
                    hash=r.choice(HASH_NAMES[:-1]))
    if scheme == 'maglev':
        return some(table=r.choice([p for p in PRIMES[3:] if p >= size]), hash=hash_name)
    return some(hash=hash_name)


def random_weights(r, scheme, count):
    kind = r.randrange(6)
    top = 8 if scheme == 'ring' else 1000000
    if kind == 0:
        return ['1'] * count
    if kind == 1:
        return [r.choice(['2.5', '0.000001', '3'])] * count
    if kind == 2:
        return [str(r.randint(1, 9)) for _ in range(count)]
    if kind == 3:
        return [r.choice(['0', '1', '2']) for _ in range(count)]
    if kind == 4:
        return [f'{r.uniform(0.000001, 8):.6f}' for _ in range(count)]
    return [r.choice(['0.000001', '1', str(top)]) for _ in range(count)]


def random_nodes(r, scheme, size):
    numbered = scheme in ('jump', 'jumpback', 'modulo')
    names = [r.choice(FAMILIES).format(i) for i in r.sample(range(3 * size), size)]
    names = sorted(set(names))
    r.shuffle(names)
    count = len(names)
    if numbered:
        weights = [r.choice('0111') for _ in names]
        holes = 2 * count if scheme == 'jumpback' else count
        numbers = r.sample(range(holes), count)
    else:
        weights, numbers = random_weights(r, scheme, count), [None] * count
    if not any(float(w) for w in weights):
        weights[0] = '1'
    down = r.choice([0, 0, 0.2])
    zones = r.choice([[''], [''], ['x', 'y', 'z'], ['x', 'x', 'x', 'y', '']])
    return [(n, w, k, r.random() < down, r.choice(zones))
            for n, w, k in zip(names, weights, numbers)]


def nodes_text(r, rows):
    lines = []
    for name, weight, number, down, zone in rows:
        if number is None and not down and not zone and r.random() < 0.5:
            lines.append(name if weight == '1' and r.random() < 0.5 else f'{name} {weight}')
            continue
        attributes = [f'weight={weight}'] if weight != '1' or r.random() < 0.5 else []
        attributes += [f'slot={number}'] if number is not None else []
        attributes += ['state=down'] if down else []
        attributes += [f'zone={zone}'] if zone else []
        lines.append(' '.join(['node', name] + attributes))
    return '\n'.join(lines) + '\n'


def random_keys(r, kind):
    """(line in the key file, key)"""
    if kind == '--u64':
        keys = [r.getrandbits(64) >> r.randrange(64) for _ in range(40)]
        return [(str(k), k) for k in keys + [0, (1 << 64) - 1]]
    if kind == '--hex':
        lengths = [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 64, 128, 129, 240, 241, 999]
        keys = [r.randbytes(r.choice(lengths)) for _ in range(30)]
        return [(k.hex(), k) for k in keys + [b'\0', b'a\0b']]
    stems = ['user:', 'k', 'сессия/', 'cache-']
    keys = [f'{r.choice(stems)}{r.getrandbits(40)}' for _ in range(40)]
    return [(k, k.encode()) for k in keys]


# --- the tool ---------------------------------------------------------------------------------

def run(arguments):
    done = subprocess.run(arguments, capture_output=True, timeout=60, encoding='utf-8',
                          errors='replace')
    return done.returncode, done.stdout, done.stderr


def nobody_answers(rows):
    return all(float(weight) == 0 or down for _, weight, _, down, _ in rows)


def compare(tool, spec, rows, text, kind, keys, folder):
    """None, or what is different."""
    nodes_path, keys_path = folder / 'nodes.txt', folder / 'keys.txt'
    nodes_path.write_text(text, encoding='utf-8')
    keys_path.write_text(''.join(line + '\n' for line, _ in keys), encoding='utf-8')
    command = [tool, 'route', '-a', spec, '-n', str(nodes_path), '-k', str(keys_path),
               '-r', str(REPLICAS)] + ([kind] if kind else [])
    code, out, err = run(command)
    if nobody_answers(rows):
        return None if code == 2 and not out else f'exit {code}, but nobody can own a key'
    m = Map(spec, [Node(*row) for row in rows])
    routes = [m.route(key, REPLICAS) for _, key in keys]
    if code != (0 if all(routes) else 1):  # 1 says that a key has no node that answers
        return f'exit {code}: {err.strip()}\n  {" ".join(command)}'
    want = ['\t'.join([line] + route) for (line, _), route in zip(keys, routes)]
    got = out.removesuffix('\n').split('\n')
    for i, line in enumerate(want):
        if i >= len(got) or got[i].rstrip('\t') != line:
            return (f'line {i + 1} of {" ".join(command)}\n  want {line}\n  got  '
                    f'{got[i] if i < len(got) else "nothing"}')
    return None if len(got) == len(want) else f'{len(got)} lines instead of {len(want)}'


def one_round(tool, seed, scheme, size, folder, tally):
    r = random.Random(f'{seed}/{scheme}/{size}')
    spec, rows = random_spec(r, scheme, size), random_nodes(r, scheme, size)
    text = nodes_text(r, rows)
    for kind in ('', '--hex', '--u64'):
        difference = compare(tool, spec, rows, text, kind, random_keys(r, kind), folder)
        tally.note(difference is None, f'{spec} on {len(rows)} nodes {kind}: {difference}')
        if difference:
            keep = Path(tempfile.mkdtemp(prefix='berth-check-'))
            for name in ('nodes.txt', 'keys.txt'):
                (keep / name).write_bytes((folder / name).read_bytes())
            print(f'  kept in {keep}')
            return


def check_refusals(tool, folder, tally):
    cases = [('jump', 'node a\nnode b slot=1\n'), ('jump', 'node a slot=0\nnode b slot=2\n'),
             ('modulo', 'node a slot=1\n'), ('jumpback', 'node a\n'),
             ('slots:table=1000', 'a\n'), ('maglev:table=65536', 'a\n'), ('slots:bound=0.5', 'a\n'),
             ('maglev:table=3', 'a\nb\nc\nd\n'), ('ring:hash=crc16', 'a\n'),
             ('slots:hash=crc16', 'a\n')]
    for spec, text in cases:
        (folder / 'nodes.txt').write_text(text)
        code, out, err = run([tool, 'route', '-a', spec, '-n', str(folder / 'nodes.txt'), 'key'])
        tally.note(code == 2 and not out and bool(err.strip()),
                   f'{spec} over {text!r} must be refused: exit {code}, {out!r}, {err!r}')


def check_tool(tool, seed, rounds, tally):
    sizes = [1, 2, 3, 4, 7, 12, 33]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_refusals(tool, folder, tally)
        for i in range(rounds):
            for scheme in ('hrw', 'slots', 'ring', 'maglev', 'jump', 'jumpback', 'modulo'):
                one_round(tool, f'{seed}/{i}', scheme, sizes[i % len(sizes)], folder, tally)
        for scheme in ('hrw', 'slots', 'ring', 'maglev', 'jump', 'jumpback', 'modulo'):
            one_round(tool, f'{seed}/big', scheme, 700, folder, tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--seed', type=int, default=int(time.time()))
    parser.add_argument('--rounds', type=int, default=14)
    parser.add_argument('--without-tool', action='store_true', help='facts only')
    options = parser.parse_args()
    tally = Tally()
    for fact in facts.ALL:
        fact(tally.note)
    tool = os.environ.get('BERTH', 'build/berth')
    if not options.without_tool:
        if not os.access(tool, os.X_OK):
            sys.exit(f'there is no tool at {tool}: set BERTH, or say --without-tool')
        print(f'seed {options.seed}', flush=True)
        check_tool(tool, options.seed, options.rounds, tally)
    print(f'{tally.passed} passed, {tally.failed} failed')
    return 1 if tally.failed else 0


if __name__ == '__main__':
    sys.exit(main())
