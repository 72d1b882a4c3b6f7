/* SPDX-License-Identifier: MIT
 * Every algorithm with one lane, in C alone: the specification of all other levels. */
#include "kernels.h"
#include "mac/poly1305.h"

#ifdef __wasm__ /* V8 has few registers: constants become immediate operands */
#define UNROLL_SIXTEENS UNROLL(5)
#define NESTED_ROTATIONS
#ifndef KATWISE_SIMD128 /* the only level: it is not there for others to be compared with */
#define SLH_CHAINS      /* a seventh faster than jobs.c */
#endif
#endif
#define WORD_BITS 32
#define LANES 1
#define SUFFIX sha256
#include "hash/sha2.inc"
#ifdef SLH_CHAINS
#include "slh_dsa/sha2_jobs.inc"
#endif
#include "hash/sha2_end.inc"

#define WORD_BITS 64
#define LANES 1
#define SUFFIX sha512
#include "hash/sha2.inc"
#include "hash/sha2_end.inc"

#define LANES 1
#define SUFFIX keccak
#ifdef __wasm__
#define COMPLEMENT
#include "hash/keccak_textbook.inc"
#ifdef SLH_CHAINS
#include "slh_dsa/keccak_jobs.inc"
#endif
#else
#include "hash/keccak.inc"
#endif
#include "hash/keccak_end.inc"

#if UINTPTR_MAX == UINT64_MAX
#include "mac/poly1305_64.inc"
#else
#include "mac/poly1305_32.inc"
#endif

const struct kernels kw_portable = {
  .level = "portable",
  .sha256_blocks = blocks_sha256,
  .sha512_blocks = blocks_sha512,
  .keccak_f1600 = f1600_keccak,
  .poly1305_once = poly1305_once,
  .poly1305_blocks = poly1305_blocks,
  .poly1305_final = poly1305_final,
  .slh_sha512 = kw_slh_sha512,
#ifdef SLH_CHAINS
  .slh_sha256 = slh_sha256,
  .slh_sha256_few = slh_sha256,
  .slh_shake = slh_keccak,
#else
  .slh_sha256 = kw_slh_sha256,
  .slh_sha256_few = kw_slh_sha256,
  .slh_shake = kw_slh_shake,
#endif
};
