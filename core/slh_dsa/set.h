/* SPDX-License-Identifier: MIT
 * A parameter set (FIPS 205, table 2), and what follows from it. */
#ifndef KATWISE_SLH_DSA_SET_H
#define KATWISE_SLH_DSA_SET_H
#include <stddef.h>
#include <stdint.h>

struct slh_set {
  uint8_t shake;               /* 1: section 11.1; 0: section 11.2 */
  uint8_t n, h, d, a, k, lg_w; /* lg_w divides 8 n */
};

static inline unsigned slh_tree_height(const struct slh_set *s) { return s->h / s->d; } /* h' */
static inline size_t slh_len1(const struct slh_set *s) { return 8u * s->n / s->lg_w; }
/* Equations 5.2 and 5.3: the digits of the largest checksum. */
static inline size_t slh_len2(const struct slh_set *s)
{
  size_t digits = 0;
  for (size_t sum = slh_len1(s) * ((1u << s->lg_w) - 1); sum > 0; sum >>= s->lg_w) digits++;
  return digits;
}
static inline size_t slh_len(const struct slh_set *s) { return slh_len1(s) + slh_len2(s); }

/* Bytes of md, of the tree's index and of the leaf's; m is their sum. */
static inline size_t slh_md_size(const struct slh_set *s) { return (s->k * s->a + 7u) / 8; }
static inline size_t slh_tree_size(const struct slh_set *s)
{
  return (s->h - slh_tree_height(s) + 7) / 8;
}
static inline size_t slh_leaf_size(const struct slh_set *s) { return (slh_tree_height(s) + 7) / 8; }
static inline size_t slh_digest_size(const struct slh_set *s)
{
  return slh_md_size(s) + slh_tree_size(s) + slh_leaf_size(s);
}

/* Bytes of the parts of a signature: R, SIG_FORS, then d times an XMSS signature. */
static inline size_t slh_fors_size(const struct slh_set *s)
{
  return (size_t)s->k * (1u + s->a) * s->n;
}
static inline size_t slh_xmss_size(const struct slh_set *s)
{
  return (slh_len(s) + slh_tree_height(s)) * s->n;
}
static inline size_t slh_signature_size(const struct slh_set *s)
{
  return s->n + slh_fors_size(s) + s->d * slh_xmss_size(s);
}

/* The nodes of an XMSS tree but for its root, leaves first. */
static inline size_t slh_tree_nodes(const struct slh_set *s)
{
  return ((size_t)2 << slh_tree_height(s)) - 2;
}

#endif
