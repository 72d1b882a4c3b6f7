/* SPDX-License-Identifier: MIT
 * FIPS 205, section 8: FORS. */
#include "slh_dsa/slh_dsa.h"

void kw_slh_fors_indices(const struct slh_set *set, uint32_t *index, const uint8_t *md)
{
  uint64_t bits = 0; /* base_2b (algorithm 4) */
  unsigned have = 0;
  for (unsigned i = 0; i < set->k; i++) {
    for (; have < set->a; have += 8) bits = bits << 8 | *md++;
    have -= set->a;
    index[i] = (uint32_t)(bits >> have) & ((1u << set->a) - 1);
  }
}

/* A chunk of 2^low leaves of each tree. */
struct chunk {
  const struct slh_forest *forest;
  unsigned low;
  uint32_t number;
  uint8_t *node;
};

/* PRF for the leaves' values (algorithm 14), or F of them (algorithm 15, step 3). */
static void leaves(struct slh_worker *w, const struct chunk *c, const uint8_t *sk_seed)
{
  const size_t n = w->set->n;
  uint8_t *at = c->node;
  kw_slh_begin(w, n);
  for (uint32_t t = 0; t < c->forest->trees; t++) {
    const uint32_t index = c->forest->first + (t << w->set->a) + (c->number << c->low);
    for (uint32_t i = 0; i < 1u << c->low; i++, at += n)
      slh_put(w, 0, 0, index + i, sk_seed ? sk_seed : at, at, 1);
  }
  kw_slh_run(w);
}

/* The values that a signature shows (algorithm 16, step 3). */
static void take_values(const struct slh_worker *w, const struct chunk *c, uint8_t *sig)
{
  const size_t n = w->set->n;
  for (size_t t = 0; t < c->forest->trees; t++) {
    const uint32_t at = c->forest->leaf[t] - (c->number << c->low);
    if (at >> c->low == 0)
      memcpy(sig + t * c->forest->stride, c->node + ((t << c->low) + at) * n, n);
  }
}

uint8_t *kw_slh_fors_trees(struct slh_worker *w, uint8_t *sig, const uint32_t *index, size_t from,
                           size_t trees, uint64_t tree, uint32_t pair)
{
  const struct slh_set *set = w->set;
  const size_t stride = (1u + set->a) * (size_t)set->n;
  if (sig) sig += from * stride;
  const struct slh_forest f = {
    .trees = trees,
    .height = set->a,
    .first = (uint32_t)from << set->a,
    .leaf = sig ? index + from : NULL,
    .path = sig ? sig + set->n : NULL,
    .stride = stride,
  };
  struct chunk c = {.forest = &f, .node = w->memory + SLH_MAX_N};
  while (c.low < set->a && kw_slh_grow_size(set, &f, c.low + 1) <= SLH_MEMORY - SLH_MAX_N) c.low++;
  for (; c.number < 1u << (set->a - c.low); c.number++) {
    kw_slh_address(w, 0, 0, tree, FORS_PRF, pair);
    leaves(w, &c, w->memory);
    if (sig) take_values(w, &c, sig);
    kw_slh_retype(w, 1, FORS_TREE);
    leaves(w, &c, NULL);
    kw_slh_grow(w, &f, c.low, c.number, c.node);
  }
  return c.node;
}

void kw_slh_fors_compress(struct slh_worker *w, const uint8_t *root, uint8_t *pk, size_t keys)
{
  const size_t n = w->set->n, size = w->set->k * n;
  kw_slh_retype(w, keys, FORS_ROOTS);
  kw_slh_begin(w, size);
  for (size_t key = 0; key < keys; key++) slh_put(w, key, 0, 0, root + key * size, pk + key * n, 1);
  kw_slh_run(w);
}
