# SPDX-License-Identifier: MIT
# Kafka's default partitioner: the hash loses its sign bit and is not made positive otherwise.
"$BERTH" route -a kafka-murmur2 --count 12 cart-1 cart-2 cart-3 cart-4 cart-5 cart-6 cart-7 cart-8
"$BERTH" route -a kafka-murmur2 --count 10 wu
