/* SPDX-License-Identifier: MIT
 * Signatures: SK.seed, SK.prf, the randomness of signing, and all that PRF makes of SK.seed, but
 * for what a signature gives away. Randomness of the operating system is known here: the linker
 * puts __wrap_getrandom in the place of getrandom. */
#include <string.h>
#include <sys/random.h>

#include "check.h"
#include "residue.h"
#include "sig/sig.h"
#include "slh_dsa/slh_dsa.h"

enum { MAX_SIGNATURE = 35664, EXPANDED = 4096, SK_BYTES = 128, ADRS = 32, PREHASHED = 4 };

/* f sets of each hash, and of SHA-512. */
static const char *const names[] = {"SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-192f", "SLH-DSA-SHAKE-128f"};

static const kw_sig *sig;
static size_t n, pk_size, sk_size, sig_size, expanded_size;
static uint8_t seed_bytes[96], randomness[32], pk[64], sk[SK_BYTES], bad_sk[SK_BYTES];
static uint8_t expanded[EXPANDED], signature[MAX_SIGNATURE];
static const uint8_t *random_bytes_of_system;
static kw_sig_options options;

ssize_t __wrap_getrandom(void *to, size_t count, unsigned flags);
ssize_t __wrap_getrandom(void *to, size_t count, unsigned flags)
{
  (void)flags;
  memcpy(to, random_bytes_of_system, count);
  return (ssize_t)count;
}

/* ---- The calls ---- */

static void from_seed(void)
{
  step(kw_sig_keygen_from_seed(sig, pk, pk_size, sk, sk_size, seed_bytes, 3 * n, options.threads));
}
static void keygen(void)
{
  random_bytes_of_system = seed_bytes;
  step(kw_sig_keygen(sig, pk, pk_size, sk, sk_size, options.threads));
}
static void expand(void)
{
  step(kw_sig_expand(sig, expanded, expanded_size, sk, sk_size, options.threads));
}
static void expand_bad(void)
{
  if (kw_sig_expand(sig, expanded, expanded_size, bad_sk, sk_size, 0) != KW_BAD_KEY)
    step(KW_BAD_STATE);
}
static void check_key(void) { step(kw_sig_check_key(sig, sk, sk_size, options.threads)); }
static void check_bad(void)
{
  if (kw_sig_check_key(sig, bad_sk, sk_size, 0) != KW_BAD_KEY) step(KW_BAD_STATE);
}
static void public_key(void) { step(kw_sig_public_key(sig, pk, pk_size, expanded, expanded_size)); }
static void sign(void)
{
  step(kw_sign_derand(sig, signature, sig_size, message, MESSAGE, sk, sk_size, randomness, n,
                      &options));
}
static void sign_expanded(void)
{
  step(kw_sign_derand(sig, signature, sig_size, message, MESSAGE, expanded, expanded_size,
                      randomness, n, &options));
}
static void sign_hedged(void)
{
  random_bytes_of_system = randomness;
  step(kw_sign(sig, signature, sig_size, message, MESSAGE, sk, sk_size, &options));
}
static void sign_internal(void)
{
  step(kw_sign_internal(sig, signature, sig_size, message, MESSAGE, sk, sk_size, randomness, n));
}

/* The digest of a message that is pre-hashed stays as secret as the message. */
static kw_hash_state hashed;
static void sign_prehash(void)
{
  options.prehash = kw_hash_find("sha512");
  sign();
  options.prehash = NULL;
}
static void sign_hashed(void)
{
  const kw_sig_options o = {.hashed = &hashed};
  step(kw_sign_derand(sig, signature, sig_size, NULL, 0, sk, sk_size, randomness, n, &o));
}
static void verify_prehash(void)
{
  const kw_sig_options o = {.prehash = kw_hash_find("sha512")};
  step(kw_verify(sig, signature, sig_size, message, MESSAGE, pk, pk_size, &o));
}
static void verify_stream(void)
{
  const kw_sig_options o = {.prehash = kw_hash_find("sha512")};
  static kw_verify_state state;
  step(kw_verify_init(&state, sig, signature, sig_size, pk, pk_size, &o));
  step(kw_verify_update(&state, message, MESSAGE));
  step(kw_verify_final(&state, signature, sig_size));
}

static void test_prehash(void)
{
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[PREHASHED] = {{"sign, pre-hashed", sign_prehash},
                        {"sign, hashed", sign_hashed},
                        {"verify, pre-hashed", verify_prehash},
                        {"verify, pre-hashed, in pieces", verify_stream}};
  uint8_t digest[64];
  step(kw_hash_init(&hashed, kw_hash_find("sha512")));
  step(kw_hash_update(&hashed, message, MESSAGE));
  step(kw_hash_once(kw_hash_find("sha512"), digest, sizeof digest, message, MESSAGE));
  secrets_begin();
  secrets_add(digest, sizeof digest);
  secrets_end();
  for (size_t i = 0; i < PREHASHED; i++) examine(cases[i].name, cases[i].run);
}

/* ---- The secrets ---- */

/* PRF(PK.seed, SK.seed, ADRS): FIPS 205, 11.1 and 11.2. */
static void prf(uint8_t *value, const uint8_t adrs[ADRS])
{
  const int shake = strstr(kw_sig_name(sig), "SHAKE") != NULL;
  const kw_hash *row = kw_hash_find(shake ? "shake256" : "sha256");
  uint8_t in[64 + ADRS + 32] = {0}, digest[32];
  const size_t seed_size = shake ? n : 64, adrs_size = shake ? ADRS : 22;
  memcpy(in, seed_bytes + 2 * n, n);
  if (shake) {
    memcpy(in + n, adrs, ADRS);
  } else {
    in[64] = adrs[3];
    memcpy(in + 65, adrs + 8, 8);
    in[73] = adrs[19];
    memcpy(in + 74, adrs + 20, 12);
  }
  memcpy(in + seed_size + adrs_size, seed_bytes, n);
  const size_t out_bytes = shake ? n : 32;
  CHECK(kw_hash_once(row, digest, out_bytes, in, seed_size + adrs_size + n) == KW_OK, "PRF");
  memcpy(value, digest, n);
}

/* Unless the signature has it. */
static void add_secret(const uint8_t *value)
{
  for (size_t at = 0; at + n <= sig_size; at += n)
    if (memcmp(signature + at, value, n) == 0) return;
  secrets_add(value, n);
}

static void add_prf(unsigned layer, uint64_t tree, unsigned type, uint32_t pair, uint32_t chain,
                    uint32_t index)
{
  uint8_t adrs[ADRS] = {0}, value[32];
  store32_be(adrs, layer);
  store64_be(adrs + 8, tree);
  store32_be(adrs + 16, type);
  store32_be(adrs + 20, pair);
  store32_be(adrs + 24, chain);
  store32_be(adrs + 28, index);
  prf(value, adrs);
  add_secret(value);
}

/* All starts of chains, in the tree of each layer; all leaves of the FORS trees. */
static void add_derived(const uint8_t *digest)
{
  const struct slh_set *set = &sig->set.slh;
  struct slh_place place = kw_slh_place(set, digest);
  for (uint32_t i = 0; i < (uint32_t)set->k << set->a; i++)
    add_prf(0, place.tree, FORS_PRF, place.leaf, 0, i);
  for (unsigned layer = 0; layer < set->d; layer++, kw_slh_next_layer(set, &place))
    for (uint32_t leaf = 0; leaf < 1u << slh_tree_height(set); leaf++)
      for (uint32_t chain = 0; chain < slh_len(set); chain++)
        add_prf(layer, place.tree, WOTS_PRF, leaf, chain, 0);
}

/* What the signature in `signature` is of: pure messages and the internal interface differ. */
static void make_secrets(int pure)
{
  static const uint8_t head[2] = {0, 0};
  const struct message m = {{{head, pure ? 2 : 0}, {message, MESSAGE}}, 2};
  uint8_t digest[SIG_MAX_DIGEST];
  kw_hash_state state;
  secrets_begin();
  secrets_add(seed_bytes, 2 * n);
  secrets_add(randomness, n);
  sig->scheme->digest_begin(sig, &state, signature, pk);
  kw_message_absorb(&state, &m);
  sig->scheme->digest_end(sig, &state, digest, signature, pk);
  add_derived(digest);
  secrets_end();
}

/* ---- The cases ---- */

static const struct {
  const char *name;
  void (*run)(void);
  unsigned threads, checks;
} calls[] = {
  {"keygen from a seed", from_seed, 0, 0},
  {"keygen", keygen, 0, 0},
  {"keygen, threads", keygen, 2, 0},
  {"expand", expand, 0, 0},
  {"expand, threads", expand, 2, 0},
  {"check a key", check_key, 0, 0},
  {"public key", public_key, 0, 0},
  {"sign", sign, 0, 0},
  {"sign, threads", sign, 2, 0},
  {"sign, checked", sign, 0, KW_CHECK_VERIFY | KW_CHECK_ROOTS},
  {"sign, expanded", sign_expanded, 0, 0},
  {"sign, expanded, threads", sign_expanded, 2, 0},
  {"sign, hedged", sign_hedged, 0, 0},
  {"check a bad key", check_bad, 0, 0},
  {"expand a bad key", expand_bad, 0, 0},
};

size_t sig_cases(void) { return SIZE(names) * (SIZE(calls) + 1 + PREHASHED); }

static void prepare(const char *name)
{
  sig = kw_sig_find(name);
  n = kw_sig_randomness_size(sig);
  pk_size = kw_sig_public_key_size(sig), sk_size = kw_sig_secret_key_size(sig);
  sig_size = kw_sig_signature_size(sig), expanded_size = kw_sig_expanded_size(sig);
  if (expanded_size > EXPANDED || sig_size > MAX_SIGNATURE) die("a larger set");
  options = (kw_sig_options){.context = NULL};
  random_bytes(seed_bytes, sizeof seed_bytes);
  random_bytes(randomness, sizeof randomness);
  from_seed();
  memcpy(bad_sk, sk, sk_size);
  bad_sk[sk_size - 1] ^= 1;
}

void test_sigs(const char *level)
{
  for (size_t i = 0; i < SIZE(names); i++) {
    context("%s %s", level, names[i]);
    prepare(names[i]);
    sign();
    make_secrets(1);
    for (size_t j = 0; j < SIZE(calls); j++) {
      options.threads = calls[j].threads;
      options.checks = calls[j].checks;
      examine(calls[j].name, calls[j].run);
    }
    sign_internal();
    make_secrets(0);
    examine("sign, internal", sign_internal);
    options = (kw_sig_options){.context = NULL};
    test_prehash();
  }
}

static void leave_a_secret(void)
{
  uint8_t copy[64];
  memcpy(copy, sk, sizeof copy);
  __asm__ volatile("" : : "r"(copy) : "memory");
}

void leak_of_sig(void)
{
  prepare(names[0]);
  sign();
  make_secrets(1);
  examine("leak of a key", leave_a_secret);
}
