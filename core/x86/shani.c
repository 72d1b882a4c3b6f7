/* SPDX-License-Identifier: MIT
 *
 * SHA-256 on the SHA extensions (Intel SDM, SHA256RNDS2 and its schedule instructions): one stream,
 * or four interleaved, since one alone waits for the latency of SHA256RNDS2.
 *
 * Registers hold words in the order of the instructions: ABEF and CDGH for the state, w[4i + 3] ..
 * w[4i] for the message.
 */
#include <immintrin.h>

#include "cpu.h"
#include "hash/sha2_constants.h"
#include "kernels.h"
#include "platform.h"

enum { STREAMS = 4 };

struct pair { __m128i abef, cdgh; };

INLINE __m128i load128(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
INLINE void store128(void *p, __m128i x) { _mm_storeu_si128((__m128i *)p, x); }

INLINE __m128i load_be(const uint8_t *p)
{
  return _mm_shuffle_epi8(load128(p),
                          _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}

INLINE struct pair load_state(const uint32_t h[8])
{
  __m128i dcba = _mm_shuffle_epi32(load128(h), 0x1b), hgfe = _mm_shuffle_epi32(load128(h + 4), 0x1b);
  return (struct pair){_mm_unpackhi_epi64(hgfe, dcba), _mm_unpacklo_epi64(hgfe, dcba)};
}

INLINE void store_state(uint32_t h[8], struct pair s)
{
  store128(h, _mm_shuffle_epi32(_mm_unpackhi_epi64(s.cdgh, s.abef), 0x1b));
  store128(h + 4, _mm_shuffle_epi32(_mm_unpacklo_epi64(s.cdgh, s.abef), 0x1b));
}

/* Rounds 4i .. 4i + 3, and the schedule's work that is due then. x[j] holds w[4j] .. w[4j + 3], for
 * i >= 4 of the last 16 words; x[i & 3] is msg1(w[4i - 16..], w[4i - 12..]) when its turn comes. */
INLINE void quad(struct pair *s, __m128i x[4], int i)
{
  if (i >= 4) {
    __m128i t = _mm_alignr_epi8(x[(i - 1) & 3], x[(i - 2) & 3], 4);
    x[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(x[i & 3], t), x[(i - 1) & 3]);
  }
  __m128i kw = _mm_add_epi32(x[i & 3], load128(kw_sha256_k + 4 * i));
  s->cdgh = _mm_sha256rnds2_epu32(s->cdgh, s->abef, kw);
  s->abef = _mm_sha256rnds2_epu32(s->abef, s->cdgh, _mm_shuffle_epi32(kw, 0x0e));
  if (i >= 2 && i < 14) /* w[4i - 8..] was needed for the last time above */
    x[(i - 2) & 3] = _mm_sha256msg1_epu32(x[(i - 2) & 3], x[(i - 1) & 3]);
}

INLINE void streams(uint32_t h[][8], const uint8_t *const in[], size_t blocks, int count)
{
  struct pair s[STREAMS], start[STREAMS];
  __m128i x[STREAMS][4];
  for (int q = 0; q < count; q++) s[q] = load_state(h[q]);
  for (size_t at = 0; at < 64 * blocks; at += 64) {
    UNROLL(4)
    for (int q = 0; q < count; q++) {
      start[q] = s[q];
      UNROLL(4)
      for (int j = 0; j < 4; j++) x[q][j] = load_be(in[q] + at + 16 * j);
    }
    UNROLL(16)
    for (int i = 0; i < 16; i++) {
      UNROLL(4)
      for (int q = 0; q < count; q++) quad(&s[q], x[q], i);
    }
    UNROLL(4)
    for (int q = 0; q < count; q++) {
      s[q].abef = _mm_add_epi32(s[q].abef, start[q].abef);
      s[q].cdgh = _mm_add_epi32(s[q].cdgh, start[q].cdgh);
    }
  }
  for (int q = 0; q < count; q++) store_state(h[q], s[q]);
}

static void blocks_shani(uint32_t h[8], const uint8_t *in, size_t blocks)
{
  streams((uint32_t(*)[8])h, &in, blocks, 1);
}

static void many_shani(uint32_t h[][8], const uint8_t *const in[], size_t blocks)
{
  streams(h, in, blocks, STREAMS);
}

const struct kernels kw_shani = {
  .level = "shani",
  .needs = CPU_SHANI,
  .sha256_blocks = blocks_shani,
  .sha256_lanes = STREAMS,
  .sha256_many = many_shani,
};
