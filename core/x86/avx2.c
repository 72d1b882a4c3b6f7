/* SPDX-License-Identifier: MIT
 * AVX2: eight 32-bit or four 64-bit lanes; BMI for one message. */
#include <immintrin.h>

#include "cpu.h"
#include "kernels.h"

#define WORD_BITS 32
#define LANES 8
#define SUFFIX sha256_x8
#include "hash/sha2.inc"
#include "slh_dsa/sha2_jobs.inc"
#include "hash/sha2_end.inc"

#define WORD_BITS 64
#define LANES 4
#define SUFFIX sha512_x4
#include "hash/sha2.inc"
#include "slh_dsa/sha2_jobs.inc"
#include "hash/sha2_end.inc"

/* Rotations by whole bytes: one shuffle. */
#define ROTATED(i, n) (((i) & ~7) | (((i) - (n)) & 7))
#define ROTATED8(i) ROTATED(i, 1)
#define ROTATED56(i) ROTATED(i, 7)
#define ROL8(x) ((VEC)__builtin_shufflevector((BYTES)(x), (BYTES)(x), LIST(VEC_SIZE, ROTATED8)))
#define ROL56(x) ((VEC)__builtin_shufflevector((BYTES)(x), (BYTES)(x), LIST(VEC_SIZE, ROTATED56)))
#define LANES 4
#define SUFFIX keccak_x4
#include "hash/keccak.inc"
#include "slh_dsa/keccak_jobs.inc"
#include "hash/keccak_end.inc"

#define SUFFIX sha512
#include "hash/sha512_pair.inc"

#define LANES 1
#define SUFFIX keccak
#include "hash/keccak.inc"
#include "hash/keccak_end.inc"

const struct kernels kw_avx2 = {
  .level = "avx2",
  .needs = CPU_AVX2,
  .sha512_blocks = blocks_sha512,
  .sha256_lanes = 8,
  .sha256_many = many_sha256_x8,
  .sha512_lanes = 4,
  .sha512_many = many_sha512_x4,
  .keccak_f1600 = f1600_keccak,
  .keccak_lanes = 4,
  .keccak_many = many_keccak_x4,
  .slh_sha256 = slh_sha256_x8,
  .slh_sha256_few = slh_sha256_x8,
  .slh_sha512 = slh_sha512_x4,
  .slh_shake = slh_keccak_x4,
};
