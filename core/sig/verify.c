/* SPDX-License-Identifier: MIT
 * The public calls for verification: one signature, several, a message in pieces. */
#include <string.h>

#include "platform.h"
#include "sig/sig.h"

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
  if (!kw_is_public_key(sig, pk, pk_size) || o->threads || o->checks) return KW_BAD_ARGUMENT;
  return kw_sig_check_options(sig, o, msg_size);
}

static int is_string(const void *p, size_t size) { return p || !size; }

static kw_status verify_one(const kw_sig *sig, const uint8_t *signature, size_t size,
                            const struct message *message, const uint8_t *pk)
{
  uint8_t digest[1][SIG_MAX_DIGEST];
  kw_status result;
  if (size != kw_sig_sizes(sig).signature) return KW_BAD_SIGNATURE;
  digest_message(sig, message, digest[0], signature, pk);
  sig->scheme->verify(sig, 1, &result, &signature, digest, pk);
  return result;
}

kw_status kw_verify(const kw_sig *sig, const void *signature, size_t signature_size,
                    const void *msg, size_t msg_size, const void *pk, size_t pk_size,
                    const kw_sig_options *options)
{
  struct format f;
  const kw_sig_options *o = options ? options : &kw_no_options;
  kw_status status = check_verify(sig, pk, pk_size, o, msg_size);
  if (status != KW_OK) return status;
  if (!is_string(signature, signature_size) || !is_string(msg, msg_size)) return KW_BAD_ARGUMENT;
  if (signature_size != kw_sig_sizes(sig).signature) return KW_BAD_SIGNATURE;
  kw_format(&f, sig, o, msg, msg_size);
  status = verify_one(sig, signature, signature_size, &f.message, pk);
  wipe(&f, sizeof f);
  return status;
}

kw_status kw_verify_internal(const kw_sig *sig, const void *signature, size_t signature_size,
                             const void *msg, size_t msg_size, const void *pk, size_t pk_size)
{
  const struct message message = {{{msg, msg_size}}, 1};
  if (!kw_is_public_key(sig, pk, pk_size) || !is_string(signature, signature_size) ||
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
    if (items[*at].signature_size == kw_sig_sizes(sig).signature)
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
    kw_format(&f, sig, o, item->msg, item->msg_size);
    digest_message(sig, &f.message, digest[i], signature[i], pk);
    wipe(&f, sizeof f);
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
  const kw_sig_options *o = options ? options : &kw_no_options;
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
    kw_hash_whole(&s->hash, o->prehash, NULL, 0);
    return;
  }
  if (sig->scheme->context_max > 0) kw_format_begin(&f, o, 0);
  sig->scheme->digest_begin(sig, &s->hash, s->beginning, s->pk);
  kw_message_absorb(&s->hash, &f.message);
}

kw_status kw_verify_init(kw_verify_state *state, const kw_sig *sig, const void *signature,
                         size_t signature_size, const void *pk, size_t pk_size,
                         const kw_sig_options *options)
{
  struct state *s = (struct state *)state;
  const kw_sig_options *o = options ? options : &kw_no_options;
  if (!s) return KW_BAD_ARGUMENT;
  memset(state, 0, sizeof *state);
  kw_status status = check_verify(sig, pk, pk_size, o, 0);
  if (status == KW_OK && (o->hashed || !is_string(signature, signature_size)))
    status = KW_BAD_ARGUMENT;
  if (status != KW_OK) return status;
  s->row = (uint16_t)kw_sig_index(sig);
  s->phase = ABSORBING;
  s->wrong_size = signature_size != kw_sig_sizes(sig).signature;
  s->prehashed = o->prehash != NULL;
  s->context_size = (uint8_t)o->context_size;
  if (o->context_size) memcpy(s->context, o->context, o->context_size);
  if (!s->wrong_size) memcpy(s->beginning, signature, kw_sig_sizes(sig).beginning);
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
    kw_format_begin(&f, &(kw_sig_options){.context = s->context, .context_size = s->context_size},
                    1);
    kw_format_digest(&f, &s->hash);
    digest_message(sig, &f.message, digest[0], signature, s->pk);
    wipe(&f, sizeof f);
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
  if (!s->wrong_size && signature_size == kw_sig_sizes(sig).signature &&
      kw_equal(signature, s->beginning, kw_sig_sizes(sig).beginning))
    status = end(s, sig, signature);
  kw_wipe(state, sizeof *state);
  return status;
}
