/* SPDX-License-Identifier: MIT
 * The two Merkle-Damgard engines: 32-bit words (SHA-224, SHA-256), 64-bit words (SHA-384, ..). */
#include <string.h>

#include "hash/hash.h"
#include "platform.h"

/* The length field takes an eighth of a block; its upper half, if there is one, can only be the
 * three bits that a count of bytes lacks. */
static size_t pad(const kw_hash *hash, uint8_t tail[MAX_TAIL], const uint8_t *rest, size_t size,
                  uint64_t total)
{
  const size_t block = hash->block_size, blocks = size + 1 + block / 8 <= block ? 1 : 2;
  uint8_t *end = tail + blocks * block;
  memset(tail, 0, MAX_TAIL);
  memcpy(tail, rest, size);
  tail[size] = 0x80;
  if (block == 128) store64_be(end - 16, total >> 61);
  store64_be(end - 8, total << 3);
  return blocks;
}

#define BITS 32
#define WORD uint32_t
#define H h32
#define STORE_BE store32_be
#define BLOCKS kw_kernels.sha256_blocks
#define MANY kw_kernels.sha256_many
#define LANES kw_kernels.sha256_lanes
#define STACK KERNEL_STACK
#include "hash/merkle_damgard.inc"

#define BITS 64
#define WORD uint64_t
#define H h64
#define STORE_BE store64_be
#define BLOCKS kw_kernels.sha512_blocks
#define MANY kw_kernels.sha512_many
#define LANES kw_kernels.sha512_lanes
#define STACK SHA512_STACK
#include "hash/merkle_damgard.inc"
