/* SPDX-License-Identifier: MIT
 *
 * Poly1305 (RFC 8439, 2.5): the tag is ((m_1 r^q + .. + m_q r) mod 2^130 - 5) + s mod 2^128. Each
 * 16-byte block of the message is a little-endian number with a one bit above it. r has 22 of its
 * bits cleared: so it is below 2^124, and r1 a multiple of 4.
 */
#ifndef KATWISE_POLY1305_H
#define KATWISE_POLY1305_H
#include "platform.h"

enum { POLY1305_BLOCK = 16 };

/* The same at every level, whatever radix its kernels compute in. */
struct poly1305 {
  uint64_t h[3]; /* the sum, below 2^131: h[2] is at most 4 between blocks */
  uint64_t r[2];
  uint64_t s[2];
};

INLINE void poly1305_start(struct poly1305 *p, const uint8_t key[32])
{
  p->h[0] = p->h[1] = p->h[2] = 0;
  p->r[0] = load64_le(key) & 0x0ffffffc0fffffff;
  p->r[1] = load64_le(key + 8) & 0x0ffffffc0ffffffc;
  p->s[0] = load64_le(key + 16);
  p->s[1] = load64_le(key + 24);
}

/* The last block, of 1..15 bytes, and a one bit above them. Loads overlap rather than leave p. */
INLINE void poly1305_load_rest(uint64_t m[2], const uint8_t *p, size_t size)
{
  const unsigned bits = 8 * (unsigned)size;
  if (size >= 8) {
    m[0] = load64_le(p);
    m[1] = size == 8 ? 1 : load64_le(p + size - 8) >> (128 - bits) | (uint64_t)1 << (bits - 64);
    return;
  }
  if (size >= 4)
    m[0] = load32_le(p) | (uint64_t)load32_le(p + size - 4) << (bits - 32);
  else
    m[0] = p[0] | (uint64_t)p[size / 2] << size / 2 * 8 | (uint64_t)p[size - 1] << (bits - 8);
  m[0] |= (uint64_t)1 << bits;
  m[1] = 0;
}

#endif
