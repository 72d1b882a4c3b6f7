/* SPDX-License-Identifier: MIT
 *
 * What the scheme asks of a kernel: lists of calls of the tweakable hash functions F, H, T_l and
 * PRF (FIPS 205, section 4.1), or of chains of F (algorithm 5). The jobs of a list have messages of
 * one size and don't depend on each other; but a job may write where an earlier one reads, so
 * kernels begin them in the order of the list.
 */
#ifndef KATWISE_SLH_DSA_JOBS_H
#define KATWISE_SLH_DSA_JOBS_H
#include <stddef.h>
#include <stdint.h>

enum {
  SLH_MAX_N = 32,
  SLH_ADRSC = 22, /* bytes of a compressed address (FIPS 205, 11.2) */
  SLH_KEYS = 16,  /* addresses of a list */
};

/* PK.seed, and the states of SHA-256 and SHA-512 after the block that it is padded to (11.2). */
struct slh_seed {
  uint8_t bytes[SLH_MAX_N];
  uint32_t sha256[8];
  uint64_t sha512[8];
};

/* A call, or `steps` calls in a chain: each takes the output of the one before, and has the next
 * hash address. in and out are offsets into the list's memory, and may be equal. */
struct slh_job {
  uint32_t index; /* the address's last word: hash address or tree index */
  uint16_t in, out;
  uint8_t height; /* the word before it: chain address or tree height */
  uint8_t steps;  /* from 1 on; 1 unless the message has n bytes */
  uint8_t key;    /* the number of the address that they complete */
};

struct slh_list {
  const struct slh_seed *seed;
  size_t n;       /* bytes of output: 16, 24 or 32 */
  size_t in_size; /* bytes of each message: n (F, PRF), 2 n (H) or len n, k n (T_l) */
  /* For each key the first 14 bytes of the compressed address: layer (1 byte), tree (8), type (1)
   * and key pair (4), big-endian; then 2 zero bytes, where the height begins. */
  uint8_t adrs[SLH_KEYS][16];
  uint8_t *memory;
  const struct slh_job *jobs;
  size_t count; /* from 1 on */
};

typedef void slh_kernel(const struct slh_list *list);

/* One job after the other, by the kernels for one message: jobs.c. */
slh_kernel kw_slh_sha256, kw_slh_sha512, kw_slh_shake;

#endif
