# SPDX-License-Identifier: MIT
# Kafka's default partitioner as Java clients compute it: the sign is masked away, not left
# in and not made absolute.
"$BERTH" route -a kafka-murmur2 --count 12 cart-1 cart-2 cart-3 cart-4 cart-5 cart-6 cart-7 cart-8
"$BERTH" route -a kafka-murmur2 --count 10 wu
