# SPDX-License-Identifier: MIT
"""librdkafka's partitioners, called through ctypes: murmur2, with which Java producers agree, and its own."""
import ctypes
import ctypes.util

import oracle

library = ctypes.util.find_library("rdkafka")
if not library:
    oracle.skip("librdkafka is not installed")


def partitioner(name):
    function = getattr(ctypes.CDLL(library), "rd_kafka_msg_partitioner_" + name)
    function.restype = ctypes.c_int32
    function.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int32,
                         ctypes.c_void_p, ctypes.c_void_p]
    return function


count = oracle.Count("librdkafka")
for name, scheme in [("murmur2", "kafka-murmur2"), ("consistent", "librdkafka-consistent"),
                     ("fnv1a", "librdkafka-fnv1a")]:
    partition = partitioner(name)
    for partitions in [1, 2, 3, 12, oracle.rng.randrange(4, 200), oracle.rng.randrange(200, 2000)]:
        wanted = [key.encode() for key in oracle.keys(300)]
        wanted += [bytes(oracle.rng.randrange(256) for _ in range(n % 33)) for n in range(100)]
        real = [str(partition(None, key, len(key), partitions, None, None)) for key in wanted]
        nodes = ["%d slot=%d" % (i, i) for i in range(partitions)]
        ours = [each[0] for each in oracle.route(scheme, nodes, wanted)]
        count.compare("%s, %d partitions" % (name, partitions), wanted, real, ours)
count.done()
