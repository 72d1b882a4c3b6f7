/* SPDX-License-Identifier: MIT
 * FIPS 205, section 8: FORS. */
#include "slh_dsa/slh_dsa.h"

void slh_fors_indices(const struct slh_set *set, uint32_t *index, const uint8_t *md)
{
  uint64_t bits = 0; /* base_2b (algorithm 4) */
  unsigned have = 0;
  for (unsigned i = 0; i < set->k; i++) {
    for (; have < set->a; have += 8) bits = bits << 8 | *md++;
    have -= set->a;
    index[i] = (uint32_t)(bits >> have) & ((1u << set->a) - 1);
  }
}

/* As many leaves of each tree at a time as lists and memory allow. */
static unsigned low_height(const struct slh_set *set, size_t trees)
{
  unsigned low = 0;
  while (low < set->a && trees << (low + 1) <= SLH_MAX_JOBS) {
    const size_t nodes = (trees << (low + 1)) + 2 * trees + trees * (set->a - low - 1u);
    if (nodes * set->n > SLH_MEMORY - SLH_MAX_N) break;
    low++;
  }
  return low;
}

struct chunk {
  const uint32_t *leaf;
  uint32_t first; /* the index of the first tree's first leaf */
  size_t trees;
  unsigned low;
  uint32_t number;
  uint8_t *node;
};

/* The values of the leaves (algorithm 14). The one that signs is copied: algorithm 16, step 3. */
static void values(struct slh_worker *w, const struct chunk *c, uint8_t *sig, size_t stride)
{
  const size_t n = w->set->n;
  uint8_t *out = c->node;
  for (uint32_t t = 0; t < c->trees; t++)
    for (uint32_t i = 0; i < 1u << c->low; i++, out += n)
      slh_put(w, 0, 0, c->first + (t << w->set->a) + (c->number << c->low) + i, w->memory, out, 1);
  slh_run(w, n);
  for (size_t t = 0; sig && t < c->trees; t++) {
    const uint32_t at = c->leaf[t] - (c->number << c->low);
    if (at >> c->low == 0) memcpy(sig + t * stride, c->node + ((t << c->low) + at) * n, n);
  }
}

/* The leaves (algorithm 15, step 3). */
static void leaves(struct slh_worker *w, const struct chunk *c)
{
  const size_t n = w->set->n;
  uint8_t *at = c->node;
  for (uint32_t t = 0; t < c->trees; t++)
    for (uint32_t i = 0; i < 1u << c->low; i++, at += n)
      slh_put(w, 0, 0, c->first + (t << w->set->a) + (c->number << c->low) + i, at, at, 1);
  slh_run(w, n);
}

void slh_fors_trees(struct slh_worker *w, uint8_t *root, uint8_t *sig, const uint32_t *index,
                    size_t from, size_t trees, uint64_t tree, uint32_t pair)
{
  const struct slh_set *set = w->set;
  const size_t n = set->n, stride = (1u + set->a) * n;
  const unsigned low = low_height(set, trees);
  uint8_t *node = w->memory + SLH_MAX_N, *pairs = node + (trees * n << low);
  uint8_t *stack = pairs + 2 * trees * n;
  if (sig) sig += from * stride;
  struct chunk c = {index + from, (uint32_t)from << set->a, trees, low, 0, node};
  const struct slh_forest f = {
    .trees = trees,
    .height = set->a,
    .first = c.first,
    .leaf = sig ? c.leaf : NULL,
    .path = sig ? sig + n : NULL,
    .stride = stride,
  };
  for (; c.number < 1u << (set->a - low); c.number++) {
    slh_address(w, 0, 0, tree, FORS_PRF, pair);
    values(w, &c, sig, stride);
    slh_retype(w, 1, FORS_TREE);
    leaves(w, &c);
    slh_grow(w, &f, low, c.number, node, pairs, stack);
  }
  memcpy(root + from * n, node, trees * n);
}

void slh_fors_compress(struct slh_worker *w, const uint8_t *root, uint8_t *pk, size_t keys)
{
  const size_t n = w->set->n, size = w->set->k * n;
  slh_retype(w, keys, FORS_ROOTS);
  for (size_t key = 0; key < keys; key++) slh_put(w, key, 0, 0, root + key * size, pk + key * n, 1);
  slh_run(w, size);
}
