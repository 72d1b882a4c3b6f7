/* SPDX-License-Identifier: MIT
 * FIPS 205, sections 7 to 9: verification, of several signatures under one key in step. */
#include "slh_dsa/slh_dsa.h"

struct group {
  const struct slh_set *set;
  size_t count;
  const uint8_t *const *signature;
  struct slh_place place[SIG_GROUP];
  uint8_t node[SIG_GROUP * SLH_MAX_N]; /* what the next layer has signed, in a row */
};

/* ---- FORS (algorithm 17) ---- */

/* The roots of all trees of the signatures from..from + count, whose md these digests begin with.
 */
static void fors_roots(struct slh_worker *w, const struct group *g, size_t from, size_t count,
                       uint8_t digest[][SIG_MAX_DIGEST], uint8_t *root, uint8_t *pair)
{
  const struct slh_set *set = g->set;
  const size_t n = set->n, stride = (1u + set->a) * n, all = count * set->k;
  uint32_t index[SIG_GROUP * SLH_MAX_K];
  const uint8_t *path[SIG_GROUP];
  kw_slh_begin(w, n);
  for (size_t v = 0, i = 0; v < count; v++) {
    const uint8_t *sig = g->signature[from + v] + n;
    path[v] = sig + n;
    kw_slh_fors_indices(set, index + v * set->k, digest[from + v]);
    kw_slh_address(w, v, 0, g->place[from + v].tree, FORS_TREE, g->place[from + v].leaf);
    for (uint32_t t = 0; t < set->k; t++, i++) {
      index[i] += t << set->a;
      memcpy(pair + 2 * i * n, sig + t * stride, n);
      slh_put(w, v, 0, index[i], pair + 2 * i * n, pair + 2 * i * n, 1);
    }
  }
  kw_slh_run(w);
  const struct slh_climb c = {all, count, set->a, path, stride, index};
  kw_slh_climb(w, &c, pair);
  for (size_t i = 0; i < all; i++) memcpy(root + i * n, pair + 2 * i * n, n);
}

static void fors(struct slh_worker *w, struct group *g, uint8_t digest[][SIG_MAX_DIGEST])
{
  const size_t n = g->set->n, roots = g->set->k * n;
  uint8_t *root = w->memory, *pair = root + g->count * roots;
  const size_t room = (SLH_MEMORY - g->count * roots) / (2 * roots);
  size_t step;
  for (size_t v = 0; v < g->count; v += step) {
    step = min_size(room, g->count - v);
    fors_roots(w, g, v, step, digest, root + v * roots, pair);
  }
  for (size_t v = 0; v < g->count; v++)
    kw_slh_address(w, v, 0, g->place[v].tree, FORS_ROOTS, g->place[v].leaf);
  kw_slh_fors_compress(w, root, pair, g->count);
  memcpy(g->node, pair, g->count * n);
}

/* ---- XMSS (algorithms 8 and 11) ---- */

/* The chains of the signatures from..from + count, as far as they go. */
static void chains(struct slh_worker *w, const struct group *g, size_t at, size_t from,
                   size_t count)
{
  const size_t n = g->set->n, len = slh_len(g->set);
  uint8_t *value = w->memory + from * len * n;
  for (size_t v = 0; v < count; v++) {
    kw_slh_wots_digits(g->set, w->digit + v * len, g->node + (from + v) * n);
    memcpy(value + v * len * n, g->signature[from + v] + at, len * n);
  }
  kw_slh_wots_to_ends(w, from, value, count);
  kw_slh_run(w);
}

/* The public keys that the WOTS+ signatures of the nodes lead to. */
static void wots(struct slh_worker *w, const struct group *g, unsigned layer, size_t at,
                 uint8_t *leaf)
{
  const size_t most = SLH_MAX_JOBS / slh_len(g->set);
  size_t step;
  for (size_t v = 0; v < g->count; v++)
    kw_slh_address(w, v, layer, g->place[v].tree, WOTS_HASH, g->place[v].leaf);
  for (size_t v = 0; v < g->count; v += step) {
    step = min_size(most, g->count - v);
    chains(w, g, at, v, step);
  }
  kw_slh_retype(w, g->count, WOTS_PK);
  kw_slh_wots_compress(w, w->memory, leaf, g->count);
}

static void xmss(struct slh_worker *w, struct group *g, unsigned layer)
{
  const size_t n = g->set->n, len = slh_len(g->set);
  const size_t at = n + slh_fors_size(g->set) + layer * slh_xmss_size(g->set);
  uint8_t *leaf = w->memory + g->count * len * n, *pair = w->memory;
  uint32_t index[SIG_GROUP];
  const uint8_t *path[SIG_GROUP];
  wots(w, g, layer, at, leaf);
  for (size_t v = 0; v < g->count; v++) {
    kw_slh_address(w, v, layer, g->place[v].tree, TREE, 0);
    index[v] = g->place[v].leaf;
    path[v] = g->signature[v] + at + len * n;
    memcpy(pair + 2 * v * n, leaf + v * n, n);
  }
  const struct slh_climb c = {g->count, g->count, slh_tree_height(g->set), path, 0, index};
  kw_slh_climb(w, &c, pair);
  for (size_t v = 0; v < g->count; v++) {
    memcpy(g->node + v * n, pair + 2 * v * n, n);
    kw_slh_next_layer(g->set, &g->place[v]);
  }
}

static void verify(struct slh_worker *w, struct group *g, uint8_t digest[][SIG_MAX_DIGEST])
{
  for (size_t v = 0; v < g->count; v++) g->place[v] = kw_slh_place(g->set, digest[v]);
  fors(w, g, digest);
  for (unsigned layer = 0; layer < g->set->d; layer++) xmss(w, g, layer);
}

/* As many side by side as have room for their WOTS+ values and leaves: all, in the standard's sets.
 */
void kw_slh_verify(const kw_sig *sig, size_t count, kw_status results[],
                   const uint8_t *const signature[], uint8_t digest[][SIG_MAX_DIGEST],
                   const uint8_t *pk)
{
  const struct slh_set *set = &sig->set.slh;
  const size_t n = set->n, most = SLH_MEMORY / ((slh_len(set) + 1) * n);
  struct slh_seed seed;
  struct slh_worker w;
  kw_slh_prepare_seed(set, &seed, pk);
  kw_slh_start(&w, set, &seed, NULL);
  for (size_t at = 0, step; at < count; at += step) {
    step = min_size(most, count - at);
    struct group g = {.set = set, .count = step, .signature = signature + at};
    verify(&w, &g, digest + at);
    for (size_t v = 0; v < step; v++)
      results[at + v] = kw_equal(g.node + v * n, pk + n, n) ? KW_OK : KW_BAD_SIGNATURE;
  }
}
