/* SPDX-License-Identifier: MIT
 * An entry of kind "signature". */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kat.h"
#include "kat_sig.h"
#include "messages.h"

/* ---- Reading ---- */

static int has(const struct json *entry, const char *name) { return json_get(entry, name) != NULL; }

/* An absent field is empty; a malformed one is a failure. */
static struct field optional(const struct json *entry, const char *name)
{
  struct field f = field_read(entry, name);
  CHECK(f.value || !has(entry, name), "malformed %s", name);
  return f;
}

static int string_is(const struct json *entry, const char *name, const char *text)
{
  const struct json *json = json_get(entry, name);
  return json && json->type == JSON_STRING && strcmp(json->string, text) == 0;
}

static void read_message(struct field *f, const struct json *entry)
{
  const struct json *rule = json_get(entry, "message");
  struct messages m = {0};
  if (!rule || !rule->string || !messages_read(&m, rule->string) || m.range) {
    CHECK(0, "malformed message");
    free(m.bytes);
    m = (struct messages){0};
  }
  *f = (struct field){m.bytes, m.size};
}

/* What is signed, and how. */
static void read_signed(struct signed_case *c, const struct json *entry)
{
  const struct json *prehash = json_get(entry, "prehash");
  read_message(&c->part[MESSAGE], entry);
  c->part[CONTEXT] = optional(entry, "context");
  if (prehash) c->prehash = kw_hash_find(prehash->string);
  c->internal = string_is(entry, "interface", "internal");
  CHECK(c->internal || !has(entry, "interface"), "unknown interface");
  CHECK(c->prehash || !prehash, "unknown prehash");
  CHECK(!c->internal || (!prehash && !has(entry, "context")), "the internal interface has neither");
}

static void release(struct signed_case *c)
{
  for (size_t i = 0; i < PARTS; i++) free(c->part[i].value);
}

/* ---- Key generation ---- */

static void *allocate(size_t size)
{
  void *p = malloc(size + 1);
  if (!p) die("no memory");
  return p;
}

static void generate(const kw_sig *sig, const struct field *seed, const struct field *pk,
                     const struct field *sk, unsigned threads)
{
  uint8_t *got_pk = allocate(pk->size), *got_sk = allocate(sk->size);
  kw_status status = kw_sig_keygen_from_seed(sig, got_pk, pk->size, got_sk, sk->size, seed->value,
                                             seed->size, threads);
  CHECK(status == KW_OK, "kw_sig_keygen_from_seed: %s", kw_status_text(status));
  CHECK(same(got_pk, pk->value, pk->size), "public key, %u threads", threads);
  CHECK(same(got_sk, sk->value, sk->size), "secret key, %u threads", threads);
  free(got_pk);
  free(got_sk);
}

static uint8_t *expanded(const kw_sig *sig, const struct field *sk)
{
  uint8_t *key = allocate(kw_sig_expanded_size(sig));
  kw_status status = kw_sig_expand(sig, key, kw_sig_expanded_size(sig), sk->value, sk->size, 2);
  CHECK(status == KW_OK, "kw_sig_expand: %s", kw_status_text(status));
  return key;
}

/* From the secret key, and from an expanded one. */
static void public_keys(const kw_sig *sig, const struct field *pk, const struct field *sk)
{
  uint8_t *got = allocate(pk->size), *key = expanded(sig, sk);
  kw_status status = kw_sig_public_key(sig, got, pk->size, sk->value, sk->size);
  CHECK(status == KW_OK && same(got, pk->value, pk->size), "public key of the secret key");
  status = kw_sig_public_key(sig, got, pk->size, key, kw_sig_expanded_size(sig));
  CHECK(status == KW_OK && same(got, pk->value, pk->size), "public key of the expanded key");
  free(got);
  free(key);
}

static void key_generation(const kw_sig *sig, const struct json *entry)
{
  struct field seed = field_read(entry, "seed"), pk = field_read(entry, "public_key");
  struct field sk = field_read(entry, "secret_key");
  if (!seed.value || !pk.value || !sk.value) {
    CHECK(0, "malformed entry");
  } else {
    if (!has(entry, "slow")) generate(sig, &seed, &pk, &sk, 0);
    generate(sig, &seed, &pk, &sk, 2);
    public_keys(sig, &pk, &sk);
  }
  free(seed.value);
  free(pk.value);
  free(sk.value);
}

/* ---- Signing ---- */

enum { RAW, EXPANDED, THREADS, WAYS };

struct signer {
  const uint8_t *sk;
  size_t sk_size;
  struct field randomness;
};

static kw_status sign(const struct signed_case *c, const struct signer *s, uint8_t *out,
                      size_t size, const kw_sig_options *options)
{
  const struct field *m = &c->part[MESSAGE], *r = &s->randomness;
  const void *msg = options->hashed ? NULL : m->value;
  const size_t msg_size = options->hashed ? 0 : m->size;
  if (c->internal)
    return kw_sign_internal(c->sig, out, size, msg, msg_size, s->sk, s->sk_size, r->value, r->size);
  if (!r->value)
    return kw_sign_deterministic(c->sig, out, size, msg, msg_size, s->sk, s->sk_size, options);
  return kw_sign_derand(c->sig, out, size, msg, msg_size, s->sk, s->sk_size, r->value, r->size,
                        options);
}

/* By one of the ways; THREADS also gives a message that was hashed before. */
static void sign_by(const struct signed_case *c, const struct signer *plain, size_t way, int slow,
                    uint8_t *out, size_t size)
{
  kw_sig_options options = signed_options(c);
  kw_hash_state hashed;
  struct signer s = *plain;
  uint8_t *key = NULL;
  options.threads = way == THREADS || slow ? 2 : 0;
  if (way == EXPANDED) {
    key = expanded(c->sig, &(struct field){(uint8_t *)(uintptr_t)s.sk, s.sk_size});
    s.sk = key;
    s.sk_size = kw_sig_expanded_size(c->sig);
  }
  if (way == THREADS && c->prehash) signed_hash(c, &options, &hashed);
  kw_status status = sign(c, &s, out, size, &options);
  CHECK(status == KW_OK, "signing, way %zu: %s", way, kw_status_text(status));
  free(key);
}

/* The signature as it should be: whole, or by its SHA-256. */
static void compare(const struct json *entry, const uint8_t *got, size_t size)
{
  struct field whole = optional(entry, "signature"), digest = optional(entry, "signature_sha256");
  uint8_t sha256[32];
  CHECK(!whole.value != !digest.value, "a signature, or its SHA-256");
  if (whole.value) {
    CHECK(whole.size == size && same(got, whole.value, size), "signature");
  } else {
    kw_status status = kw_hash_once(kw_hash_find("sha256"), sha256, sizeof sha256, got, size);
    CHECK(status == KW_OK && digest.size == sizeof sha256, "SHA-256");
    CHECK(digest.value && same(sha256, digest.value, sizeof sha256), "signature");
  }
  free(whole.value);
  free(digest.value);
}

static void sign_all(const struct signed_case *c, const struct json *entry, const struct signer *s,
                     size_t number, int quick, uint8_t *out, size_t size)
{
  const int slow = has(entry, "slow");
  for (size_t way = 0; way < WAYS; way++) {
    if ((slow || quick) && way != number % WAYS) continue;
    sign_by(c, s, way, slow, out, size);
    compare(entry, out, size);
  }
}

static void signing(const kw_sig *sig, const struct json *entry, size_t number, int quick)
{
  struct signed_case c = {.sig = sig};
  struct field sk = field_read(entry, "secret_key");
  const struct signer s = {sk.value, sk.size, optional(entry, "randomness")};
  const size_t size = kw_sig_signature_size(sig), pk_size = kw_sig_public_key_size(sig);
  read_signed(&c, entry);
  c.part[PUBLIC_KEY] = (struct field){allocate(pk_size), pk_size};
  kw_status status = kw_sig_public_key(sig, c.part[PUBLIC_KEY].value, pk_size, sk.value, sk.size);
  CHECK(status == KW_OK, "kw_sig_public_key");
  if (quick && has(entry, "slow")) {
    c.part[SIGNATURE] = optional(entry, "signature");
  } else {
    c.part[SIGNATURE] = (struct field){allocate(size), size};
    sign_all(&c, entry, &s, number, quick, c.part[SIGNATURE].value, size);
  }
  signed_verify(&c, KW_OK);
  signed_mutations(&c, entry);
  free(sk.value);
  free(s.randomness.value);
  release(&c);
}

/* ---- Verification ---- */

static void verification(const kw_sig *sig, const struct json *entry)
{
  struct signed_case c = {.sig = sig};
  const int refused = has(entry, "refused");
  read_signed(&c, entry);
  c.part[PUBLIC_KEY] = optional(entry, "public_key");
  c.part[SIGNATURE] = optional(entry, refused ? "refused" : "signature");
  CHECK(refused != has(entry, "signature"), "one answer");
  signed_verify(&c, refused ? KW_BAD_SIGNATURE : KW_OK);
  release(&c);
}

/* Each form has its fields, and no others. */
static int is_form(const struct json *entry, const char *const fields[])
{
  static const char *const common[] = {"algorithm", "source", NULL};
  for (const struct json *p = entry->first; p; p = p->next) {
    int known = 0;
    for (size_t i = 0; common[i]; i++) known |= strcmp(common[i], p->key) == 0;
    for (size_t i = 0; fields[i]; i++) known |= strcmp(fields[i], p->key) == 0;
    if (!known) return 0;
  }
  return 1;
}

void kat_sig(const kw_sig *sig, const struct json *entry, size_t number, int quick)
{
  static const char *const generates[] = {"seed", "public_key", "secret_key", "slow", NULL};
  static const char *const signs[] = {
    "secret_key",       "message",    "context",   "prehash", "interface", "signature",
    "signature_sha256", "randomness", "mutations", "slow",    NULL};
  static const char *const verifies[] = {"public_key", "message",   "context", "prehash",
                                         "interface",  "signature", "refused", NULL};
  const struct json *slow = json_get(entry, "slow");
  CHECK(!slow || slow->type == JSON_TRUE, "slow is true, or absent");
  if (has(entry, "seed") && is_form(entry, generates))
    key_generation(sig, entry);
  else if (has(entry, "secret_key") && is_form(entry, signs))
    signing(sig, entry, number, quick);
  else if (has(entry, "public_key") && is_form(entry, verifies))
    verification(sig, entry);
  else
    CHECK(0, "an entry of no form");
}

int kat_sig_is_left_out(const struct json *entry)
{
  return has(entry, "slow") && !has(entry, "signature");
}
