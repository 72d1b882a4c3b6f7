/* SPDX-License-Identifier: MIT
 * WebAssembly SIMD: two 64-bit or four 32-bit lanes. */
#include <wasm_simd128.h>

#include "kernels.h"

#define WORD_BITS 32
#define LANES 4
#define SUFFIX sha256
#include "hash/sha2.inc"
#include "slh_dsa/sha2_jobs.inc"
#include "hash/sha2_end.inc"

#define WORD_BITS 64
#define LANES 2
#define SUFFIX sha512
#include "hash/sha2.inc"
#include "slh_dsa/sha2_jobs.inc"
#include "hash/sha2_end.inc"

#define LANES 2
#define SUFFIX keccak
#define CHI(a, b, c) ((VEC)((v128_t)(a) ^ wasm_v128_andnot((v128_t)(c), (v128_t)(b))))
#include "hash/keccak_textbook.inc"
#include "slh_dsa/keccak_jobs.inc"
#include "hash/keccak_end.inc"

const struct kernels kw_simd128 = {
  .level = "simd128",
  .sha256_lanes = 4,
  .sha256_many = many_sha256,
  .sha512_lanes = 2,
  .sha512_many = many_sha512,
  .keccak_lanes = 2,
  .keccak_many = many_keccak,
  .slh_sha256 = slh_sha256,
  .slh_sha256_few = slh_sha256,
  .slh_sha512 = slh_sha512,
  .slh_shake = slh_keccak,
};
