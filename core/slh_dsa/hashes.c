/* SPDX-License-Identifier: MIT
 * FIPS 205, section 11: the hash functions of a set, of messages and of lists of jobs. */
#include "hash/hash.h"
#include "kernels.h"
#include "slh_dsa/slh_dsa.h"

/* ---- Messages ---- */

/* A status that depends on arguments, which are right here. */
static void must(kw_status status) { (void)status; }

/* H_msg's and PRF_msg's function: SHAKE256, SHA-256 (n = 16) or SHA-512. */
static const kw_hash *message_hash(const struct slh_set *set)
{
  return kw_hash_find(set->shake ? "shake256" : set->n == 16 ? "sha256" : "sha512");
}

void kw_slh_prepare_seed(const struct slh_set *set, struct slh_seed *seed, const uint8_t *pk_seed)
{
  const kw_hash *sha256 = kw_hash_find("sha256"), *sha512 = kw_hash_find("sha512");
  uint8_t block[128] = {0};
  memset(seed, 0, sizeof *seed);
  memcpy(seed->bytes, pk_seed, set->n);
  if (set->shake) return;
  memcpy(block, pk_seed, set->n);
  for (int i = 0; i < 8; i++) seed->sha256[i] = (uint32_t)sha256->iv[i];
  for (int i = 0; i < 8; i++) seed->sha512[i] = sha512->iv[i];
  kw_kernels.sha256_blocks(seed->sha256, block, 1);
  kw_kernels.sha512_blocks(seed->sha512, block, 1);
}

/* A hash that has absorbed a block of SK.prf xored with a byte: HMAC (FIPS 198-1). */
static void absorb_pad(const kw_hash *hash, kw_hash_state *state, const uint8_t *sk_prf, size_t n,
                       uint8_t byte)
{
  uint8_t pad[128];
  memset(pad, byte, sizeof pad);
  for (size_t i = 0; i < n; i++) pad[i] ^= sk_prf[i];
  must(kw_hash_init(state, hash));
  must(kw_hash_update(state, pad, kw_hash_block_size(hash)));
  wipe(pad, sizeof pad);
}

void kw_slh_prepare_key(const struct slh_set *set, struct slh_key *key, const uint8_t *sk)
{
  const kw_hash *hash = message_hash(set);
  const size_t n = set->n;
  memset(key, 0, sizeof *key);
  kw_slh_prepare_seed(set, &key->seed, sk + 2 * n);
  memcpy(key->sk_seed, sk, n);
  memcpy(key->pk_root, sk + 3 * n, n);
  if (set->shake) {
    must(kw_hash_init(&key->prf, hash));
    must(kw_hash_update(&key->prf, sk + n, n));
  } else {
    absorb_pad(hash, &key->prf, sk + n, n, 0x36);
    absorb_pad(hash, &key->outer, sk + n, n, 0x5c);
  }
}

void kw_slh_prf_msg(const struct slh_set *set, const struct slh_key *key, uint8_t *r,
                    const uint8_t *opt_rand, const struct message *message)
{
  kw_hash_state state = key->prf;
  uint8_t inner[64];
  const size_t size = kw_hash_digest_size(message_hash(set));
  must(kw_hash_update(&state, opt_rand, set->n));
  kw_message_absorb(&state, message);
  if (set->shake) {
    must(kw_hash_squeeze(&state, r, set->n));
  } else {
    must(kw_hash_squeeze(&state, inner, size));
    state = key->outer;
    must(kw_hash_update(&state, inner, size));
    must(kw_hash_squeeze(&state, inner, size));
    memcpy(r, inner, set->n);
    wipe(inner, sizeof inner);
  }
  wipe(&state, sizeof state);
}

void kw_slh_h_msg_begin(const struct slh_set *set, kw_hash_state *state, const uint8_t *r,
                        const uint8_t *pk)
{
  must(kw_hash_init(state, message_hash(set)));
  must(kw_hash_update(state, r, set->n));
  must(kw_hash_update(state, pk, 2u * set->n));
}

/* MGF1 (RFC 8017, B.2.1) of R || PK.seed || hash, for SHA-2. */
void kw_slh_h_msg_end(const struct slh_set *set, kw_hash_state *state, uint8_t *digest,
                      const uint8_t *r, const uint8_t *pk)
{
  const kw_hash *hash = message_hash(set);
  const size_t size = slh_digest_size(set), n = set->n, unit = kw_hash_digest_size(hash);
  uint8_t inner[64], count[4];
  if (set->shake) {
    must(kw_hash_squeeze(state, digest, size));
    return;
  }
  must(kw_hash_squeeze(state, inner, unit));
  kw_hash_state start;
  must(kw_hash_init(&start, hash));
  must(kw_hash_update(&start, r, n));
  must(kw_hash_update(&start, pk, n));
  must(kw_hash_update(&start, inner, unit));
  for (uint32_t i = 0; i * unit < size; i++) {
    *state = start;
    store32_be(count, i);
    must(kw_hash_update(state, count, sizeof count));
    must(kw_hash_squeeze(state, inner, unit));
    memcpy(digest + i * unit, inner, min_size(unit, size - i * unit));
  }
}

/* ---- Lists of jobs ---- */

void kw_slh_start(struct slh_worker *w, const struct slh_set *set, const struct slh_seed *seed,
                  const uint8_t *sk_seed)
{
  w->set = set;
  w->reversed = 0;
  w->list.seed = seed;
  w->list.n = set->n;
  w->list.memory = w->memory;
  w->list.jobs = w->jobs;
  w->list.count = 0;
  if (sk_seed) memcpy(w->memory, sk_seed, set->n);
}

void kw_slh_end(struct slh_worker *w)
{
  wipe(w, sizeof *w);
  kw_wipe_stack(SLH_KERNEL_STACK);
}

void kw_slh_address(struct slh_worker *w, size_t number, unsigned layer, uint64_t tree,
                    enum slh_type type, uint32_t pair)
{
  uint8_t *adrs = w->list.adrs[number];
  adrs[0] = (uint8_t)layer;
  store64_be(adrs + 1, tree);
  adrs[9] = (uint8_t)type;
  store32_be(adrs + 10, pair);
  adrs[14] = adrs[15] = 0;
}

void kw_slh_retype(struct slh_worker *w, size_t count, enum slh_type type)
{
  for (size_t i = 0; i < count; i++) w->list.adrs[i][9] = (uint8_t)type;
}

void kw_slh_begin(struct slh_worker *w, size_t in_size) { w->list.in_size = in_size; }

static void reverse(struct slh_job *jobs, size_t count)
{
  for (size_t i = 0, j = count - 1; i < j; i++, j--) {
    struct slh_job job = jobs[i];
    jobs[i] = jobs[j];
    jobs[j] = job;
  }
}

static slh_kernel *kernel(const struct slh_set *set, size_t in_size, size_t count)
{
  if (set->shake) return kw_kernels.slh_shake;
  if (set->n > 16 && in_size > set->n) return kw_kernels.slh_sha512;
  return count <= SLH_FEW ? kw_kernels.slh_sha256_few : kw_kernels.slh_sha256;
}

void kw_slh_run(struct slh_worker *w)
{
  struct slh_list *list = &w->list;
  if (list->count == 0) return;
  if (w->reversed) reverse(w->jobs, list->count);
  kernel(w->set, list->in_size, list->count)(list);
  list->count = 0;
}
