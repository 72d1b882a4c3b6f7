/* SPDX-License-Identifier: MIT */
#ifndef KATWISE_KECCAK_CONSTANTS_H
#define KATWISE_KECCAK_CONSTANTS_H
#include <stdint.h>

/* RC[i_r] of FIPS 202, algorithm 6; tests/test_origins.py computes them again. */
extern const uint64_t kw_keccak_rc[24];

#endif
