/* SPDX-License-Identifier: MIT
 * Merkle trees (FIPS 205, algorithms 9 and 15), several side by side: up from their leaves, or from
 * one leaf by its path. */
#include "slh_dsa/slh_dsa.h"

/* What is to be taken of 2^wide nodes of each tree at height z, from number `at` on. */
static void take(const struct slh_worker *w, const struct slh_forest *f, const uint8_t *node,
                 unsigned wide, unsigned z, uint32_t at)
{
  const size_t n = w->set->n;
  const unsigned height = f->base + z, whole = slh_tree_height(w->set);
  if (z == f->height) return;
  if (f->leaf)
    for (size_t t = 0; t < f->trees; t++) {
      uint32_t sibling = ((f->leaf[t] >> z) ^ 1) - at;
      if (sibling >> wide == 0)
        memcpy(f->path + t * f->stride + height * n, node + ((t << wide) + sibling) * n, n);
    }
  if (f->nodes) { /* before this height lie 2^whole + 2^(whole - 1) + .. nodes */
    const size_t before = ((size_t)2 << whole) - ((size_t)2 << (whole - height));
    memcpy(f->nodes + (before + (f->first >> z) + at) * n, node, n << wide);
  }
}

/* A chunk's leaves to one node of each tree. Job i reads nodes 2 i and 2 i + 1 and writes node i:
 * in their order jobs don't meet; in the other order only those of 2^j .. 2^(j + 1) - 1 don't. */
static void reduce(struct slh_worker *w, const struct slh_forest *f, unsigned low, uint32_t chunk,
                   uint8_t *node)
{
  const size_t n = w->set->n;
  for (unsigned z = 0; z < low; z++) {
    const unsigned wide = low - z - 1;
    const uint32_t at = chunk << wide;
    const uint8_t *in = node;
    uint8_t *out = node;
    size_t jobs = 0;
    take(w, f, node, wide + 1, z, 2 * at);
    kw_slh_begin(w, 2 * n);
    for (uint32_t t = 0; t < f->trees; t++) {
      const uint32_t index = ((f->first + (t << f->height)) >> (z + 1)) + at;
      for (uint32_t i = 0; i < 1u << wide; i++, in += 2 * n, out += n) {
        slh_put(w, 0, f->base + z + 1, index + i, in, out, 1);
        jobs++;
        if (w->reversed && (jobs & (jobs - 1)) == 0) kw_slh_run(w);
      }
    }
    kw_slh_run(w);
  }
}

/* A node of each tree meets the left siblings that wait on the stack, as long as it is a right
 * child; then it waits itself. */
static void merge(struct slh_worker *w, const struct slh_forest *f, unsigned low, uint32_t chunk,
                  uint8_t *node, uint8_t *stack)
{
  const size_t n = w->set->n, row = f->trees * n;
  uint8_t *pair = node + row;
  for (unsigned z = low;; z++, chunk >>= 1, stack += row) {
    take(w, f, node, 0, z, chunk);
    if (z == f->height) return;
    if ((chunk & 1) == 0) {
      memcpy(stack, node, row);
      return;
    }
    kw_slh_begin(w, 2 * n);
    for (uint32_t t = 0; t < f->trees; t++) {
      const uint32_t index = ((f->first + (t << f->height)) >> (z + 1)) + (chunk >> 1);
      memcpy(pair + 2 * t * n, stack + t * n, n);
      memcpy(pair + (2 * t + 1) * n, node + t * n, n);
      slh_put(w, 0, f->base + z + 1, index, pair + 2 * t * n, node + t * n, 1);
    }
    kw_slh_run(w);
  }
}

/* Nodes of each tree: the chunk, or one and a pair. */
static size_t wide(unsigned low) { return low < 2 ? 3 : (size_t)1 << low; }

size_t kw_slh_grow_size(const struct slh_set *set, const struct slh_forest *f, unsigned low)
{
  return (wide(low) + f->height - low) * f->trees * set->n;
}

void kw_slh_grow(struct slh_worker *w, const struct slh_forest *f, unsigned low, uint32_t chunk,
                 uint8_t *node)
{
  reduce(w, f, low, chunk, node);
  merge(w, f, low, chunk, node, node + wide(low) * f->trees * w->set->n);
}

void kw_slh_climb(struct slh_worker *w, const struct slh_climb *c, uint8_t *pair)
{
  const size_t n = w->set->n, each = c->count / c->keys;
  kw_slh_begin(w, 2 * n);
  for (unsigned z = 0; z < c->height; z++) {
    for (size_t i = 0; i < c->count; i++) {
      const uint8_t *sibling = c->path[i / each] + i % each * c->stride + z * n;
      uint8_t *left = pair + 2 * i * n, *right = left + n;
      if (c->index[i] & 1) {
        memcpy(right, left, n);
        memcpy(left, sibling, n);
      } else {
        memcpy(right, sibling, n);
      }
      c->index[i] >>= 1;
      slh_put(w, i / each, z + 1, c->index[i], left, left, 1);
    }
    kw_slh_run(w);
  }
}
