/* SPDX-License-Identifier: MIT
 *
 * The one interface between algorithms and instruction sets. A set fills in what it does better
 * than the sets merged before it; what it leaves NULL is inherited (levels.c). Every function
 * takes whole blocks, and gives the same results in every set.
 *
 * A "many" kernel works on `lanes` independent messages: lane l has its own state and takes its
 * `blocks` blocks from in[l].
 */
#ifndef KATWISE_KERNELS_H
#define KATWISE_KERNELS_H
#include <stddef.h>
#include <stdint.h>

#include "slh_dsa/jobs.h"

struct poly1305;

struct kernels {
  const char *level; /* the name of the set */
  uint32_t needs;    /* CPU_ features, all of them (cpu.h) */
  int start_status;  /* of the merged table: what became of KATWISE_CPU, a kw_status */

  /* FIPS 180-4, 6.2.2 and 6.4.2: the compression function over consecutive blocks */
  void (*sha256_blocks)(uint32_t h[8], const uint8_t *in, size_t blocks);
  void (*sha512_blocks)(uint64_t h[8], const uint8_t *in, size_t blocks);
  size_t sha256_lanes, sha512_lanes;
  void (*sha256_many)(uint32_t h[][8], const uint8_t *const in[], size_t blocks);
  void (*sha512_many)(uint64_t h[][8], const uint8_t *const in[], size_t blocks);

  /* FIPS 202, 3.3: Keccak-f[1600]; a[x + 5 y] is lane (x, y) */
  void (*keccak_f1600)(uint64_t a[25]);
  size_t keccak_lanes;
  /* word w of lane l's state is a[w * keccak_lanes + l]; before each permutation `rate` bytes of
   * in[l], a multiple of 8 from 72 on, are added to the state */
  void (*keccak_many)(uint64_t *a, const uint8_t *const in[], size_t rate, size_t blocks);

  /* RFC 8439, 2.5.1 (mac/poly1305.h): a whole message; or its whole blocks, then the rest */
  void (*poly1305_once)(uint8_t tag[16], const uint8_t *msg, size_t size, const uint8_t key[32]);
  void (*poly1305_blocks)(struct poly1305 *state, const uint8_t *msg, size_t blocks);
  void (*poly1305_final)(struct poly1305 *state, uint8_t tag[16], const uint8_t *rest, size_t size);

  /* FIPS 205, 11.1 and 11.2: lists of calls of F, H, T_l and PRF (slh_dsa/jobs.h). `few` is for
   * lists of at most SLH_FEW jobs, where wide kernels would idle. */
  slh_kernel *slh_sha256, *slh_sha256_few, *slh_sha512, *slh_shake;
};

enum { MAX_LANES = 16, SLH_FEW = 8 };

extern struct kernels kw_kernels; /* the merged table in use; written by levels.c alone */

/* The sets, in the order of merging. */
extern const struct kernels kw_portable;
extern const struct kernels kw_avx2, kw_shani, kw_avx512, kw_zen4;
extern const struct kernels kw_rv64;
extern const struct kernels kw_simd128;

#endif
