# SPDX-License-Identifier: MIT
"""The Python driver of Cassandra: tokens and owners of fresh keys on a ring of fresh tokens."""
import oracle

try:
    from cassandra.metadata import Murmur3Token
    Murmur3Token.hash_fn(b"x")
except Exception:  # the package, or its murmur3, is not there
    oracle.skip("python3-cassandra is not installed")

count = oracle.Count("python3-cassandra tokens")
for case in range(4):
    owners = ["10.0.%d.%d" % (case, i) for i in range(oracle.rng.randrange(1, 12))]
    tokens = {}
    for owner in owners:
        tokens[owner] = [oracle.rng.randrange(-(1 << 63) + 1, 1 << 63)
                         for _ in range(oracle.rng.choice([1, 16, 64]))]
    ring = sorted((token, owner) for owner in owners for token in tokens[owner])
    wanted = [key.encode() for key in oracle.keys(200)]
    wanted += [bytes(oracle.rng.randrange(256) for _ in range(1 + n % 40)) for n in range(200)]
    real = []
    for key in wanted:
        token = Murmur3Token.hash_fn(key)
        real.append(next((owner for at, owner in ring if at >= token), ring[0][1]))
    nodes = ["%s tokens=%s" % (owner, ",".join(map(str, tokens[owner]))) for owner in owners]
    ours = [each[0] for each in oracle.route("cassandra-token", nodes, wanted)]
    count.compare("%d nodes" % len(owners), wanted, real, ours)
count.done()
