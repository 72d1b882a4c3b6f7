/* SPDX-License-Identifier: MIT
 * The public calls for keys and for signing: checks, randomness. */
#include "sig/sig.h"

#include <string.h>

#include "hash/hash.h"
#include "platform.h"

/* ---- The table ---- */

struct sig_sizes kw_sig_sizes(const kw_sig *sig)
{
  return sig ? sig->scheme->sizes(sig) : (struct sig_sizes){0};
}
size_t kw_sig_public_key_size(const kw_sig *sig) { return kw_sig_sizes(sig).public_key; }
size_t kw_sig_secret_key_size(const kw_sig *sig) { return kw_sig_sizes(sig).secret_key; }
size_t kw_sig_signature_size(const kw_sig *sig) { return kw_sig_sizes(sig).signature; }
size_t kw_sig_seed_size(const kw_sig *sig) { return kw_sig_sizes(sig).seed; }
size_t kw_sig_randomness_size(const kw_sig *sig) { return kw_sig_sizes(sig).randomness; }
size_t kw_sig_expanded_size(const kw_sig *sig) { return kw_sig_sizes(sig).expanded; }
size_t kw_sig_context_max(const kw_sig *sig) { return sig ? sig->scheme->context_max : 0; }

/* ---- Keys ---- */

static kw_status refuse(void *out, size_t size, kw_status status)
{
  if (out) wipe(out, size);
  return status;
}

int kw_is_public_key(const kw_sig *sig, const void *pk, size_t size)
{
  return sig && pk && size == kw_sig_sizes(sig).public_key;
}
static int is_plain(const kw_sig *sig, const void *sk, size_t size)
{
  return sig && sk && size == kw_sig_sizes(sig).secret_key;
}
static int is_expanded(const kw_sig *sig, const void *sk, size_t size)
{
  return sig && sk && size == kw_sig_sizes(sig).expanded;
}

kw_status kw_sig_keygen_from_seed(const kw_sig *sig, void *pk, size_t pk_size, void *sk,
                                  size_t sk_size, const void *seed, size_t seed_size,
                                  unsigned threads)
{
  if (!kw_is_public_key(sig, pk, pk_size) || !is_plain(sig, sk, sk_size) || !seed ||
      seed_size != kw_sig_sizes(sig).seed || overlap(pk, pk_size, sk, sk_size)) {
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
  const size_t size = kw_sig_sizes(sig).seed;
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
  if (!kw_is_public_key(sig, pk, pk_size) || !(expanded || is_plain(sig, sk, sk_size)))
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

/* Then nothing may be written: not even zeros, into a key that is still to be used. */
static int meets_expanded(const struct request *r)
{
  return is_expanded(r->sig, r->sk, r->sk_size) && r->signature &&
         overlap(r->signature, r->signature_size, r->sk, r->sk_size);
}

static int good_request(const struct request *r)
{
  return r->sig && r->signature && r->signature_size == kw_sig_sizes(r->sig).signature &&
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
  if (meets_expanded(r)) return KW_BAD_ARGUMENT;
  if (!o) o = &kw_no_options;
  kw_status status =
      good_request(r) ? kw_sig_check_options(r->sig, o, r->msg_size) : KW_BAD_ARGUMENT;
  if (status == KW_OK && (o->checks & ~(unsigned)(KW_CHECK_VERIFY | KW_CHECK_ROOTS)))
    status = KW_BAD_ARGUMENT;
  if (status != KW_OK) return refuse(r->signature, r->signature_size, status);
  kw_format(&f, r->sig, o, r->msg, r->msg_size);
  status = run(r, &f.message, randomness, o);
  wipe(&f, sizeof f);
  return status;
}

kw_status kw_sign(const kw_sig *sig, void *signature, size_t signature_size, const void *msg,
                  size_t msg_size, const void *sk, size_t sk_size, const kw_sig_options *options)
{
  uint8_t randomness[SIG_MAX_RANDOMNESS];
  if (meets_expanded(REQUEST)) return KW_BAD_ARGUMENT;
  kw_status status = kw_random(randomness, kw_sig_sizes(sig).randomness);
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
  return sig && randomness && size == kw_sig_sizes(sig).randomness;
}

kw_status kw_sign_derand(const kw_sig *sig, void *signature, size_t signature_size, const void *msg,
                         size_t msg_size, const void *sk, size_t sk_size, const void *randomness,
                         size_t randomness_size, const kw_sig_options *options)
{
  if (meets_expanded(REQUEST)) return KW_BAD_ARGUMENT;
  if (!is_randomness(sig, randomness, randomness_size))
    return refuse(signature, signature_size, KW_BAD_ARGUMENT);
  return sign(REQUEST, randomness, options);
}

kw_status kw_sign_internal(const kw_sig *sig, void *signature, size_t signature_size,
                           const void *msg, size_t msg_size, const void *sk, size_t sk_size,
                           const void *randomness, size_t randomness_size)
{
  const struct message message = {{{msg, msg_size}}, 1};
  const int none = randomness_size == 0;
  if (meets_expanded(REQUEST)) return KW_BAD_ARGUMENT;
  if (!good_request(REQUEST) || !(none || is_randomness(sig, randomness, randomness_size)))
    return refuse(signature, signature_size, KW_BAD_ARGUMENT);
  return run(REQUEST, &message, none ? NULL : randomness, &kw_no_options);
}
