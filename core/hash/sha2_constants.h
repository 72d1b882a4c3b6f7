/* SPDX-License-Identifier: MIT
 * FIPS 180-4, 4.2.2 and 4.2.3: the first 32 (64) bits of the fractional parts of the cube roots of
 * the first 64 (80) primes. tests/test_origins.py computes them again. */
#ifndef KATWISE_SHA2_CONSTANTS_H
#define KATWISE_SHA2_CONSTANTS_H
#include <stdint.h>

extern const uint32_t kw_sha256_k[64];
extern const uint64_t kw_sha512_k[80];

#endif
