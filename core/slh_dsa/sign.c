/* SPDX-License-Identifier: MIT
 *
 * FIPS 205, sections 7 and 9: key generation and signing.
 *
 * A layer signs the root of the one below. Nothing else in it depends on that root: so either
 * layers are taken one after the other, each knowing its digits; or all trees are computed first,
 * in any order, shared by threads or twice, and then the few chains that depend on digits.
 */
#include "parallel.h"
#include "slh_dsa/slh_dsa.h"

enum {
  MAX_LAYERS = 22,
  MAX_PARTS = 1344, /* bytes of roots: d 2^(h' - 6) n, as far as there is room; at least d n */
  PART_HEIGHT = 6,
  FORS_SLICE = 4, /* trees */
};

struct slh_place kw_slh_place(const struct slh_set *set, const uint8_t *digest)
{
  const unsigned leaf_bits = slh_tree_height(set), tree_bits = set->h - leaf_bits;
  const uint8_t *p = digest + slh_md_size(set);
  struct slh_place place = {0, 0};
  for (size_t i = 0; i < slh_tree_size(set); i++) place.tree = place.tree << 8 | *p++;
  for (size_t i = 0; i < slh_leaf_size(set); i++) place.leaf = place.leaf << 8 | *p++;
  if (tree_bits < 64) place.tree &= ((uint64_t)1 << tree_bits) - 1; /* 256f has all 64 bits */
  place.leaf &= ((uint32_t)1 << leaf_bits) - 1;
  return place;
}

void kw_slh_next_layer(const struct slh_set *set, struct slh_place *place)
{
  const unsigned height = slh_tree_height(set);
  place->leaf = (uint32_t)place->tree & (((uint32_t)1 << height) - 1);
  place->tree = height < 64 ? place->tree >> height : 0;
}

/* What is known of a signature before its trees are. */
struct plan {
  const struct slh_set *set;
  const struct slh_key *key;
  uint8_t *sig;         /* SIG_FORS, and what follows; NULL: nothing is taken */
  const uint8_t *nodes; /* of the top tree, if they are known */
  uint8_t *keep;        /* where to put them, if they are wanted */
  uint32_t fors[SLH_MAX_K];
  struct slh_place place[MAX_LAYERS];
  unsigned first, layers; /* the layers whose trees are to be computed */
  unsigned part_bits;     /* each in 2^part_bits parts */
  int with_fors;
  struct roots *roots;
};

/* The roots of FORS trees and of parts of XMSS trees, and who computes which. */
struct roots {
  size_t next;      /* task */
  int again, other; /* the second time: whether a root was another one */
  uint8_t fors[SLH_MAX_K * SLH_MAX_N], part[MAX_PARTS];
};

static uint8_t *xmss_sig(const struct plan *p, unsigned layer)
{
  return p->sig + slh_fors_size(p->set) + layer * slh_xmss_size(p->set);
}

static struct slh_subtree subtree(const struct plan *p, unsigned layer, unsigned part)
{
  const unsigned height = slh_tree_height(p->set) - p->part_bits;
  struct slh_subtree t = {
    .layer = layer,
    .height = height,
    .tree = p->place[layer].tree,
    .first = part << height,
    .leaf = p->place[layer].leaf,
    .path = p->sig ? xmss_sig(p, layer) + slh_len(p->set) * p->set->n : NULL,
    .nodes = p->keep,
  };
  return t;
}

/* ---- All trees, as tasks: slices of FORS, then parts of XMSS trees ---- */

static size_t fors_slices(const struct plan *p)
{
  return p->with_fors ? (p->set->k + FORS_SLICE - 1u) / FORS_SLICE : 0;
}

/* Keeps roots, or the second time compares them. */
static void keep(struct roots *r, uint8_t *kept, const uint8_t *root, size_t size)
{
  if (!r->again) {
    memcpy(kept, root, size);
  } else {
    int same = kw_equal(kept, root, size);
    PUBLISHED(&same, sizeof same);
    if (!same) __atomic_store_n(&r->other, 1, __ATOMIC_RELAXED);
  }
}

static void fors_task(struct slh_worker *w, const struct plan *p, size_t slice)
{
  const size_t from = slice * FORS_SLICE, trees = min_size(FORS_SLICE, p->set->k - from);
  const uint8_t *root =
      kw_slh_fors_trees(w, p->sig, p->fors, from, trees, p->place[0].tree, p->place[0].leaf);
  keep(p->roots, p->roots->fors + from * p->set->n, root, trees * p->set->n);
}

static void part_task(struct slh_worker *w, const struct plan *p, size_t number)
{
  uint8_t root[SLH_MAX_N];
  const unsigned layer = p->first + (unsigned)(number >> p->part_bits);
  const struct slh_subtree t = subtree(p, layer, (unsigned)number & ((1u << p->part_bits) - 1));
  kw_slh_xmss_node(w, root, &t);
  keep(p->roots, p->roots->part + number * p->set->n, root, p->set->n);
}

static size_t tasks(const struct plan *p)
{
  return fors_slices(p) + ((size_t)p->layers << p->part_bits);
}

static void work(void *context)
{
  const struct plan *p = context;
  struct slh_worker w;
  const size_t slices = fors_slices(p), end = tasks(p);
  kw_slh_start(&w, p->set, &p->key->seed, p->key->sk_seed);
  w.reversed = p->roots->again;
  for (size_t i; (i = __atomic_fetch_add(&p->roots->next, 1, __ATOMIC_RELAXED)) < end;)
    if (i < slices)
      fors_task(&w, p, i);
    else
      part_task(&w, p, i - slices);
  kw_slh_end(&w);
}

/* The parts of a tree to its root; the rest of the path, and of the nodes, if they are taken. */
static void join_parts(struct slh_worker *w, const struct plan *p, unsigned layer, uint8_t *root,
                       int take)
{
  const size_t n = p->set->n;
  struct slh_subtree t = subtree(p, layer, 0);
  if (!take) t.path = t.nodes = NULL;
  const uint32_t leaf = t.leaf >> t.height;
  const struct slh_forest f = {
    .trees = 1,
    .base = t.height,
    .height = p->part_bits,
    .leaf = t.path ? &leaf : NULL,
    .path = t.path,
    .nodes = t.nodes,
  };
  uint8_t *node = w->memory + SLH_MAX_N;
  memcpy(node, p->roots->part + ((size_t)(layer - p->first) << p->part_bits) * n,
         n << p->part_bits);
  kw_slh_address(w, 0, layer, t.tree, TREE, 0);
  kw_slh_grow(w, &f, p->part_bits, 0, node);
  memcpy(root, node, n);
}

static void all_trees(struct plan *p, struct roots *roots, unsigned threads)
{
  const unsigned height = slh_tree_height(p->set);
  p->part_bits = 0;
  while (p->part_bits + PART_HEIGHT < height &&
         (p->layers * (size_t)p->set->n << (p->part_bits + 1)) <= MAX_PARTS)
    p->part_bits++;
  p->roots = roots;
  roots->next = 0;
  kw_parallel((unsigned)min_size(threads, tasks(p)), work, p);
}

/* All trees once more, in another order, with nothing taken from them: the same roots? */
static int same_again(struct plan *p, unsigned threads)
{
  uint8_t *sig = p->sig;
  p->sig = NULL;
  p->roots->again = 1;
  all_trees(p, p->roots, threads);
  p->sig = sig;
  return !p->roots->other;
}

/* ---- The key's own tree ---- */

__attribute__((noinline)) static void join_top(const struct plan *p, uint8_t *root)
{
  struct slh_worker w;
  kw_slh_start(&w, p->set, &p->key->seed, p->key->sk_seed);
  join_parts(&w, p, p->first, root, 1);
  kw_slh_end(&w);
}

void kw_slh_top_tree(const struct slh_set *set, const struct slh_key *key, uint8_t *root,
                     uint8_t *nodes, unsigned threads)
{
  struct plan p = {.set = set, .key = key, .keep = nodes, .first = set->d - 1u, .layers = 1};
  struct roots roots = {0};
  all_trees(&p, &roots, threads);
  join_top(&p, root);
  wipe(&roots, sizeof roots);
}

/* ---- Signing ---- */

/* The path of a leaf, out of the nodes of its tree. */
static void known_path(const struct slh_set *set, uint8_t *path, const uint8_t *nodes,
                       uint32_t leaf)
{
  const size_t n = set->n;
  const unsigned height = slh_tree_height(set);
  for (unsigned z = 0; z < height; z++, nodes += n << (height - z + 1))
    memcpy(path + z * n, nodes + ((leaf >> z) ^ 1) * n, n);
}

/* The WOTS+ signature of node by a layer's leaf, for a tree that is known or will be. */
static void sign_node(struct slh_worker *w, const struct plan *p, unsigned layer,
                      const uint8_t node[SLH_MAX_N])
{
  PUBLISHED(node, SLH_MAX_N);
  kw_slh_wots_digits(p->set, w->digit, node);
  kw_slh_wots_sign(w, xmss_sig(p, layer), layer, p->place[layer].tree, p->place[layer].leaf);
}

static void known_layer(struct slh_worker *w, const struct plan *p, unsigned layer,
                        const uint8_t *node)
{
  sign_node(w, p, layer, node);
  known_path(p->set, xmss_sig(p, layer) + slh_len(p->set) * p->set->n, p->nodes,
             p->place[layer].leaf);
}

/* T_k of the FORS roots. */
static void fors_public_key(struct slh_worker *w, const struct plan *p, uint8_t *root,
                            uint8_t *node)
{
  kw_slh_address(w, 0, 0, p->place[0].tree, FORS_ROOTS, p->place[0].leaf);
  kw_slh_fors_compress(w, root, root, 1);
  memcpy(node, root, p->set->n);
}

/* One layer after the other. */
__attribute__((noinline)) static void sign_in_order(const struct plan *p)
{
  struct slh_worker w;
  uint8_t node[SLH_MAX_N] = {0};
  kw_slh_start(&w, p->set, &p->key->seed, p->key->sk_seed);
  uint8_t *root =
      kw_slh_fors_trees(&w, p->sig, p->fors, 0, p->set->k, p->place[0].tree, p->place[0].leaf);
  fors_public_key(&w, p, root, node);
  for (unsigned layer = 0; layer < p->layers; layer++) {
    struct slh_subtree t = subtree(p, layer, 0);
    t.wots = xmss_sig(p, layer);
    PUBLISHED(node, sizeof node);
    kw_slh_wots_digits(p->set, w.digit, node);
    kw_slh_xmss_node(&w, node, &t);
  }
  if (p->nodes) known_layer(&w, p, p->layers, node);
  kw_slh_end(&w);
}

/* The root of a layer; with `twice` also in the other order, and whether they are the same. */
static int join_layer(struct slh_worker *w, const struct plan *p, unsigned layer, uint8_t *root,
                      int twice)
{
  uint8_t again[SLH_MAX_N];
  join_parts(w, p, layer, root, 1);
  if (!twice) return 1;
  w->reversed = 1;
  join_parts(w, p, layer, again, 0);
  w->reversed = 0;
  int same = kw_equal(root, again, p->set->n);
  PUBLISHED(&same, sizeof same);
  return same;
}

/* What all_trees has left: joining parts, and the chains up to digits. 0 if roots differ. */
__attribute__((noinline)) static int sign_roots(const struct plan *p, int twice)
{
  struct slh_worker w;
  uint8_t node[SLH_MAX_N] = {0}, *root;
  int good = 1;
  kw_slh_start(&w, p->set, &p->key->seed, p->key->sk_seed);
  root = w.memory + SLH_MAX_N;
  memcpy(root, p->roots->fors, p->set->k * (size_t)p->set->n);
  fors_public_key(&w, p, root, node);
  for (unsigned layer = 0; layer < p->layers && good; layer++) {
    sign_node(&w, p, layer, node);
    good = join_layer(&w, p, layer, node, twice);
  }
  if (p->nodes && good) known_layer(&w, p, p->layers, node);
  kw_slh_end(&w);
  return good;
}

__attribute__((noinline)) static int sign_in_parts(struct plan *p, unsigned threads, int twice)
{
  struct roots roots = {0};
  all_trees(p, &roots, threads);
  const int good = (!twice || same_again(p, threads)) && sign_roots(p, twice);
  wipe(&roots, sizeof roots);
  return good;
}

static int sign_by_plan(struct plan *p, unsigned threads, unsigned checks)
{
  if (threads > 1 || checks & KW_CHECK_ROOTS)
    return sign_in_parts(p, threads, (checks & KW_CHECK_ROOTS) != 0);
  sign_in_order(p);
  return 1;
}

static void make_plan(struct plan *p, const uint8_t *digest)
{
  struct slh_place place = kw_slh_place(p->set, digest);
  kw_slh_fors_indices(p->set, p->fors, digest);
  p->layers = p->set->d - (p->nodes ? 1u : 0u);
  p->with_fors = 1;
  for (unsigned layer = 0; layer < p->set->d; layer++, kw_slh_next_layer(p->set, &place))
    p->place[layer] = place;
}

static void h_msg(const struct slh_set *set, uint8_t *digest, const uint8_t *r, const uint8_t *pk,
                  const struct message *message)
{
  kw_hash_state state;
  kw_slh_h_msg_begin(set, &state, r, pk);
  kw_message_absorb(&state, message);
  kw_slh_h_msg_end(set, &state, digest, r, pk);
}

/* slh_sign_internal (algorithm 19). */
kw_status kw_slh_sign(const struct signing *s, const struct slh_key *key, const uint8_t *nodes)
{
  const struct slh_set *set = &s->sig->set.slh;
  struct plan p = {.set = set, .key = key, .nodes = nodes, .sig = s->signature + set->n};
  uint8_t r[SLH_MAX_N], pk[2 * SLH_MAX_N], digest[1][SIG_MAX_DIGEST];
  kw_status status = KW_OK;
  memcpy(pk, key->seed.bytes, set->n);
  memcpy(pk + set->n, key->pk_root, set->n);
  kw_slh_prf_msg(set, key, r, s->randomness ? s->randomness : pk, s->message);
  PUBLISHED(r, sizeof r);
  h_msg(set, digest[0], r, pk, s->message);
  make_plan(&p, digest[0]);
  /* for verification once more, while the message is there: it may overlap the signature */
  if (s->checks & KW_CHECK_VERIFY) h_msg(set, digest[0], r, pk, s->message);
  memcpy(s->signature, r, set->n);
  if (!sign_by_plan(&p, s->threads, s->checks)) status = KW_FAULT;
  if (status == KW_OK && (s->checks & KW_CHECK_VERIFY)) {
    const uint8_t *signature = s->signature;
    PUBLISHED(signature, slh_signature_size(set));
    kw_slh_verify(s->sig, 1, &status, &signature, digest, pk);
    if (status != KW_OK) status = KW_FAULT;
  }
  wipe(&p, sizeof p);
  return status;
}
