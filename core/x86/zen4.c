/* SPDX-License-Identifier: MIT
 * AMD from Zen 4 on. Against what avx512 and Intel's processors prefer: four streams on the SHA
 * extensions beat sixteen lanes (14.4 ns a block to 17.5), and one Keccak state is faster in the
 * low halves of xmm registers than in general ones (207 ns to 250). */
#include "cpu.h"
#include "kernels.h"
#include "x86/shani.inc"
#include "x86/shani_jobs.inc"

#define LANES 2
#define SUFFIX keccak_x2
#include "hash/keccak.inc"
#include "hash/keccak_end.inc"

const struct kernels kw_zen4 = {
  .level = "zen4",
  .needs = CPU_AVX2 | CPU_AVX512 | CPU_SHANI | CPU_AMD,
  .sha256_blocks = blocks_shani,
  .sha256_lanes = STREAMS,
  .sha256_many = many_shani,
  .keccak_f1600 = f1600_keccak_x2,
  .slh_sha256 = slh_shani,
  .slh_sha256_few = slh_shani,
};
