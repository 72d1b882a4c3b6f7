/* SPDX-License-Identifier: MIT
 * The public calls for signatures: checks, randomness, how messages are formatted, streaming. */
#include "sig/sig.h"

#include <string.h>

#include "hash/hash.h"
#include "platform.h"

/* ---- The table ---- */

static struct sig_sizes sizes(const kw_sig *sig)
{
  return sig ? sig->scheme->sizes(sig) : (struct sig_sizes){0};
}
size_t kw_sig_public_key_size(const kw_sig *sig) { return sizes(sig).public_key; }
size_t kw_sig_secret_key_size(const kw_sig *sig) { return sizes(sig).secret_key; }
size_t kw_sig_signature_size(const kw_sig *sig) { return sizes(sig).signature; }
size_t kw_sig_seed_size(const kw_sig *sig) { return sizes(sig).seed; }
size_t kw_sig_randomness_size(const kw_sig *sig) { return sizes(sig).randomness; }
size_t kw_sig_expanded_size(const kw_sig *sig) { return sizes(sig).expanded; }
size_t kw_sig_context_max(const kw_sig *sig) { return sig ? sig->scheme->context_max : 0; }

/* ---- Keys ---- */

static kw_status refuse(void *out, size_t size, kw_status status)
{
  if (out) wipe(out, size);
  return status;
}

static int is_public_key(const kw_sig *sig, const void *pk, size_t size)
{
  return sig && pk && size == sizes(sig).public_key;
}
static int is_plain(const kw_sig *sig, const void *sk, size_t size)
{
  return sig && sk && size == sizes(sig).secret_key;
}
static int is_expanded(const kw_sig *sig, const void *sk, size_t size)
{
  return sig && sk && size == sizes(sig).expanded;
}

static int overlap(const void *a, size_t a_size, const void *b, size_t b_size)
{
  return (uintptr_t)a < (uintptr_t)b + b_size && (uintptr_t)b < (uintptr_t)a + a_size;
}

kw_status kw_sig_keygen_from_seed(const kw_sig *sig, void *pk, size_t pk_size, void *sk,
                                  size_t sk_size, const void *seed, size_t seed_size,
                                  unsigned threads)
{
  if (!is_public_key(sig, pk, pk_size) || !is_plain(sig, sk, sk_size) || !seed ||
      seed_size != sizes(sig).seed || overlap(pk, pk_size, sk, sk_size)) {
    refuse(pk, pk_size, KW_OK);
    return refuse(sk, sk_size, KW_BAD_ARGUMENT);
  }
  sig->scheme->keygen(sig, pk, sk, seed, threads);
  return KW_OK;
}

kw_status kw_sig_keygen(const kw_sig *sig, void *pk, size_t pk_size, void *sk, size_t sk_size,
                        unsigned threads)
{
  uint8_t seed[SIG_MAX_SEED];
  const size_t size = sizes(sig).seed;
  kw_status status = kw_random(seed, size);
  if (status == KW_OK) {
    status = kw_sig_keygen_from_seed(sig, pk, pk_size, sk, sk_size, seed, size, threads);
  } else {
    refuse(pk, pk_size, status);
    refuse(sk, sk_size, status);
  }
  wipe(seed, sizeof seed);
  return status;
}

kw_status kw_sig_public_key(const kw_sig *sig, void *pk, size_t pk_size, const void *sk,
                            size_t sk_size)
{
  const int expanded = is_expanded(sig, sk, sk_size);
  if (!is_public_key(sig, pk, pk_size) || !(expanded || is_plain(sig, sk, sk_size)))
    return refuse(pk, pk_size, KW_BAD_ARGUMENT);
  kw_status status = sig->scheme->public_key(sig, pk, sk, expanded);
  return status == KW_OK ? status : refuse(pk, pk_size, status);
}

kw_status kw_sig_check_key(const kw_sig *sig, const void *sk, size_t sk_size, unsigned threads)
{
  return is_plain(sig, sk, sk_size) ? sig->scheme->expand(sig, NULL, sk, threads) : KW_BAD_ARGUMENT;
}

kw_status kw_sig_expand(const kw_sig *sig, void *expanded, size_t expanded_size, const void *sk,
                        size_t sk_size, unsigned threads)
{
  if (!is_expanded(sig, expanded, expanded_size) || !is_plain(sig, sk, sk_size))
    return refuse(expanded, expanded_size, KW_BAD_ARGUMENT);
  kw_status status = sig->scheme->expand(sig, expanded, sk, threads);
  return status == KW_OK ? status : refuse(expanded, expanded_size, status);
}

/* ---- Messages (FIPS 205, 10.2) ---- */

static const kw_sig_options no_options;

struct format {
  struct message message;
  uint8_t head[2];
  uint8_t digest[11 + 64]; /* the OID of a hash function, DER, and the message's digest */
};

static int may_prehash(const kw_hash *hash) { return hash->oid != 0; }

static kw_status check_options(const kw_sig *sig, const kw_sig_options *o, size_t msg_size)
{
  if (o->context_size > sig->scheme->context_max || (!o->context && o->context_size))
    return KW_BAD_ARGUMENT;
  if ((o->prehash || o->hashed) && sig->scheme->context_max == 0) return KW_BAD_ARGUMENT;
  if (o->prehash && (o->hashed || !may_prehash(o->prehash))) return KW_BAD_ARGUMENT;
  if (!o->hashed) return KW_OK;
  const kw_hash *hash = kw_hash_absorbing(o->hashed);
  if (!hash) return KW_BAD_STATE;
  return msg_size || !may_prehash(hash) ? KW_BAD_ARGUMENT : KW_OK;
}

static void add_part(struct message *m, const void *data, size_t size)
{
  m->part[m->parts++] = (struct part){data, size};
}

/* The state's digest; a XOF's has 256 or 512 bits (algorithm 23, steps 8 to 23). */
static void add_digest(struct format *f, const kw_hash_state *state)
{
  static const uint8_t oid[10] = {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02};
  const kw_hash *hash = kw_hash_absorbing(state);
  size_t size = kw_hash_digest_size(hash);
  if (size == 0) size = kw_hash_block_size(hash) == 168 ? 32 : 64;
  kw_hash_state copy = *state;
  memcpy(f->digest, oid, sizeof oid);
  f->digest[sizeof oid] = hash->oid;
  kw_status status = kw_hash_squeeze(&copy, f->digest + 11, size);
  (void)status; /* it is absorbing */
  wipe(&copy, sizeof copy);
  add_part(&f->message, f->digest, 11 + size);
}

static void begin_format(struct format *f, const kw_sig_options *o, int prehashed)
{
  f->message.parts = 0;
  f->head[0] = (uint8_t)prehashed;
  f->head[1] = (uint8_t)o->context_size;
  add_part(&f->message, f->head, sizeof f->head);
  add_part(&f->message, o->context, o->context_size);
}

static void hash_message(kw_hash_state *state, const kw_hash *hash, const void *msg, size_t size)
{
  kw_status status = kw_hash_init(state, hash);
  if (status == KW_OK) status = kw_hash_update(state, msg, size);
  (void)status; /* arguments were checked */
}

static void format(struct format *f, const kw_sig *sig, const kw_sig_options *o, const void *msg,
                   size_t msg_size)
{
  f->message.parts = 0;
  if (sig->scheme->context_max > 0) begin_format(f, o, o->prehash || o->hashed);
  if (o->hashed) {
    add_digest(f, o->hashed);
  } else if (o->prehash) {
    kw_hash_state state;
    hash_message(&state, o->prehash, msg, msg_size);
    add_digest(f, &state);
    wipe(&state, sizeof state);
  } else {
    add_part(&f->message, msg, msg_size);
  }
}

void kw_message_absorb(kw_hash_state *state, const struct message *m)
{
  kw_status status = KW_OK;
  for (size_t i = 0; i < m->parts && status == KW_OK; i++)
    status = kw_hash_update(state, m->part[i].data, m->part[i].size);
}

/* ---- Signing ---- */

struct request {
  const kw_sig *sig;
  void *signature;
  size_t signature_size;
  const void *msg;
  size_t msg_size;
  const void *sk;
  size_t sk_size;
};
#define REQUEST (&(struct request){sig, signature, signature_size, msg, msg_size, sk, sk_size})

static int good_request(const struct request *r)
{
  return r->sig && r->signature && r->signature_size == sizes(r->sig).signature &&
         (r->msg || !r->msg_size) &&
         (is_plain(r->sig, r->sk, r->sk_size) || is_expanded(r->sig, r->sk, r->sk_size));
}

static kw_status run(const struct request *r, const struct message *message,
                     const uint8_t *randomness, const kw_sig_options *o)
{
  const struct signing s = {
    .sig = r->sig,
    .signature = r->signature,
    .message = message,
    .sk = r->sk,
    .expanded = is_expanded(r->sig, r->sk, r->sk_size),
    .randomness = randomness,
    .threads = o->threads,
    .checks = o->checks,
  };
  kw_status status = r->sig->scheme->sign(&s);
  return status == KW_OK ? status : refuse(r->signature, r->signature_size, status);
}

static kw_status sign(const struct request *r, const uint8_t *randomness, const kw_sig_options *o)
{
  struct format f;
  if (!o) o = &no_options;
  kw_status status = good_request(r) ? check_options(r->sig, o, r->msg_size) : KW_BAD_ARGUMENT;
  if (status == KW_OK && (o->checks & ~(unsigned)(KW_CHECK_VERIFY | KW_CHECK_ROOTS)))
    status = KW_BAD_ARGUMENT;
  if (status != KW_OK) return refuse(r->signature, r->signature_size, status);
  if (is_expanded(r->sig, r->sk, r->sk_size) &&
      overlap(r->signature, r->signature_size, r->sk, r->sk_size))
    return KW_BAD_ARGUMENT; /* it is read to the end */
  format(&f, r->sig, o, r->msg, r->msg_size);
  return run(r, &f.message, randomness, o);
}

kw_status kw_sign(const kw_sig *sig, void *signature, size_t signature_size, const void *msg,
                  size_t msg_size, const void *sk, size_t sk_size, const kw_sig_options *options)
{
  uint8_t randomness[SIG_MAX_RANDOMNESS];
  kw_status status = kw_random(randomness, sizes(sig).randomness);
  status = status == KW_OK ? sign(REQUEST, randomness, options)
                           : refuse(signature, signature_size, status);
  wipe(randomness, sizeof randomness);
  return status;
}

kw_status kw_sign_deterministic(const kw_sig *sig, void *signature, size_t signature_size,
                                const void *msg, size_t msg_size, const void *sk, size_t sk_size,
                                const kw_sig_options *options)
{
  return sign(REQUEST, NULL, options);
}

static int is_randomness(const kw_sig *sig, const void *randomness, size_t size)
{
  return sig && randomness && size == sizes(sig).randomness;
}

kw_status kw_sign_derand(const kw_sig *sig, void *signature, size_t signature_size, const void *msg,
                         size_t msg_size, const void *sk, size_t sk_size, const void *randomness,
                         size_t randomness_size, const kw_sig_options *options)
{
  if (!is_randomness(sig, randomness, randomness_size))
    return refuse(signature, signature_size, KW_BAD_ARGUMENT);
  return sign(REQUEST, randomness, options);
}

kw_status kw_sign_internal(const kw_sig *sig, void *signature, size_t signature_size,
                           const void *msg, size_t msg_size, const void *sk, size_t sk_size,
                           const void *randomness, size_t randomness_size)
{
  const struct message message = {{{msg, msg_size}}, 1};
  const int none = !randomness && !randomness_size;
  if (!good_request(REQUEST) || !(none || is_randomness(sig, randomness, randomness_size)))
    return refuse(signature, signature_size, KW_BAD_ARGUMENT);
  return run(REQUEST, &message, randomness, &no_options);
}

/* ---- Verification ---- */

static void digest_message(const kw_sig *sig, const struct message *message,
                           uint8_t digest[SIG_MAX_DIGEST], const uint8_t *signature,
                           const uint8_t *pk)
{
  kw_hash_state state;
  sig->scheme->digest_begin(sig, &state, signature, pk);
  kw_message_absorb(&state, message);
  sig->scheme->digest_end(sig, &state, digest, signature, pk);
}

static kw_status check_verify(const kw_sig *sig, const void *pk, size_t pk_size,
                              const kw_sig_options *o, size_t msg_size)
{
  if (!is_public_key(sig, pk, pk_size) || o->threads || o->checks) return KW_BAD_ARGUMENT;
  return check_options(sig, o, msg_size);
}

static int is_string(const void *p, size_t size) { return p || !size; }

static kw_status verify_one(const kw_sig *sig, const uint8_t *signature, size_t size,
                            const struct message *message, const uint8_t *pk)
{
  uint8_t digest[1][SIG_MAX_DIGEST];
  kw_status result;
  if (size != sizes(sig).signature) return KW_BAD_SIGNATURE;
  digest_message(sig, message, digest[0], signature, pk);
  sig->scheme->verify(sig, 1, &result, &signature, digest, pk);
  return result;
}

kw_status kw_verify(const kw_sig *sig, const void *signature, size_t signature_size,
                    const void *msg, size_t msg_size, const void *pk, size_t pk_size,
                    const kw_sig_options *options)
{
  struct format f;
  const kw_sig_options *o = options ? options : &no_options;
  kw_status status = check_verify(sig, pk, pk_size, o, msg_size);
  if (status != KW_OK) return status;
  if (!is_string(signature, signature_size) || !is_string(msg, msg_size)) return KW_BAD_ARGUMENT;
  if (signature_size != sizes(sig).signature) return KW_BAD_SIGNATURE;
  format(&f, sig, o, msg, msg_size);
  return verify_one(sig, signature, signature_size, &f.message, pk);
}

kw_status kw_verify_internal(const kw_sig *sig, const void *signature, size_t signature_size,
                             const void *msg, size_t msg_size, const void *pk, size_t pk_size)
{
  const struct message message = {{{msg, msg_size}}, 1};
  if (!is_public_key(sig, pk, pk_size) || !is_string(signature, signature_size) ||
      !is_string(msg, msg_size))
    return KW_BAD_ARGUMENT;
  return verify_one(sig, signature, signature_size, &message, pk);
}

/* The next items of a right size, at most SIG_GROUP: their places. */
static size_t next_group(const kw_sig *sig, const kw_signed items[], size_t count, size_t *at,
                         kw_status results[], size_t group[SIG_GROUP])
{
  size_t size = 0;
  for (; *at < count && size < SIG_GROUP; ++*at)
    if (items[*at].signature_size == sizes(sig).signature)
      group[size++] = *at;
    else
      results[*at] = KW_BAD_SIGNATURE;
  return size;
}

static void verify_group(const kw_sig *sig, const kw_signed items[], const size_t group[],
                         size_t size, kw_status results[], const uint8_t *pk,
                         const kw_sig_options *o)
{
  const uint8_t *signature[SIG_GROUP] = {NULL};
  uint8_t digest[SIG_GROUP][SIG_MAX_DIGEST];
  kw_status result[SIG_GROUP];
  for (size_t i = 0; i < size; i++) {
    const kw_signed *item = &items[group[i]];
    struct format f;
    signature[i] = item->signature;
    format(&f, sig, o, item->msg, item->msg_size);
    digest_message(sig, &f.message, digest[i], signature[i], pk);
  }
  sig->scheme->verify(sig, size, result, signature, digest, pk);
  for (size_t i = 0; i < size; i++) results[group[i]] = result[i];
}

static int are_strings(const kw_signed items[], size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!is_string(items[i].signature, items[i].signature_size) ||
        !is_string(items[i].msg, items[i].msg_size))
      return 0;
  return 1;
}

kw_status kw_verify_many(const kw_sig *sig, size_t count, kw_status results[],
                         const kw_signed items[], const void *pk, size_t pk_size,
                         const kw_sig_options *options)
{
  const kw_sig_options *o = options ? options : &no_options;
  size_t at = 0, size, group[SIG_GROUP];
  kw_status status = check_verify(sig, pk, pk_size, o, 0);
  if (status == KW_OK &&
      (o->hashed || (count && (!items || !results || !are_strings(items, count)))))
    status = KW_BAD_ARGUMENT;
  if (status != KW_OK) {
    for (size_t i = 0; results && i < count; i++) results[i] = status;
    return status;
  }
  while ((size = next_group(sig, items, count, &at, results, group)) > 0)
    verify_group(sig, items, group, size, results, pk, o);
  return KW_OK;
}

/* ---- Verification in pieces ---- */

enum phase { ABSORBING = 1 }; /* 0: never initialised, or finished */

struct state {
  uint16_t row; /* its place in the table */
  uint8_t phase, wrong_size, prehashed, context_size;
  uint8_t context[255];
  uint8_t beginning[SIG_MAX_BEGINNING];
  uint8_t pk[SIG_MAX_PUBLIC_KEY];
  kw_hash_state hash;         /* of what the signature signs, or of the message for a pre-hash */
} __attribute__((may_alias)); /* it lies in a kw_verify_state */
_Static_assert(sizeof(struct state) <= sizeof(kw_verify_state), "kw_verify_state is too small");
_Static_assert(_Alignof(struct state) <= _Alignof(kw_verify_state), "kw_verify_state's alignment");

size_t kw_verify_state_size(void) { return sizeof(kw_verify_state); }

static void begin(struct state *s, const kw_sig *sig, const kw_sig_options *o)
{
  struct format f = {.message.parts = 0};
  if (s->prehashed) {
    hash_message(&s->hash, o->prehash, NULL, 0);
    return;
  }
  if (sig->scheme->context_max > 0) begin_format(&f, o, 0);
  sig->scheme->digest_begin(sig, &s->hash, s->beginning, s->pk);
  kw_message_absorb(&s->hash, &f.message);
}

kw_status kw_verify_init(kw_verify_state *state, const kw_sig *sig, const void *signature,
                         size_t signature_size, const void *pk, size_t pk_size,
                         const kw_sig_options *options)
{
  struct state *s = (struct state *)state;
  const kw_sig_options *o = options ? options : &no_options;
  if (!s) return KW_BAD_ARGUMENT;
  memset(state, 0, sizeof *state);
  kw_status status = check_verify(sig, pk, pk_size, o, 0);
  if (status == KW_OK && (o->hashed || !is_string(signature, signature_size)))
    status = KW_BAD_ARGUMENT;
  if (status != KW_OK) return status;
  s->row = (uint16_t)kw_sig_index(sig);
  s->phase = ABSORBING;
  s->wrong_size = signature_size != sizes(sig).signature;
  s->prehashed = o->prehash != NULL;
  s->context_size = (uint8_t)o->context_size;
  if (o->context_size) memcpy(s->context, o->context, o->context_size);
  if (!s->wrong_size) memcpy(s->beginning, signature, sizes(sig).beginning);
  memcpy(s->pk, pk, pk_size);
  begin(s, sig, o);
  return KW_OK;
}

static const kw_sig *row_of(const struct state *s)
{
  return s && s->phase == ABSORBING ? kw_sig_at(s->row) : NULL;
}

kw_status kw_verify_update(kw_verify_state *state, const void *msg, size_t msg_size)
{
  struct state *s = (struct state *)state;
  if (!s || !is_string(msg, msg_size)) return KW_BAD_ARGUMENT;
  return row_of(s) ? kw_hash_update(&s->hash, msg, msg_size) : KW_BAD_STATE;
}

static kw_status end(struct state *s, const kw_sig *sig, const uint8_t *signature)
{
  uint8_t digest[1][SIG_MAX_DIGEST];
  kw_status result;
  if (s->prehashed) {
    struct format f;
    begin_format(&f, &(kw_sig_options){.context = s->context, .context_size = s->context_size}, 1);
    add_digest(&f, &s->hash);
    digest_message(sig, &f.message, digest[0], signature, s->pk);
  } else {
    sig->scheme->digest_end(sig, &s->hash, digest[0], signature, s->pk);
  }
  sig->scheme->verify(sig, 1, &result, &signature, digest, s->pk);
  return result;
}

kw_status kw_verify_final(kw_verify_state *state, const void *signature, size_t signature_size)
{
  struct state *s = (struct state *)state;
  if (!s || !is_string(signature, signature_size)) return KW_BAD_ARGUMENT;
  const kw_sig *sig = row_of(s);
  if (!sig) return KW_BAD_STATE;
  kw_status status = KW_BAD_SIGNATURE;
  if (!s->wrong_size && signature_size == sizes(sig).signature &&
      kw_equal(signature, s->beginning, sizes(sig).beginning))
    status = end(s, sig, signature);
  kw_wipe(state, sizeof *state);
  return status;
}
