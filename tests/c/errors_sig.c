/* SPDX-License-Identifier: MIT
 * Bad arguments of the calls for signatures. Arguments are looked at before any work is done: so
 * all sets are tested, but only a fast one is signed with. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "errors.h"
#include "errors_sig.h"

uint8_t out[MOST + SMALL], other[MOST + SMALL];
uint8_t sk[KEYS], expanded[KEYS], pk[SMALL], msg[SMALL], context_bytes[SMALL];

static uint8_t seed_bytes[SMALL], randomness[SMALL];
static const kw_sig *fast; /* with a pair of keys in sk and pk */

static int zeroed(const uint8_t *p, size_t size)
{
  return all_bytes(p, 0, size) && all_bytes(p + size, CANARY, SMALL);
}

void refused(called *f, const struct call *c, kw_status right, const char *what)
{
  if (c->out_size > MOST || c->other_size > MOST) die("MOST is too small");
  memset(out, CANARY, c->out_size + SMALL);
  memset(other, CANARY, c->other_size + SMALL);
  kw_status status = f(c);
  CHECK(status == right, "%s: %s", what, kw_status_text(status));
  CHECK(!c->out || zeroed(out, c->out_size), "%s: the output is zero", what);
  CHECK(!c->other || zeroed(other, c->other_size), "%s: the second output is zero", what);
}

struct call good_call(const kw_sig *sig)
{
  return (struct call){.sig = sig, .msg = msg, .msg_size = 9};
}

/* ---- The table ---- */

static const struct {
  const char *name;
  size_t pk, sk, signature;
} sizes[] = {
  {"SLH-DSA-SHA2-128s", 32, 64, 7856},    {"SLH-DSA-SHA2-128f", 32, 64, 17088},
  {"SLH-DSA-SHA2-192s", 48, 96, 16224},   {"SLH-DSA-SHA2-192f", 48, 96, 35664},
  {"SLH-DSA-SHA2-256s", 64, 128, 29792},  {"SLH-DSA-SHA2-256f", 64, 128, 49856},
  {"SLH-DSA-SHAKE-128s", 32, 64, 7856},   {"SLH-DSA-SHAKE-128f", 32, 64, 17088},
  {"SLH-DSA-SHAKE-192s", 48, 96, 16224},  {"SLH-DSA-SHAKE-192f", 48, 96, 35664},
  {"SLH-DSA-SHAKE-256s", 64, 128, 29792}, {"SLH-DSA-SHAKE-256f", 64, 128, 49856},
};

/* FIPS 205, table 2, and what follows from n. */
static void test_sizes(void)
{
  CHECK(kw_sig_count() == SIZE(sizes), "%zu algorithms", kw_sig_count());
  for (size_t i = 0; i < SIZE(sizes); i++) {
    const kw_sig *sig = kw_sig_find(sizes[i].name);
    context("%s", sizes[i].name);
    CHECK(sig && sig == kw_sig_at(i) && strcmp(kw_sig_name(sig), sizes[i].name) == 0, "row");
    CHECK(strcmp(kw_sig_standard(sig), "FIPS 205") == 0, "standard");
    CHECK(kw_sig_public_key_size(sig) == sizes[i].pk, "public key");
    CHECK(kw_sig_secret_key_size(sig) == sizes[i].sk, "secret key");
    CHECK(kw_sig_signature_size(sig) == sizes[i].signature, "signature");
    CHECK(kw_sig_seed_size(sig) == sizes[i].sk / 4 * 3, "seed");
    CHECK(kw_sig_randomness_size(sig) == sizes[i].sk / 4, "randomness");
    CHECK(kw_sig_context_max(sig) == 255, "context");
    CHECK(kw_sig_expanded_size(sig) > sizes[i].sk && kw_sig_expanded_size(sig) < KEYS, "expanded");
  }
  CHECK(kw_verify_state_size() == sizeof(kw_verify_state), "state");
}

void test_signature_rows(void)
{
  static const char *const names[] = {"",
                                      "sha256",
                                      "SLH-DSA",
                                      "slh-dsa-sha2-128s",
                                      "SLH-DSA-SHA2-128s ",
                                      "SLH-DSA-SHA2-192-24",
                                      "SPHINCS+-SHA2-128s-simple"};
  test_sizes();
  for (size_t i = 0; i < SIZE(names); i++) {
    context("name \"%s\"", names[i]);
    CHECK(!kw_sig_find(names[i]), "there is none");
  }
  context("no row");
  CHECK(!kw_sig_find(NULL) && !kw_hash_find("SLH-DSA-SHA2-128s"), "found");
  CHECK(!kw_sig_at(kw_sig_count()) && !kw_sig_at(SIZE_MAX), "kw_sig_at");
  CHECK(!kw_sig_name(NULL) && !kw_sig_standard(NULL), "of NULL");
  CHECK(!kw_sig_public_key_size(NULL) && !kw_sig_secret_key_size(NULL), "of NULL");
  CHECK(!kw_sig_signature_size(NULL) && !kw_sig_seed_size(NULL), "of NULL");
  CHECK(!kw_sig_randomness_size(NULL) && !kw_sig_context_max(NULL), "of NULL");
  CHECK(!kw_sig_expanded_size(NULL), "of NULL");
}

/* ---- Keys ---- */

static kw_status keygen(const struct call *c)
{
  return kw_sig_keygen(c->sig, c->out, c->out_size, c->other, c->other_size, 0);
}
static kw_status from_seed(const struct call *c)
{
  return kw_sig_keygen_from_seed(c->sig, c->out, c->out_size, c->other, c->other_size, c->in,
                                 c->in_size, 0);
}
static kw_status public_key(const struct call *c)
{
  return kw_sig_public_key(c->sig, c->out, c->out_size, c->key, c->key_size);
}
static kw_status expand(const struct call *c)
{
  return kw_sig_expand(c->sig, c->out, c->out_size, c->key, c->key_size, 0);
}
static kw_status check_key(const struct call *c)
{
  return kw_sig_check_key(c->sig, c->key, c->key_size, 0);
}

static void generating(called *f, const struct call *good)
{
  SPOILED(c.sig = NULL, "no row");
  SPOILED(c.out = NULL, "no public key");
  SPOILED(c.other = NULL, "no secret key");
  WRONG_SIZES(out_size);
  WRONG_SIZES(other_size);
  if (f == keygen) return;
  SPOILED(c.in = NULL, "no seed");
  SPOILED(c.in = NULL; c.in_size = 0, "no seed");
  WRONG_SIZES(in_size);
}

void taking_a_key(called *f, const struct call *good)
{
  SPOILED(c.sig = NULL, "no row");
  SPOILED(c.key = NULL, "no key");
  SPOILED(c.key = NULL; c.key_size = 0, "no key");
  WRONG_SIZES(key_size);
  if (!good->out) return;
  SPOILED(c.out = NULL, "no output");
  WRONG_SIZES(out_size);
}

void test_key_arguments(void)
{
  for (size_t i = 0; i < kw_sig_count(); i++) {
    const kw_sig *sig = kw_sig_at(i);
    struct call c = good_call(sig);
    context("%s keys", kw_sig_name(sig));
    c.out = out, c.out_size = kw_sig_public_key_size(sig);
    c.other = other, c.other_size = kw_sig_secret_key_size(sig);
    c.in = seed_bytes, c.in_size = kw_sig_seed_size(sig);
    generating(keygen, &c);
    generating(from_seed, &c);
    c.other = NULL, c.other_size = 0;
    c.key = sk, c.key_size = kw_sig_secret_key_size(sig);
    taking_a_key(public_key, &c);
    c.key = expanded, c.key_size = kw_sig_expanded_size(sig);
    taking_a_key(public_key, &c);
    c.key = sk, c.key_size = kw_sig_secret_key_size(sig);
    c.out_size = kw_sig_expanded_size(sig);
    taking_a_key(expand, &c);
    c.out = NULL, c.out_size = 0;
    taking_a_key(check_key, &c);
    c.key_size = kw_sig_expanded_size(sig);
    refused(check_key, &c, KW_BAD_ARGUMENT, "an expanded key");
  }
}

/* ---- Signing ---- */

static kw_status hedged(const struct call *c)
{
  return kw_sign(c->sig, c->out, c->out_size, c->msg, c->msg_size, c->key, c->key_size,
                 &c->options);
}
static kw_status deterministic(const struct call *c)
{
  return kw_sign_deterministic(c->sig, c->out, c->out_size, c->msg, c->msg_size, c->key,
                               c->key_size, &c->options);
}
static kw_status derand(const struct call *c)
{
  return kw_sign_derand(c->sig, c->out, c->out_size, c->msg, c->msg_size, c->key, c->key_size,
                        c->in, c->in_size, &c->options);
}
static kw_status internal(const struct call *c)
{
  return kw_sign_internal(c->sig, c->out, c->out_size, c->msg, c->msg_size, c->key, c->key_size,
                          c->in, c->in_size);
}

void options(called *f, const struct call *good)
{
  static kw_hash_state absorbing, squeezed, none;
  uint8_t digest[32];
  kw_status status = kw_hash_init(&absorbing, kw_hash_find("sha256"));
  CHECK(status == KW_OK, "init");
  squeezed = absorbing;
  CHECK(kw_hash_squeeze(&squeezed, digest, sizeof digest) == KW_OK, "squeeze");
  SPOILED(c.options.context_size = 1, "no context");
  SPOILED(c.options.context = context_bytes; c.options.context_size = 256, "context of 256");
  SPOILED(c.options.context = context_bytes; c.options.context_size = SIZE_MAX, "long context");
  SPOILED(c.options.hashed = &absorbing, "hashed, and a message");
  SPOILED(c.options.hashed = &absorbing; c.options.prehash = kw_hash_find("sha256");
          c.msg_size = 0, "hashed, and prehash");
  struct call c = *good;
  c.msg_size = 0;
  c.options.hashed = &none;
  refused(f, &c, KW_BAD_STATE, "hashed by no state");
  c.options.hashed = &squeezed;
  refused(f, &c, KW_BAD_STATE, "hashed by a state that was squeezed");
}

static void signing(called *f, const struct call *good)
{
  taking_a_key(f, good);
  SPOILED(c.msg = NULL, "no message");
  SPOILED(c.msg = NULL; c.msg_size = SIZE_MAX, "no message");
  if (f == derand || f == internal) {
    SPOILED(c.in = NULL, "no randomness");
    for (size_t size = f == internal; size < 2 * good->in_size; size++) /* 0: deterministic */
      if (size != good->in_size) SPOILED(c.in_size = size, "randomness");
  }
  if (f == derand) SPOILED(c.in = NULL; c.in_size = 0, "no randomness");
  if (f == internal) return;
  options(f, good);
  SPOILED(c.options.checks = 4, "unknown check");
  SPOILED(c.options.checks = ~0u, "unknown checks");
}

void test_signing_arguments(void)
{
  static called *const calls[] = {hedged, deterministic, derand, internal};
  for (size_t i = 0; i < kw_sig_count(); i++)
    for (size_t j = 0; j < SIZE(calls); j++) {
      struct call c = good_call(kw_sig_at(i));
      context("%s signing %zu", kw_sig_name(c.sig), j);
      c.out = out, c.out_size = kw_sig_signature_size(c.sig);
      c.in = randomness, c.in_size = kw_sig_randomness_size(c.sig);
      c.key = sk, c.key_size = kw_sig_secret_key_size(c.sig);
      signing(calls[j], &c);
      c.key = expanded, c.key_size = kw_sig_expanded_size(c.sig);
      signing(calls[j], &c);
    }
}

/* ---- With a pair of keys ---- */

static void make_pair(void)
{
  if (fast) return;
  fast = kw_sig_find("SLH-DSA-SHA2-128f");
  for (size_t i = 0; i < SMALL; i++) seed_bytes[i] = (uint8_t)(i * 7 + 1);
  kw_status status =
      kw_sig_keygen_from_seed(fast, pk, kw_sig_public_key_size(fast), sk,
                              kw_sig_secret_key_size(fast), seed_bytes, kw_sig_seed_size(fast), 0);
  CHECK(status == KW_OK, "keys: %s", kw_status_text(status));
}

/* (NULL, 0), (p, 0) and no options at all are the same empty string. */
void test_empty_strings(void)
{
  const kw_sig_options forms[] = {{.context = NULL}, {.context = context_bytes}};
  static uint8_t first[MOST];
  context("empty strings");
  make_pair();
  struct call c = good_call(fast);
  c.out = first, c.out_size = kw_sig_signature_size(fast);
  c.key = sk, c.key_size = kw_sig_secret_key_size(fast);
  c.msg_size = 0;
  CHECK(deterministic(&c) == KW_OK, "sign");
  for (size_t i = 0; i < 6; i++) {
    const void *empty = i & 1 ? NULL : msg;
    const kw_sig_options *o = i < 4 ? &forms[i / 2] : NULL;
    kw_status status = kw_sign_deterministic(fast, out, c.out_size, empty, 0, sk, c.key_size, o);
    CHECK(status == KW_OK && same(out, first, c.out_size), "signature, form %zu", i);
    status = kw_verify(fast, first, c.out_size, empty, 0, pk, kw_sig_public_key_size(fast), o);
    CHECK(status == KW_OK, "verification, form %zu", i);
  }
}

static void refused_key(called *f, const struct call *c, const char *what)
{
  refused(f, c, KW_BAD_KEY, what);
}

/* Another PK.root or PK.seed; an expanded key that is none, or another set's. */
void test_keys_that_do_not_fit(void)
{
  struct call c = good_call(kw_sig_find("SLH-DSA-SHAKE-128f"));
  make_pair();
  context("keys that do not fit");
  const size_t size = kw_sig_secret_key_size(fast), large = kw_sig_expanded_size(fast);
  CHECK(kw_sig_check_key(fast, sk, size, 0) == KW_OK, "a good key");
  CHECK(kw_sig_expand(fast, expanded, large, sk, size, 0) == KW_OK, "a good key");
  c.out = out, c.out_size = kw_sig_signature_size(fast);
  c.key = expanded, c.key_size = large;
  if (kw_sig_expanded_size(c.sig) != large) die("sets of different sizes");
  refused_key(deterministic, &c, "the other hash's expanded key");
  refused_key(hedged, &c, "the other hash's expanded key");
  c.sig = fast;
  memset(expanded, 0, large);
  refused_key(deterministic, &c, "zeros for an expanded key");
  c.out_size = kw_sig_public_key_size(fast);
  refused_key(public_key, &c, "zeros for an expanded key");
  c.key = sk, c.key_size = size;
  for (size_t i = 0; i < size; i += i < size / 2 ? 5 : 1) {
    c.out = out, c.out_size = large;
    sk[i] ^= 0x40;
    const int prf = i >= size / 4 && i < size / 2; /* PK.root says nothing about SK.prf */
    if (!prf) refused_key(expand, &c, "a byte of the key is another");
    c.out = NULL, c.out_size = 0;
    if (!prf) refused_key(check_key, &c, "a byte of the key is another");
    sk[i] ^= 0x40;
  }
}
