/* SPDX-License-Identifier: MIT
 *
 * A hash is a row; an engine says how its chaining value begins, takes blocks, pads and is read.
 * Buffering, padding's place and reading in pieces are written once above the engines: for one
 * message in hash.c, for several in many.c.
 */
#ifndef KATWISE_HASH_H
#define KATWISE_HASH_H
#include "katwise.h"
#include "kernels.h"

enum {
  MAX_BLOCK = 168, /* shake128 */
  MAX_TAIL = 256,  /* sha512: two blocks */
};

union chain { /* the chaining value of one message */
  uint32_t h32[8];
  uint64_t h64[8];
  uint64_t keccak[25];
};
union lanes { /* those of up to MAX_LANES messages, as the kernels want them */
  uint32_t h32[MAX_LANES][8];
  uint64_t h64[MAX_LANES / 2][8];
  uint64_t keccak[25 * MAX_LANES / 2];
};

struct hash_engine {
  size_t stack; /* bytes to wipe after its calls (platform.h) */
  void (*start)(const kw_hash *hash, union chain *chain);
  void (*absorb)(const kw_hash *hash, union chain *chain, const uint8_t *in, size_t blocks);
  /* Makes tail of the last size < block_size bytes of a message of total bytes, and the padding;
   * how many blocks it has. */
  size_t (*pad)(const kw_hash *hash, uint8_t tail[MAX_TAIL], const uint8_t *rest, size_t size,
                uint64_t total);
  void (*read)(const union chain *chain, uint8_t *out, size_t size); /* size <= block_size */

  size_t (*lanes)(const kw_hash *hash); /* 0: there is no kernel for several messages */
  void (*put)(const kw_hash *hash, union lanes *lanes, size_t lane, const union chain *chain);
  void (*get)(const kw_hash *hash, const union lanes *lanes, size_t lane, union chain *chain);
  void (*absorb_many)(const kw_hash *hash, union lanes *lanes, const uint8_t *const in[],
                      size_t blocks);
};

struct kw_hash {
  const char *name, *standard;
  const struct hash_engine *engine;
  uint8_t block_size, digest_size; /* bytes; digest_size 0: a XOF */
  uint8_t oid;                     /* the last arc below 2.16.840.1.101.3.4.2, or 0 */
  uint8_t suffix;                  /* sponge: the domain bits and the first bit of the padding */
  uint64_t iv[8];                  /* Merkle-Damgard: H(0) */
};

extern const struct hash_engine kw_merkle_damgard_32, kw_merkle_damgard_64, kw_sponge;

/* The row at the place that a state remembers, and the place of a row (algorithms.c). */
size_t kw_hash_index(const kw_hash *hash);

/* A zero block: absorbing it permutes a sponge. */
extern const uint8_t kw_zero_block[MAX_BLOCK];

/* A whole message; arguments are checked, and there is output. */
void kw_hash_message(const kw_hash *hash, uint8_t *out, size_t out_size, const uint8_t *in,
                     size_t in_size);

/* The row of a state that is absorbing a message; NULL if it is not. */
const kw_hash *kw_hash_absorbing(const kw_hash_state *state);

/* Whether out and out_size fit: exactly the digest, or any size for a XOF. */
int kw_hash_output_fits(const kw_hash *hash, const void *out, size_t out_size);

#endif
