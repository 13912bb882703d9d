# SPDX-License-Identifier: MIT
"""uhashring, the Python library: default and ketama rings, weights, against the presets."""
import oracle

try:
    from uhashring import HashRing
except ImportError:
    oracle.skip("python3-uhashring is not installed")

count = oracle.Count("uhashring")
for case in range(6):
    mode = "ketama" if case % 2 else "default"
    names = oracle.words(oracle.rng.randrange(1, 20), longest=24)
    weights = {name: oracle.rng.choice([1, 1, 1, 2, 5]) for name in names}
    ring = HashRing(hash_fn="ketama") if mode == "ketama" else HashRing()
    for name in names:
        ring.add_node(name, {"weight": weights[name], "vnodes": 40 if mode == "ketama" else 160})
    wanted = oracle.keys(400)
    real = [ring.get_node(key) for key in wanted]
    ours = oracle.route("uhashring:hash_fn=" + mode,
                        ["%s weight=%d" % (name, weights[name]) for name in names], wanted)
    count.compare("%s, %d nodes" % (mode, len(names)), wanted, real, [each[0] for each in ours])
count.done()
