/* SPDX-License-Identifier: MIT */
/* crc.c - cyclic redundancy checks used as hashes
 * Idea       a CRC is linear over GF(2): the table entry of a byte is the xor of the entries of its
 *            single bits. So eight numbers define a table of 256, which the compiler writes out.
 *            Table k is for a byte that k more bytes follow, so eight lookups advance eight bytes.
 * Cost       17 KiB of constants; about 0.6 ns a byte on long input; one lookup for each of the
 *            last 0 to 7 bytes
 * Frozen     bit for bit; the tests compare with the bitwise definition, zlib and the vectors */
#include "hash/crc.h"

#include "base/bytes.h"

#define BIT(n, i, x) ((n) >> (i)&1 ? (x) : 0u)
#define ENTRY(n, a, b, c, d, e, f, g, h)                                                           \
    (BIT(n, 0, a) ^ BIT(n, 1, b) ^ BIT(n, 2, c) ^ BIT(n, 3, d) ^ BIT(n, 4, e) ^ BIT(n, 5, f) ^     \
     BIT(n, 6, g) ^ BIT(n, 7, h))
#define ROWS4(n, ...)                                                                              \
    ENTRY(n, __VA_ARGS__), ENTRY((n) + 1, __VA_ARGS__), ENTRY((n) + 2, __VA_ARGS__),               \
        ENTRY((n) + 3, __VA_ARGS__)
#define ROWS16(n, ...)                                                                             \
    ROWS4(n, __VA_ARGS__), ROWS4((n) + 4, __VA_ARGS__), ROWS4((n) + 8, __VA_ARGS__),               \
        ROWS4((n) + 12, __VA_ARGS__)
#define ROWS64(n, ...)                                                                             \
    ROWS16(n, __VA_ARGS__), ROWS16((n) + 16, __VA_ARGS__), ROWS16((n) + 32, __VA_ARGS__),          \
        ROWS16((n) + 48, __VA_ARGS__)
/* Makes a table from the entries of the bytes 1, 2, 4, ... 128. */
#define ROWS(...)                                                                                  \
    ROWS64(0, __VA_ARGS__), ROWS64(64, __VA_ARGS__), ROWS64(128, __VA_ARGS__),                     \
        ROWS64(192, __VA_ARGS__)

static const uint32_t crc_ieee_table[8][256] = {
    {ROWS(0x77073096u, 0xee0e612cu, 0x076dc419u, 0x0edb8832u, 0x1db71064u, 0x3b6e20c8u, 0x76dc4190u,
          0xedb88320u)},
    {ROWS(0x191b3141u, 0x32366282u, 0x646cc504u, 0xc8d98a08u, 0x4ac21251u, 0x958424a2u, 0xf0794f05u,
          0x3b83984bu)},
    {ROWS(0x01c26a37u, 0x0384d46eu, 0x0709a8dcu, 0x0e1351b8u, 0x1c26a370u, 0x384d46e0u, 0x709a8dc0u,
          0xe1351b80u)},
    {ROWS(0xb8bc6765u, 0xaa09c88bu, 0x8f629757u, 0xc5b428efu, 0x5019579fu, 0xa032af3eu, 0x9b14583du,
          0xed59b63bu)},
    {ROWS(0x3d6029b0u, 0x7ac05360u, 0xf580a6c0u, 0x30704bc1u, 0x60e09782u, 0xc1c12f04u, 0x58f35849u,
          0xb1e6b092u)},
    {ROWS(0xcb5cd3a5u, 0x4dc8a10bu, 0x9b914216u, 0xec53826du, 0x03d6029bu, 0x07ac0536u, 0x0f580a6cu,
          0x1eb014d8u)},
    {ROWS(0xa6770bb4u, 0x979f1129u, 0xf44f2413u, 0x33ef4e67u, 0x67de9cceu, 0xcfbd399cu, 0x440b7579u,
          0x8816eaf2u)},
    {ROWS(0xccaa009eu, 0x4225077du, 0x844a0efau, 0xd3e51bb5u, 0x7cbb312bu, 0xf9766256u, 0x299dc2edu,
          0x533b85dau)},
};

static const uint32_t crc_castagnoli_table[8][256] = {
    {ROWS(0xf26b8303u, 0xe13b70f7u, 0xc79a971fu, 0x8ad958cfu, 0x105ec76fu, 0x20bd8edeu, 0x417b1dbcu,
          0x82f63b78u)},
    {ROWS(0x13a29877u, 0x274530eeu, 0x4e8a61dcu, 0x9d14c3b8u, 0x3fc5f181u, 0x7f8be302u, 0xff17c604u,
          0xfbc3faf9u)},
    {ROWS(0xa541927eu, 0x4f6f520du, 0x9edea41au, 0x38513ec5u, 0x70a27d8au, 0xe144fb14u, 0xc76580d9u,
          0x8b277743u)},
    {ROWS(0xdd45aab8u, 0xbf672381u, 0x7b2231f3u, 0xf64463e6u, 0xe964b13du, 0xd725148bu, 0xaba65fe7u,
          0x52a0c93fu)},
    {ROWS(0x38116facu, 0x7022df58u, 0xe045beb0u, 0xc5670b91u, 0x8f2261d3u, 0x1ba8b557u, 0x37516aaeu,
          0x6ea2d55cu)},
    {ROWS(0xef306b19u, 0xdb8ca0c3u, 0xb2f53777u, 0x6006181fu, 0xc00c303eu, 0x85f4168du, 0x0e045bebu,
          0x1c08b7d6u)},
    {ROWS(0x68032cc8u, 0xd0065990u, 0xa5e0c5d1u, 0x4e2dfd53u, 0x9c5bfaa6u, 0x3d5b83bdu, 0x7ab7077au,
          0xf56e0ef4u)},
    {ROWS(0x493c7d27u, 0x9278fa4eu, 0x211d826du, 0x423b04dau, 0x847609b4u, 0x0d006599u, 0x1a00cb32u,
          0x34019664u)},
};

static const uint32_t crc_xmodem_table[256] = {
    ROWS(0x1021u, 0x2042u, 0x4084u, 0x8108u, 0x1231u, 0x2462u, 0x48c4u, 0x9188u)};

static uint32_t crc_step8(const uint32_t table[8][256], uint32_t crc, const uint8_t *p)
{
    const uint32_t low = read32le(p) ^ crc;
    const uint32_t high = read32le(p + 4);
    return table[7][low & 255] ^ table[6][low >> 8 & 255] ^ table[5][low >> 16 & 255] ^
           table[4][low >> 24] ^ table[3][high & 255] ^ table[2][high >> 8 & 255] ^
           table[1][high >> 16 & 255] ^ table[0][high >> 24];
}

static uint32_t crc_continue(const uint32_t table[8][256], uint32_t crc, const uint8_t *p,
                             size_t len)
{
    crc = ~crc;
    for (; len >= 8; len -= 8, p += 8)
        crc = crc_step8(table, crc, p);
    for (; len > 0; len--, p++)
        crc = crc >> 8 ^ table[0][(crc ^ *p) & 255];
    return ~crc;
}

uint32_t crc32_ieee_continue(uint32_t crc, const void *data, size_t len)
{
    return crc_continue(crc_ieee_table, crc, data, len);
}

uint32_t crc32_castagnoli_continue(uint32_t crc, const void *data, size_t len)
{
    return crc_continue(crc_castagnoli_table, crc, data, len);
}

uint32_t crc32_ieee(const void *data, size_t len)
{
    return crc32_ieee_continue(0, data, len);
}

uint32_t crc32_castagnoli(const void *data, size_t len)
{
    return crc32_castagnoli_continue(0, data, len);
}

uint32_t crc32_ieee_15(const void *data, size_t len)
{
    return crc32_ieee(data, len) >> 16 & 0x7fff;
}

uint32_t crc16_twemproxy(const void *data, size_t len)
{
    const uint8_t *p = data;
    uint32_t crc = 0;
    for (size_t i = 0; i < len; i++)
        crc = crc << 8 ^ crc_xmodem_table[(crc >> 8 ^ p[i]) & 255];
    return crc;
}

uint32_t crc16_xmodem(const void *data, size_t len)
{
    return crc16_twemproxy(data, len) & 0xffff;
}
