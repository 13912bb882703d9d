# SPDX-License-Identifier: MIT
"""reference_hashes.py - the hash functions native placement is built on, in plain Python

Written from the published descriptions, for reading rather than for speed. Every function takes
bytes and returns an unsigned integer; HASHES says how many bits each one has.
"""
import binascii
import struct
import zlib

M32 = (1 << 32) - 1
M64 = (1 << 64) - 1

# The 192 secret bytes that XXH3 fixes for seed 0.
SECRET = bytes.fromhex(
    'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f'
    'cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c'
    '3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8'
    'a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364'
    'eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e'
    '2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e')

P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def read32(data, at):
    return struct.unpack_from('<I', data, at)[0]


def read64(data, at):
    return struct.unpack_from('<Q', data, at)[0]


def rotl(x, bits):
    return (x << bits | x >> (64 - bits)) & M64


def swap64(x):
    return int.from_bytes(x.to_bytes(8, 'little'), 'big')


def fold(a, b):
    """128-bit product, its halves xored."""
    product = a * b
    return (product & M64) ^ (product >> 64)


def secret_xor(at):
    return read64(SECRET, at) ^ read64(SECRET, at + 8)


def avalanche64(h):
    h = (h ^ h >> 33) * P64_2 & M64
    h = (h ^ h >> 29) * P64_3 & M64
    return h ^ h >> 32


def avalanche3(h):
    h = (h ^ h >> 37) * 0x165667919E3779F9 & M64
    return h ^ h >> 32


def xxh3_upto_3(data):
    n = len(data)
    word = data[0] << 16 | data[n >> 1] << 24 | data[-1] | n << 8
    return avalanche64(word ^ read32(SECRET, 0) ^ read32(SECRET, 4))


def xxh3_upto_8(data):
    n = len(data)
    h = (read32(data, n - 4) + (read32(data, 0) << 32)) ^ secret_xor(8)
    h ^= rotl(h, 49) ^ rotl(h, 24)
    h = h * 0x9FB21C651E98DF25 & M64
    h ^= (h >> 35) + n
    h = h * 0x9FB21C651E98DF25 & M64
    return h ^ h >> 28


def xxh3_upto_16(data):
    n = len(data)
    lo = read64(data, 0) ^ secret_xor(24)
    hi = read64(data, n - 8) ^ secret_xor(40)
    return avalanche3((n + swap64(lo) + hi + fold(lo, hi)) & M64)


def mix16(data, at, secret_at):
    return fold(read64(data, at) ^ read64(SECRET, secret_at),
                read64(data, at + 8) ^ read64(SECRET, secret_at + 8))


def xxh3_upto_128(data):
    n = len(data)
    acc = n * P64_1
    for i in range((n - 1) // 32 + 1):
        acc += mix16(data, 16 * i, 32 * i) + mix16(data, n - 16 * (i + 1), 32 * i + 16)
    return avalanche3(acc & M64)


def xxh3_upto_240(data):
    n = len(data)
    acc = n * P64_1
    for i in range(8):
        acc += mix16(data, 16 * i, 16 * i)
    acc = avalanche3(acc & M64)
    for i in range(8, n // 16):
        acc += mix16(data, 16 * i, 16 * (i - 8) + 3)
    return avalanche3((acc + mix16(data, n - 16, 136 - 17)) & M64)


def accumulate(acc, data, at, secret_at):
    words = struct.unpack_from('<8Q', data, at)
    keys = struct.unpack_from('<8Q', SECRET, secret_at)
    for i in range(8):
        key = words[i] ^ keys[i]
        acc[i ^ 1] = (acc[i ^ 1] + words[i]) & M64
        acc[i] = (acc[i] + (key & M32) * (key >> 32)) & M64


def scramble(acc):
    keys = struct.unpack_from('<8Q', SECRET, 128)
    for i in range(8):
        acc[i] = (acc[i] ^ acc[i] >> 47 ^ keys[i]) * P32_1 & M64


def xxh3_long(data):
    n = len(data)
    acc = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]
    for stripe in range((n - 1) // 64):
        accumulate(acc, data, 64 * stripe, 8 * (stripe % 16))
        if stripe % 16 == 15:
            scramble(acc)
    accumulate(acc, data, n - 64, 121)
    h = n * P64_1
    for i in range(4):
        h += fold(acc[2 * i] ^ read64(SECRET, 11 + 16 * i),
                  acc[2 * i + 1] ^ read64(SECRET, 19 + 16 * i))
    return avalanche3(h & M64)


def xxh3(data):
    """XXH3, 64 bits, seed 0."""
    n = len(data)
    if n == 0:
        return avalanche64(secret_xor(56))
    if n <= 3:
        return xxh3_upto_3(data)
    if n <= 8:
        return xxh3_upto_8(data)
    if n <= 16:
        return xxh3_upto_16(data)
    if n <= 128:
        return xxh3_upto_128(data)
    if n <= 240:
        return xxh3_upto_240(data)
    return xxh3_long(data)


def fnv1a64(data):
    h = 0xcbf29ce484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001b3 & M64
    return h


def fnv1a32(data):
    h = 0x811c9dc5
    for byte in data:
        h = (h ^ byte) * 0x01000193 & M32
    return h


def crc32(data):
    return zlib.crc32(data) & M32


def crc16(data):
    """CRC-16/XMODEM. Its 16 bits make every kind of tie common."""
    return binascii.crc_hqx(data, 0)


# name as in a spec -> (bits, function)
HASHES = {
    'xxh3': (64, xxh3),
    'fnv1a64': (64, fnv1a64),
    'fnv1a32': (32, fnv1a32),
    'crc32': (32, crc32),
    'crc16': (16, crc16),
}
