/* SPDX-License-Identifier: MIT
 * FIPS 205, section 6: XMSS. */
#include "slh_dsa/slh_dsa.h"

/* The chains of 2^low keys; the one that signs goes to its digits first, and then on. */
static void chains(struct slh_worker *w, const struct slh_subtree *t, uint8_t *value, size_t keys,
                   size_t signer)
{
  const size_t n = w->set->n, size = slh_len(w->set) * n;
  if (signer >= keys) {
    kw_slh_wots_whole(w, 0, value, keys);
  } else {
    kw_slh_wots_whole(w, 0, value, signer);
    kw_slh_wots_whole(w, signer + 1, value + (signer + 1) * size, keys - signer - 1);
    if (w->list.count + slh_len(w->set) > SLH_MAX_JOBS) kw_slh_run(w);
    kw_slh_wots_to_digits(w, signer, value + signer * size, 1);
    kw_slh_run(w);
    memcpy(t->wots, value + signer * size, size);
    kw_slh_wots_to_ends(w, signer, value + signer * size, 1);
  }
  kw_slh_run(w);
}

/* wots_pkGen (algorithm 6) for `keys` leaves from `first` on. */
static void leaves(struct slh_worker *w, const struct slh_subtree *t, uint32_t first, size_t keys,
                   uint8_t *value, uint8_t *leaf)
{
  const size_t signer = t->wots ? t->leaf - first : keys; /* wraps if it lies before */
  for (uint32_t i = 0; i < keys; i++) kw_slh_address(w, i, t->layer, t->tree, WOTS_PRF, first + i);
  kw_slh_wots_starts(w, value, keys);
  kw_slh_retype(w, keys, WOTS_HASH);
  chains(w, t, value, keys, signer);
  kw_slh_retype(w, keys, WOTS_PK);
  kw_slh_wots_compress(w, value, leaf, keys);
}

/* As many leaves at a time as there are addresses for, and room for. */
static unsigned low_height(const struct slh_set *set, const struct slh_forest *f)
{
  const size_t size = slh_len(set) * set->n;
  unsigned low = 0;
  while (low < f->height && 2u << low <= SLH_KEYS &&
         (size << (low + 1)) + kw_slh_grow_size(set, f, low + 1) <= SLH_MEMORY - SLH_MAX_N)
    low++;
  return low;
}

void kw_slh_xmss_node(struct slh_worker *w, uint8_t *root, const struct slh_subtree *t)
{
  const size_t n = w->set->n;
  const uint32_t leaf = t->leaf - t->first; /* wraps if it lies before */
  const struct slh_forest f = {
    .trees = 1,
    .height = t->height,
    .first = t->first,
    .leaf = t->path && leaf >> t->height == 0 ? &leaf : NULL,
    .path = t->path,
    .nodes = t->nodes,
  };
  const unsigned low = low_height(w->set, &f);
  uint8_t *value = w->memory + SLH_MAX_N, *node = value + (slh_len(w->set) * n << low);
  for (uint32_t chunk = 0; chunk < 1u << (t->height - low); chunk++) {
    leaves(w, t, t->first + (chunk << low), (size_t)1 << low, value, node);
    kw_slh_address(w, 0, t->layer, t->tree, TREE, 0);
    kw_slh_grow(w, &f, low, chunk, node);
  }
  memcpy(root, node, n);
}

void kw_slh_wots_sign(struct slh_worker *w, uint8_t *wots, unsigned layer, uint64_t tree,
                      uint32_t leaf)
{
  const size_t n = w->set->n;
  uint8_t *value = w->memory + SLH_MAX_N;
  kw_slh_address(w, 0, layer, tree, WOTS_PRF, leaf);
  kw_slh_wots_starts(w, value, 1);
  kw_slh_retype(w, 1, WOTS_HASH);
  kw_slh_wots_to_digits(w, 0, value, 1);
  kw_slh_run(w);
  memcpy(wots, value, slh_len(w->set) * n);
}
