/* SPDX-License-Identifier: MIT
 * Bad arguments of verification, and signatures of wrong sizes. */
#include <string.h>

#include "check.h"
#include "errors.h"
#include "errors_sig.h"

static kw_status verify(const struct call *c)
{
  return kw_verify(c->sig, c->in, c->in_size, c->msg, c->msg_size, c->key, c->key_size,
                   &c->options);
}
static kw_status verify_internal(const struct call *c)
{
  return kw_verify_internal(c->sig, c->in, c->in_size, c->msg, c->msg_size, c->key, c->key_size);
}

/* The status, if each of the results is the same. */
static kw_status verify_many(const struct call *c)
{
  kw_status results[3] = {KW_UNAVAILABLE, KW_UNAVAILABLE, KW_UNAVAILABLE};
  const kw_signed items[3] = {
    {NULL, 0, NULL, 0}, {c->in, c->in_size, c->msg, c->msg_size}, {NULL, 0, NULL, 0}};
  kw_status status =
      kw_verify_many(c->sig, SIZE(items), results, items, c->key, c->key_size, &c->options);
  for (size_t i = 0; i < SIZE(items); i++)
    if (results[i] != status) return KW_UNAVAILABLE;
  return status;
}

static kw_status verify_init(const struct call *c)
{
  kw_verify_state state;
  memset(&state, 1, sizeof state);
  kw_status status =
      kw_verify_init(&state, c->sig, c->in, c->in_size, c->key, c->key_size, &c->options);
  if (kw_verify_update(&state, msg, 1) != KW_BAD_STATE) return KW_UNAVAILABLE;
  return status;
}

static void verifying(called *f, const struct call *good)
{
  taking_a_key(f, good);
  SPOILED(c.in = NULL, "no signature");
  SPOILED(c.in = NULL; c.in_size = 1, "no signature");
  if (f != verify_init) SPOILED(c.msg = NULL, "no message");
  if (f == verify_internal) return;
  SPOILED(c.options.context_size = 1, "no context");
  SPOILED(c.options.context = context_bytes; c.options.context_size = 256, "context of 256");
  SPOILED(c.options.threads = 1, "threads");
  SPOILED(c.options.checks = KW_CHECK_VERIFY, "checks");
  if (f == verify) options(f, good);
  if (f == verify) return;
  kw_hash_state absorbing;
  CHECK(kw_hash_init(&absorbing, kw_hash_find("sha256")) == KW_OK, "init");
  SPOILED(c.options.hashed = &absorbing; c.msg_size = 0, "hashed");
}

static void verifying_many(const kw_sig *sig)
{
  const size_t size = kw_sig_public_key_size(sig);
  kw_status results[2] = {KW_UNAVAILABLE, KW_UNAVAILABLE};
  const kw_signed item = {out, 1, msg, 1};
  CHECK(kw_verify_many(sig, 0, NULL, NULL, pk, size, NULL) == KW_OK, "none to verify");
  CHECK(kw_verify_many(NULL, 0, NULL, NULL, pk, size, NULL) == KW_BAD_ARGUMENT, "no row");
  CHECK(kw_verify_many(sig, 1, NULL, &item, pk, size, NULL) == KW_BAD_ARGUMENT, "no results");
  CHECK(kw_verify_many(sig, 1, results, NULL, pk, size, NULL) == KW_BAD_ARGUMENT, "no items");
  CHECK(results[0] == KW_BAD_ARGUMENT && results[1] == KW_UNAVAILABLE, "results");
}

void test_verifying_arguments(void)
{
  static called *const calls[] = {verify, verify_internal, verify_many, verify_init};
  for (size_t i = 0; i < kw_sig_count(); i++) {
    struct call c = good_call(kw_sig_at(i));
    c.in = expanded, c.in_size = kw_sig_signature_size(c.sig);
    c.key = pk, c.key_size = kw_sig_public_key_size(c.sig);
    for (size_t j = 0; j < SIZE(calls); j++) {
      context("%s verifying %zu", kw_sig_name(c.sig), j);
      verifying(calls[j], &c);
    }
    verifying_many(c.sig);
  }
  context("streaming");
  const kw_sig *sig = kw_sig_find("SLH-DSA-SHA2-128f");
  kw_verify_state state = {{0}};
  CHECK(kw_verify_init(NULL, sig, out, 1, pk, 32, NULL) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_verify_update(NULL, msg, 1) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_verify_final(NULL, out, 1) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_verify_update(&state, msg, 1) == KW_BAD_STATE, "no init");
  CHECK(kw_verify_final(&state, out, 1) == KW_BAD_STATE, "no init");
}

/* Sizes are looked at before a byte is read: the signature lies where nothing can be read. */
void test_signature_sizes(void)
{
  static uint8_t *pages;
  if (!pages) pages = guarded_pages();
  for (size_t i = 0; i < kw_sig_count(); i++) {
    struct call c = good_call(kw_sig_at(i));
    const size_t right = kw_sig_signature_size(c.sig);
    const size_t wrong[] = {0, 1, right - 1, right + 1, 2 * right, SIZE_MAX};
    c.key = pk, c.key_size = kw_sig_public_key_size(c.sig);
    for (size_t j = 0; j < SIZE(wrong); j++) {
      context("%s, a signature of %zu bytes", kw_sig_name(c.sig), wrong[j]);
      c.in = pages + GUARDED, c.in_size = wrong[j];
      CHECK(verify(&c) == KW_BAD_SIGNATURE, "kw_verify");
      CHECK(verify_internal(&c) == KW_BAD_SIGNATURE, "kw_verify_internal");
      const kw_signed item = {c.in, c.in_size, msg, 9};
      kw_status result = KW_UNAVAILABLE;
      CHECK(kw_verify_many(c.sig, 1, &result, &item, pk, c.key_size, NULL) == KW_OK, "many");
      CHECK(result == KW_BAD_SIGNATURE, "kw_verify_many");
      kw_verify_state s;
      CHECK(kw_verify_init(&s, c.sig, c.in, c.in_size, pk, c.key_size, NULL) == KW_OK, "init");
      CHECK(kw_verify_update(&s, msg, 9) == KW_OK, "update");
      CHECK(kw_verify_final(&s, c.in, c.in_size) == KW_BAD_SIGNATURE, "kw_verify_final");
    }
  }
}
