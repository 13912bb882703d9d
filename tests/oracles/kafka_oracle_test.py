# SPDX-License-Identifier: MIT
"""librdkafka's murmur2 partitioner, the function Java producers agree with, called through ctypes."""
import ctypes
import ctypes.util

import oracle

library = ctypes.util.find_library("rdkafka")
if not library:
    oracle.skip("librdkafka is not installed")
partition = ctypes.CDLL(library).rd_kafka_msg_partitioner_murmur2
partition.restype = ctypes.c_int32
partition.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int32,
                      ctypes.c_void_p, ctypes.c_void_p]

count = oracle.Count("librdkafka murmur2")
for partitions in [1, 2, 3, 12, oracle.rng.randrange(4, 200), oracle.rng.randrange(200, 2000)]:
    wanted = [key.encode() for key in oracle.keys(300)]
    wanted += [bytes(oracle.rng.randrange(256) for _ in range(n % 33)) for n in range(100)]
    real = [str(partition(None, key, len(key), partitions, None, None)) for key in wanted]
    nodes = ["%d slot=%d" % (i, i) for i in range(partitions)]
    ours = [each[0] for each in oracle.route("kafka-murmur2", nodes, wanted)]
    count.compare("%d partitions" % partitions, wanted, real, ours)
count.done()
