/* SPDX-License-Identifier: MIT
 * The parts of the program `levels`: each tests one algorithm on the level in use, mostly by
 * comparing with the portable level. */
#ifndef KATWISE_LEVELS_H
#define KATWISE_LEVELS_H
#include "check.h"
#include "katwise.h"
#include "slh_dsa/jobs.h"

enum {
  LONGEST = 1100,    /* messages of all lengths up to this one */
  DATA = 8192,       /* bytes to take messages from */
  MAX_OUTPUT = 1024, /* more than five blocks of any XOF */
  MAX_PATTERN = 3,   /* of the data: random bytes, ff, 00 */
  SLH_KERNELS = 4,   /* for lists of jobs */
};

extern int quick;                       /* fewer cases: for checkers */
extern uint8_t data[MAX_PATTERN][DATA]; /* one row for each pattern */

/* The digest's size; something more than a block for a XOF. */
size_t output_size(const kw_hash *hash);

/* What the portable level gives; the level in use stays. */
void portable_hash(const kw_hash *hash, uint8_t *out, size_t out_size, const void *in, size_t size);
void portable_mac(const kw_mac *mac, uint8_t *tag, const void *msg, size_t size, const void *key);
void portable_list(slh_kernel *kernel, const struct slh_list *list);

/* Calls that have to succeed. */
void hash_once(const kw_hash *hash, uint8_t *out, size_t out_size, const void *in, size_t size);
void hash_init(kw_hash_state *state, const kw_hash *hash);
void hash_update(kw_hash_state *state, const void *in, size_t size);
void hash_squeeze(kw_hash_state *state, uint8_t *out, size_t size);
void mac_once(const kw_mac *mac, uint8_t *tag, const void *msg, size_t size, const void *key);
void mac_init(kw_mac_state *state, const kw_mac *mac, const void *key);
void mac_update(kw_mac_state *state, const void *msg, size_t size);
void mac_final(kw_mac_state *state, const kw_mac *mac, uint8_t *tag);

/* levels_hash.c */
void hash_lengths(const kw_hash *hash);
void hash_splits(const kw_hash *hash);
void hash_reads(const kw_hash *hash);
void hash_copies(const kw_hash *hash);
/* levels_many.c */
void many_counts(const kw_hash *hash);
void many_equal_lengths(const kw_hash *hash);
void many_guards(const kw_hash *hash);
/* levels_memory.c */
void hash_alignment(const kw_hash *hash);
void hash_guards(const kw_hash *hash);
void hash_overlap(const kw_hash *hash);
void mac_alignment(const kw_mac *mac);
void mac_guards(const kw_mac *mac);
void mac_overlap(const kw_mac *mac);
/* levels_mac.c */
void mac_lengths(const kw_mac *mac);
void mac_splits(const kw_mac *mac);
void mac_saturation(const kw_mac *mac);
void mac_verification(const kw_mac *mac);
void mac_copies(const kw_mac *mac);
/* levels_slh.c */
const char *slh_kernel_name(size_t kernel);
void slh_lists(size_t kernel);
void slh_guards(size_t kernel);

#endif
