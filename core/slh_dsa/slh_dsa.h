/* SPDX-License-Identifier: MIT
 *
 * SLH-DSA (FIPS 205). The scheme writes lists of jobs (jobs.h); kernels run them. What fills the
 * lanes of a kernel:
 *   leaves   the chains of up to 16 WOTS+ keys are one list; then T_len of the keys, their subtree
 *   FORS     all k trees side by side, some leaves of each at a time
 *   verify   the FORS trees of several signatures climb in step; their WOTS+ chains are one list,
 *            longest first, so that lanes end together
 */
#ifndef KATWISE_SLH_DSA_H
#define KATWISE_SLH_DSA_H
#include "platform.h"
#include "sig/sig.h"
#include "slh_dsa/jobs.h"

enum {
  SLH_MAX_K = 35,
  /* A list: a multiple of all lanes, so that only the last of several leaves some idle; and the
   * chains of two keys of n = 32. */
  SLH_MAX_JOBS = 144,
  /* Bytes. At most: SK.seed, the values of eight WOTS+ keys of n = 32 (17152), their roots, a stack
   * of five nodes. FORS takes as many leaves at a time as fit in. */
  SLH_MEMORY = 17664,
};

/* FIPS 205, table 1 */
enum slh_type { WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF };

/* A key at work. An expanded key is one of these, and the nodes of its top tree. */
struct slh_key {
  uint64_t mark; /* what it is, if it is an expanded key */
  struct slh_seed seed;
  uint8_t pk_root[SLH_MAX_N];
  uint8_t sk_seed[SLH_MAX_N]; /* from here on secret */
  kw_hash_state prf, outer;   /* PRF_msg after the key: HMAC's two hashes, or SHAKE256 and unused */
};

/* The memory of one thread at work. */
struct slh_worker {
  const struct slh_set *set;
  int reversed; /* lists run in the other order: another lane, another time for each job */
  struct slh_list list;
  struct slh_job jobs[SLH_MAX_JOBS];
  uint8_t digit[SLH_MAX_JOBS];
  uint8_t memory[SLH_MEMORY]; /* begins with SK.seed, or what takes its place */
};

/* ---- hashes.c: section 11, and the kernels ---- */

/* The states of PK.seed. */
void kw_slh_prepare_seed(const struct slh_set *set, struct slh_seed *seed, const uint8_t *pk_seed);
/* The states of SK.prf, and what else signing needs. */
void kw_slh_prepare_key(const struct slh_set *set, struct slh_key *key, const uint8_t *sk);
/* PRF_msg(SK.prf, opt_rand, M'). */
void kw_slh_prf_msg(const struct slh_set *set, const struct slh_key *key, uint8_t *r,
                    const uint8_t *opt_rand, const struct message *message);
/* H_msg(R, PK.seed, PK.root, M'): begin, the message, end. */
void kw_slh_h_msg_begin(const struct slh_set *set, kw_hash_state *state, const uint8_t *r,
                        const uint8_t *pk);
void kw_slh_h_msg_end(const struct slh_set *set, kw_hash_state *state, uint8_t *digest,
                      const uint8_t *r, const uint8_t *pk);

void kw_slh_start(struct slh_worker *w, const struct slh_set *set, const struct slh_seed *seed,
                  const uint8_t *sk_seed);
void kw_slh_end(struct slh_worker *w);

/* Address number `number` of the list that is being written. */
void kw_slh_address(struct slh_worker *w, size_t number, unsigned layer, uint64_t tree,
                    enum slh_type type, uint32_t pair);
/* The same addresses with another type: algorithms say setTypeAndClear, and the key pair again. */
void kw_slh_retype(struct slh_worker *w, size_t count, enum slh_type type);
/* Begins a list of messages of in_size bytes. */
void kw_slh_begin(struct slh_worker *w, size_t in_size);
void kw_slh_run(struct slh_worker *w);
/* Adds a job; a full list is run first. */
INLINE void slh_put(struct slh_worker *w, size_t key, unsigned height, uint32_t index,
                    const uint8_t *in, uint8_t *out, unsigned steps)
{
  if (w->list.count == SLH_MAX_JOBS) kw_slh_run(w);
  w->jobs[w->list.count++] = (struct slh_job){
    .index = index,
    .in = (uint16_t)(in - w->memory),
    .out = (uint16_t)(out - w->memory),
    .height = (uint8_t)height,
    .steps = (uint8_t)steps,
    .key = (uint8_t)key,
  };
}

/* ---- wots.c: section 5 ---- */

/* The digits of an n-byte message and of its checksum (algorithm 7, steps 1 to 9). */
void kw_slh_wots_digits(const struct slh_set *set, uint8_t *digit, const uint8_t *message);
/* The starts of `keys` keys' chains into their values (algorithm 6, steps 1 to 6). */
void kw_slh_wots_starts(struct slh_worker *w, uint8_t *value, size_t keys);
/* Whole chains of keys from address `first` on: jobs that are left to run. */
void kw_slh_wots_whole(struct slh_worker *w, size_t first, uint8_t *value, size_t keys);
/* Chains from their starts to the digits in w->digit, or from there to their ends. Together with
 * what is left of a list, all must fit into one. */
void kw_slh_wots_to_digits(struct slh_worker *w, size_t first, uint8_t *value, size_t keys);
void kw_slh_wots_to_ends(struct slh_worker *w, size_t first, uint8_t *value, size_t keys);
/* The compressed keys (algorithm 6, steps 10 to 13). */
void kw_slh_wots_compress(struct slh_worker *w, const uint8_t *value, uint8_t *pk, size_t keys);

/* ---- tree.c: Merkle trees, of sections 6 and 8 ---- */

/* Trees side by side, above what is called leaves here: nodes of height `base`. Those of tree t
 * have the indices first + (t << height) and on. */
struct slh_forest {
  size_t trees;
  unsigned base, height;
  uint32_t first;
  /* Taken on the way, unless NULL: the path of leaf[t], counted in its tree, to path + t stride;
   * all nodes of an XMSS tree (slh_tree_nodes), or of this part of it but for its root. */
  const uint32_t *leaf;
  uint8_t *path;
  size_t stride;
  uint8_t *nodes;
};
/* Bytes for chunks of 2^low leaves of each tree, and for what is kept between them. */
size_t kw_slh_grow_size(const struct slh_set *set, const struct slh_forest *f, unsigned low);
/* Takes a chunk, which lies at the beginning of `node`; chunks come from left to right. After the
 * last one the roots lie there. Address 0 is the trees'. */
void kw_slh_grow(struct slh_worker *w, const struct slh_forest *f, unsigned low, uint32_t chunk,
                 uint8_t *node);

/* From leaves to roots by their paths: pair i begins with leaf i, in the end with its root. */
struct slh_climb {
  size_t count, keys; /* count / keys nodes have address 0, then as many address 1, .. */
  unsigned height;
  const uint8_t *const *path; /* of the first node of each address; the others' are stride apart */
  size_t stride;
  uint32_t *index; /* of each node among those of its height; used up */
};
void kw_slh_climb(struct slh_worker *w, const struct slh_climb *c, uint8_t *pair);

/* ---- xmss.c: section 6 ---- */

/* The part of an XMSS tree above 2^height leaves from `first` on, and what is taken from it, unless
 * NULL: the chains of `leaf` up to the digits in w->digit; its path; all nodes but the root. */
struct slh_subtree {
  unsigned layer, height;
  uint64_t tree;
  uint32_t first, leaf;
  uint8_t *wots, *path, *nodes;
};
void kw_slh_xmss_node(struct slh_worker *w, uint8_t *root, const struct slh_subtree *t);
/* The chains of one leaf up to the digits in w->digit (algorithm 7). */
void kw_slh_wots_sign(struct slh_worker *w, uint8_t *wots, unsigned layer, uint64_t tree,
                      uint32_t leaf);

/* ---- fors.c: section 8 ---- */

void kw_slh_fors_indices(const struct slh_set *set, uint32_t *index, const uint8_t *md);
/* The trees from..from + trees: their roots, in w->memory, and their part of SIG_FORS, unless sig
 * is NULL. */
uint8_t *kw_slh_fors_trees(struct slh_worker *w, uint8_t *sig, const uint32_t *index, size_t from,
                           size_t trees, uint64_t tree, uint32_t pair);
/* T_k of the roots (algorithm 16, step 7; algorithm 17, step 24), for keys already addressed. */
void kw_slh_fors_compress(struct slh_worker *w, const uint8_t *root, uint8_t *pk, size_t keys);

/* ---- sign.c, verify.c ---- */

struct slh_place { /* where in the hypertree a digest leads: section 9.2 */
  uint64_t tree;
  uint32_t leaf;
};
struct slh_place kw_slh_place(const struct slh_set *set, const uint8_t *digest);
void kw_slh_next_layer(const struct slh_set *set, struct slh_place *place);

/* PK.root, and the nodes of the top tree unless NULL. */
void kw_slh_top_tree(const struct slh_set *set, const struct slh_key *key, uint8_t *root,
                     uint8_t *nodes, unsigned threads);
/* key: the signing key; nodes: those of its top tree, or NULL. */
kw_status kw_slh_sign(const struct signing *s, const struct slh_key *key, const uint8_t *nodes);
void kw_slh_verify(const kw_sig *sig, size_t count, kw_status results[],
                   const uint8_t *const signature[], uint8_t digest[][SIG_MAX_DIGEST],
                   const uint8_t *pk);

/* Bytes of dead stack to wipe after any of it: what the kernels' frames take. */
enum { SLH_KERNEL_STACK = 4608 };

#endif
