/* SPDX-License-Identifier: MIT
 * AVX-512: sixteen 32-bit or eight 64-bit lanes, rotations and three-input logic. */
#include <immintrin.h>

#include "cpu.h"
#include "kernels.h"

/* gcc 12 does not find the three-input forms of SHA-2; MemorySanitizer does not know them. */
#ifndef KATWISE_MSAN
#define TERNARY(a, b, c, f) \
  ((VEC)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), f))
#endif

#ifdef TERNARY
#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define CH(e, f, g) TERNARY(e, f, g, 0xca)
#define MAJ(a, b, c) TERNARY(a, b, c, 0xe8)
#endif
#define WORD_BITS 32
#define LANES 16
#define SUFFIX sha256_x16
#include "hash/sha2.inc"
#include "slh_dsa/sha2_jobs.inc"
#include "hash/sha2_end.inc"

#ifdef TERNARY
#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define CH(e, f, g) TERNARY(e, f, g, 0xca)
#define MAJ(a, b, c) TERNARY(a, b, c, 0xe8)
#endif
#define WORD_BITS 64
#define LANES 8
#define SUFFIX sha512_x8
#include "hash/sha2.inc"
#include "slh_dsa/sha2_jobs.inc"
#include "hash/sha2_end.inc"

#define LANES 8
#define SUFFIX keccak_x8
#include "hash/keccak.inc"
#include "slh_dsa/keccak_jobs.inc"
#include "hash/keccak_end.inc"

#define SUFFIX sha512
#include "hash/sha512_pair.inc"

const struct kernels kw_avx512 = {
  .level = "avx512",
  .needs = CPU_AVX2 | CPU_AVX512,
  .sha512_blocks = blocks_sha512,
  .sha256_lanes = 16,
  .sha256_many = many_sha256_x16,
  .sha512_lanes = 8,
  .sha512_many = many_sha512_x8,
  .keccak_lanes = 8,
  .keccak_many = many_keccak_x8,
  .slh_sha256 = slh_sha256_x16,
  .slh_sha512 = slh_sha512_x8,
  .slh_shake = slh_keccak_x8,
};
