/* SPDX-License-Identifier: MIT
 * The scheme as sig.c wants it. Keys are SK.seed || SK.prf || PK.seed || PK.root and the last two
 * of them (FIPS 205, figures 15 and 16). */
#include "slh_dsa/slh_dsa.h"

#include "kernels.h"

/* An expanded key says which set it is for, and that this version of the library has made it. */
static uint64_t mark(const kw_sig *sig)
{
  uint64_t x = sizeof(struct slh_key) << 8 | kw_sig_index(sig);
  for (const char *p = kw_version(); *p; p++) x = (x ^ (uint8_t)*p) * 0x100000001b3; /* FNV-1a */
  return x;
}

static struct sig_sizes sizes(const kw_sig *sig)
{
  const struct slh_set *set = &sig->set.slh;
  const size_t n = set->n;
  return (struct sig_sizes){
    .public_key = 2 * n,
    .secret_key = 4 * n,
    .signature = slh_signature_size(set),
    .seed = 3 * n,
    .randomness = n,
    .expanded = sizeof(struct slh_key) + slh_tree_nodes(set) * n,
    .beginning = n,
  };
}

static void keygen(const kw_sig *sig, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                   unsigned threads)
{
  const struct slh_set *set = &sig->set.slh;
  const size_t n = set->n;
  uint8_t pair[4 * SLH_MAX_N];
  struct slh_key key = {0};
  memcpy(pair, seed, 3 * n);
  memcpy(key.sk_seed, seed, n);
  kw_slh_prepare_seed(set, &key.seed, seed + 2 * n);
  kw_slh_top_tree(set, &key, pair + 3 * n, NULL, threads);
  memcpy(sk, pair, 4 * n);
  memcpy(pk, pair + 2 * n, 2 * n);
  wipe(&key, sizeof key);
  wipe(pair, sizeof pair);
}

static kw_status load(const kw_sig *sig, struct slh_key *key, const uint8_t *sk, int expanded)
{
  if (expanded)
    memcpy(key, sk, sizeof *key);
  else
    kw_slh_prepare_key(&sig->set.slh, key, sk);
  return expanded && key->mark != mark(sig) ? KW_BAD_KEY : KW_OK;
}

static kw_status public_key(const kw_sig *sig, uint8_t *pk, const uint8_t *sk, int expanded)
{
  const size_t n = sig->set.slh.n;
  struct slh_key key;
  if (!expanded) {
    memmove(pk, sk + 2 * n, 2 * n);
    return KW_OK;
  }
  kw_status status = load(sig, &key, sk, 1);
  if (status == KW_OK) {
    memcpy(pk, key.seed.bytes, n);
    memcpy(pk + n, key.pk_root, n);
  }
  wipe(&key, sizeof key);
  return status;
}

static kw_status expand(const kw_sig *sig, uint8_t *expanded, const uint8_t *sk, unsigned threads)
{
  const struct slh_set *set = &sig->set.slh;
  struct slh_key key;
  uint8_t root[SLH_MAX_N];
  kw_slh_prepare_key(set, &key, sk);
  key.mark = mark(sig);
  kw_slh_top_tree(set, &key, root, expanded ? expanded + sizeof key : NULL, threads);
  if (expanded) memcpy(expanded, &key, sizeof key);
  int same = kw_equal(root, key.pk_root, set->n);
  PUBLISHED(&same, sizeof same);
  wipe(&key, sizeof key);
  return same ? KW_OK : KW_BAD_KEY;
}

static kw_status sign(const struct signing *s)
{
  struct slh_key key;
  kw_status status = load(s->sig, &key, s->sk, s->expanded);
  if (status == KW_OK) status = kw_slh_sign(s, &key, s->expanded ? s->sk + sizeof key : NULL);
  wipe(&key, sizeof key);
  return status;
}

static void digest_begin(const kw_sig *sig, kw_hash_state *state, const uint8_t *signature,
                         const uint8_t *pk)
{
  kw_slh_h_msg_begin(&sig->set.slh, state, signature, pk);
}

static void digest_end(const kw_sig *sig, kw_hash_state *state, uint8_t digest[SIG_MAX_DIGEST],
                       const uint8_t *signature, const uint8_t *pk)
{
  kw_slh_h_msg_end(&sig->set.slh, state, digest, signature, pk);
}

const struct sig_scheme kw_slh_dsa = {
  .context_max = 255,
  .sizes = sizes,
  .keygen = keygen,
  .public_key = public_key,
  .expand = expand,
  .sign = sign,
  .digest_begin = digest_begin,
  .digest_end = digest_end,
  .verify = kw_slh_verify,
};
