/* SPDX-License-Identifier: MIT
 * RV64GC: no rotation, no and-not; 28 registers. */
#include "kernels.h"

#define LANES 1
#define SUFFIX keccak
#define COMPLEMENT
#include "hash/keccak_textbook.inc"
#include "hash/keccak_end.inc"

const struct kernels kw_rv64 = {.level = "rv64", .keccak_f1600 = f1600_keccak};
