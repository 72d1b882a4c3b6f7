/* SPDX-License-Identifier: MIT
 * The SHA extensions, on a machine without AVX. */
#include "cpu.h"
#include "kernels.h"
#include "x86/shani.inc"
#include "x86/shani_jobs.inc"

const struct kernels kw_shani = {
  .level = "shani",
  .needs = CPU_SHANI,
  .sha256_blocks = blocks_shani,
  .sha256_lanes = STREAMS,
  .sha256_many = many_shani,
  .slh_sha256 = slh_shani,
  .slh_sha256_few = slh_shani,
};
