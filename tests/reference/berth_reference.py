# SPDX-License-Identifier: MIT
"""berth_reference.py - every native scheme of berth, small and slow, from docs/placement.md

This is the second opinion: it shares no line with the C and is meant to be read next to the
rules. A scheme is a class built from (nodes, params) with one method, order(h), which yields the
nodes of the key hash h, first = owner, each node once. States and zones come afterwards.

    m = Map('slots:table=1024', [Node('cache-1'), Node('cache-2', 2), Node('cache-3')])
    m.route(b'parcel:42', 3)      # ['cache-2', 'cache-1', 'cache-3']
"""
import bisect
import collections
import functools
import itertools
import math
from decimal import Decimal, ROUND_HALF_EVEN, ROUND_HALF_UP, localcontext

from reference_hashes import HASHES, M32, M64

G = 0x9e3779b97f4a7c15
MILLION = 10 ** 6


class Refused(ValueError):
    """This spec cannot place these nodes."""


def mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & M64
    x = (x ^ x >> 27) * 0x94d049bb133111eb & M64
    return x ^ x >> 31


def millionths(value):
    """A weight or a bound as an integer number of millionths, halves up."""
    scaled = Decimal(str(value)) * MILLION
    return int(scaled.to_integral_value(rounding=ROUND_HALF_UP))


class Node:
    def __init__(self, name, weight=1, slot=None, down=False, zone=''):
        self.name = name if isinstance(name, bytes) else name.encode()
        self.W = millionths(weight)
        self.slot = slot
        self.down = down
        self.zone = zone
        self.g = None           # hash of the name; set by the map, which knows the hash function


# --- spec ---------------------------------------------------------------------------------------

DEFAULTS = {
    'hrw': {'hash': 'xxh3'},
    'slots': {'table': 262144, 'bound': '0', 'hash': 'xxh3'},
    'ring': {'points': 160, 'probes': 1, 'hash': 'xxh3'},
    'maglev': {'table': 65537, 'hash': 'xxh3'},
    'jump': {'order': 'slot', 'hash': 'xxh3'},
    'jumpback': {'order': 'slot', 'hash': 'xxh3'},
    'modulo': {'order': 'slot', 'hash': 'xxh3'},
}


def parse_spec(spec):
    """'ring:points=40,probes=3' -> ('ring', {every parameter of ring})"""
    scheme, _, rest = spec.partition(':')
    params = dict(DEFAULTS[scheme])
    for pair in filter(None, rest.split(',')):
        key, _, value = pair.partition('=')
        if key not in params:
            raise Refused(f'{scheme} has no parameter {key}')
        params[key] = int(value) if isinstance(params[key], int) else value
    return scheme, params


# --- hrw: weighted rendezvous -------------------------------------------------------------------

@functools.lru_cache(maxsize=None)
def log_table():
    """T[k] = round(2^56 log2(1 + k/2048)), k = 0..2048, from 60 digits; no k is near a tie."""
    with localcontext() as context:
        context.prec = 60
        scale = Decimal(2 ** 56) / Decimal(2).ln()
        table = []
        for k in range(2049):
            exact = scale * (Decimal(2048 + k) / 2048).ln()
            whole = exact.to_integral_value(rounding=ROUND_HALF_EVEN)
            assert abs(abs(exact - whole) - Decimal('0.5')) > Decimal('1e-9'), k
            table.append(int(whole))
    assert table[0] == 0 and table[2048] == 2 ** 56
    return table


def neg_log(u):
    """L: -log2((u + 1) / 2^64) in units of 2^-56."""
    x = u + 1
    if x == 1 << 64:
        return 0
    e = x.bit_length() - 1
    m = x << (63 - e)
    i = m >> 52 & 2047
    f = m >> 34 & (1 << 18) - 1
    t = log_table()
    return (64 << 56) - ((e << 56) + t[i] + ((t[i + 1] - t[i]) * f >> 18))


class Hrw:
    """The node with the smallest L / W; ties by larger u, smaller g, smaller name."""

    def __init__(self, nodes, params):
        self.nodes = [n for n in nodes if n.W > 0]
        self.equal = len({n.W for n in self.nodes}) <= 1

    @staticmethod
    def compare(a, b):
        (la, ua, na), (lb, ub, nb) = a, b
        left, right = la * nb.W, lb * na.W
        if left != right:
            return -1 if left < right else 1
        if ua != ub:
            return -1 if ua > ub else 1
        return -1 if (na.g, na.name) < (nb.g, nb.name) else 1

    def scored(self, h):
        """(L, u, node), best first."""
        drawn = [(mix(h ^ n.g), n) for n in self.nodes]
        if self.equal:
            drawn.sort(key=lambda p: (-p[0], p[1].g, p[1].name))
            return [(None, u, n) for u, n in drawn]
        return sorted(((neg_log(u), u, n) for u, n in drawn),
                      key=functools.cmp_to_key(self.compare))

    def order(self, h):
        return (n for _, _, n in self.scored(h))


# --- slots: every node by its own clock ---------------------------------------------------------

class Clock:
    """A node's way through the places of one block, and its phase in that block."""

    def __init__(self, g, block, m):
        r = g ^ mix((block + 1) * G & M64)
        u, v = mix(r + G & M64), mix(r + 2 * G & M64)
        fields = [u >> 16 * i & 0xffff for i in range(4)] + [v & 0xffff, v >> 16 & 0xffff]
        self.rounds = [(fields[i] | 1, fields[i + 1]) for i in (0, 2, 4)]
        self.phase = v >> 32
        self.m, self.mask, self.q = m, (1 << m) - 1, (m + 1) // 2

    def step(self, place):
        for multiplier, offset in self.rounds:
            place = place * multiplier + offset & self.mask
            place ^= place >> self.q
        return place

    def place(self, step):
        for multiplier, offset in reversed(self.rounds):
            step ^= step >> self.q
            step = (step - offset) * pow(multiplier, -1, 1 << 16) & self.mask
        return step

    def tick(self, place):
        return (self.step(place) << (32 - self.m)) + (self.phase >> self.m)


class Slots:
    """A slot belongs to the node whose clock brings it there first: L / W, then tick, then name."""

    def __init__(self, nodes, params):
        self.table = params['table']
        self.bits = self.table.bit_length() - 1
        if self.table != 1 << self.bits:
            raise Refused('table is not a power of two')
        self.hash_bits = HASHES[params['hash']][0]
        if self.bits > self.hash_bits:
            raise Refused('more slots than hash values')
        self.m = min(16, self.bits)
        self.nodes = [n for n in nodes if n.W > 0]
        bound = millionths(params['bound'])
        self.owners = self.match(bound) if bound else None

    def slot_of(self, h):
        return h >> (self.hash_bits - self.bits)

    @functools.lru_cache(maxsize=None)
    def clock(self, node, block):
        return Clock(HASHES['xxh3'][1](node.name), block, self.m)

    def visit(self, node, s):
        """(L, tick, node, slot)"""
        tick = self.clock(node, s >> self.m).tick(s & (1 << self.m) - 1)
        z = 2 ** 64 - ((2 * tick + 1) << 31)
        return neg_log(z - 1), tick, node, s

    @staticmethod
    def compare(a, b):
        (la, ta, na, sa), (lb, tb, nb, sb) = a, b
        left, right = la * nb.W, lb * na.W
        if left != right:
            return -1 if left < right else 1
        return -1 if (ta, na.name, sa) < (tb, nb.name, sb) else 1

    def ranking(self, s):
        """(L, tick, node, slot), the first to come first."""
        visits = (self.visit(n, s) for n in self.nodes)
        return sorted(visits, key=functools.cmp_to_key(self.compare))

    def capacity(self, node, bound):
        """ceil(B S W / sum of W), B in millionths."""
        total = sum(n.W for n in self.nodes)
        return -(-(bound * self.table * node.W) // (MILLION * total))

    def match(self, bound):
        """All visits in order; one to a free slot by a node that has room is kept."""
        room = {n: self.capacity(n, bound) for n in self.nodes}
        scale = math.lcm(*(n.W for n in self.nodes)) if self.nodes else 1
        visits = [self.visit(n, s) for n in self.nodes for s in range(self.table)]
        visits.sort(key=lambda v: (v[0] * (scale // v[2].W), v[1], v[2].name, v[3]))
        owners = {}
        for _, _, node, s in visits:
            if s not in owners and room[node] > 0:
                owners[s] = node
                room[node] -= 1
        return owners

    def order(self, h):
        s = self.slot_of(h)
        ranked = [n for _, _, n, _ in self.ranking(s)]
        if not self.owners:
            return iter(ranked)
        owner = self.owners[s]
        return iter([owner] + [n for n in ranked if n is not owner])


# --- ring ---------------------------------------------------------------------------------------

class Ring:
    def __init__(self, nodes, params):
        bits, function = HASHES[params['hash']]
        if bits < 32:
            raise Refused('too few bits for a ring')
        self.mask, self.shift = (1 << bits) - 1, 64 - bits
        self.probes = params['probes']
        points = []
        for n in nodes:
            for j in range(1, self.count(n, params['points']) + 1):
                if params['hash'] == 'xxh3':
                    point = mix(n.g + j * G & M64)
                else:
                    point = function(n.name + b':%d' % (j - 1))
                points.append((point, n.g, n.name, n))
        points.sort(key=lambda p: p[:3])
        self.points = [p[0] for p in points]
        self.nodes = [p[3] for p in points]

    @staticmethod
    def count(node, points):
        if node.W == 0:
            return 0
        return max(1, (points * node.W + MILLION // 2) // MILLION)

    def probe_hash(self, h, k):
        return h if k == 0 else mix(h + k * G & M64) >> self.shift

    def find(self, h):
        """Index of the first point >= h, wrapping."""
        at = bisect.bisect_left(self.points, h)
        return at if at < len(self.points) else 0

    def owner_index(self, h):
        best = None
        for k in range(self.probes):
            p = self.probe_hash(h, k)
            at = self.find(p)
            distance = self.points[at] - p & self.mask
            if best is None or distance < best[0]:
                best = (distance, at)
        return best[1]

    def order(self, h):
        if not self.points:
            return
        seen = set()
        at = self.owner_index(h)
        for node in self.nodes[at:] + self.nodes[:at]:
            if node not in seen:
                seen.add(node)
                yield node


# --- maglev -------------------------------------------------------------------------------------

def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))


class Maglev:
    def __init__(self, nodes, params):
        self.size = params['table']
        if not is_prime(self.size):
            raise Refused('table is not prime')
        if sum(n.W > 0 for n in nodes) > self.size:
            raise Refused('more nodes than slots')
        self.table = self.populate([n for n in nodes if n.W > 0])

    def permutation(self, node):
        offset = node.g % self.size
        skip = mix(node.g) % (self.size - 1) + 1
        return ((offset + j * skip) % self.size for j in range(self.size))

    def populate(self, nodes):
        table = [None] * self.size
        if not nodes:
            return []
        heaviest = max(n.W for n in nodes)
        walks = [self.permutation(n) for n in nodes]
        credit = [0] * len(nodes)
        left = self.size
        while True:
            for i, node in enumerate(nodes):
                credit[i] += node.W
                if credit[i] < heaviest:
                    continue
                credit[i] -= heaviest
                slot = next(s for s in walks[i] if table[s] is None)
                table[slot] = node
                left -= 1
                if left == 0:
                    return table

    def order(self, h):
        if not self.table:
            return
        at = h % self.size
        seen = set()
        for node in self.table[at:] + self.table[:at]:
            if node not in seen:
                seen.add(node)
                yield node


# --- numbered schemes ---------------------------------------------------------------------------

def jump(h, n):
    """Lamping & Veach. Python floats are IEEE doubles and int() truncates, as in the paper."""
    b, j, key = -1, 0, h
    while j < n:
        b = j
        key = (key * 2862933555777941757 + 1) & M64
        j = int(float(b + 1) * (float(1 << 31) / float((key >> 33) + 1)))
    return b


def jumpback(h, n):
    """Ertl's JumpBackHash over SplitMix64 seeded with h."""
    if n <= 1:
        return 0
    state = h + G & M64
    v = mix(state)
    u = (v ^ v >> 32) & (1 << (n - 1).bit_length()) - 1
    while u:
        q = 1 << u.bit_length() - 1
        half = v >> 32 if bin(u).count('1') % 2 else v & M32
        b = q + (half & q - 1)
        if b < n:
            return b
        while b >= q:
            state = state + G & M64
            w = mix(state)
            for half in (w & M32, w >> 32):
                b = half & 2 * q - 1
                if b < q:
                    break
                if b < n:
                    return b
        u ^= q
    return 0


def modulo(h, n):
    return h % n


class Numbered:
    """Draw a number; when its node is missing, empty or taken, redraw with the next hash."""

    draw = {'jump': jump, 'jumpback': jumpback, 'modulo': modulo}

    def __init__(self, scheme, nodes, params):
        self.pick = self.draw[scheme]
        self.at = {}
        for n in nodes:
            if n.slot is None:
                raise Refused('every node needs slot=K, or say order=line')
            if n.slot in self.at:
                raise Refused(f'slot {n.slot} is given twice')
            self.at[n.slot] = n
        self.count = max(self.at, default=-1) + 1
        if scheme != 'jumpback' and len(self.at) < self.count:
            raise Refused(f'{scheme} needs every number from 0 to {self.count - 1}')

    def order(self, h):
        left = {number: n for number, n in self.at.items() if n.W > 0}
        for k in range(64 + 16 * self.count):
            if not left:
                return
            drawn = self.pick(h if k == 0 else mix(h + k * G & M64), self.count)
            if drawn in left:
                yield left.pop(drawn)
        for number in sorted(left):
            yield left[number]


# --- map ----------------------------------------------------------------------------------------

CLASSES = {'hrw': Hrw, 'slots': Slots, 'ring': Ring, 'maglev': Maglev}


class Map:
    """A spec over a membership. Only order=line looks at the order of the nodes."""

    def __init__(self, spec, nodes):
        scheme, params = parse_spec(spec)
        self.hash = HASHES[params.get('hash', 'xxh3')][1]
        for number, n in enumerate(nodes):
            n.g = self.hash(n.name)
            if params.get('order') == 'line':
                n.slot = number
        nodes = sorted(nodes, key=lambda n: n.name)
        self.zones = len({n.zone for n in nodes})
        if scheme in CLASSES:
            self.scheme = CLASSES[scheme](nodes, params)
        else:
            self.scheme = Numbered(scheme, nodes, params)

    def key_hash(self, key):
        """Bytes are hashed as they are; an integer as its 8 little-endian bytes."""
        return self.hash(key if isinstance(key, bytes) else (key & M64).to_bytes(8, 'little'))

    def route(self, key, replicas=1):
        """The names of the first replicas nodes that are up, owner first, spread over zones."""
        up = (n for n in self.scheme.order(self.key_hash(key)) if not n.down)
        if self.zones > 1:
            up = self.spread(list(up))
        return [n.name.decode() for n in itertools.islice(up, replicas)]

    def spread(self, left):
        """Each pick is the first node whose zone has room; zones have room as evenly as can be."""
        taken = collections.Counter()
        k = 1
        while left:
            cap = -(-k // self.zones)
            while all(taken[n.zone] >= cap for n in left):
                cap += 1
            pick = next(n for n in left if taken[n.zone] < cap)
            yield pick
            left.remove(pick)
            taken[pick.zone] += 1
            k += 1
