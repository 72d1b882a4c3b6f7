/* SPDX-License-Identifier: MIT
 * What is signed of a message: FIPS 205, 10.2. */
#include <string.h>

#include "hash/hash.h"
#include "platform.h"
#include "sig/sig.h"

const kw_sig_options kw_no_options;

static int may_prehash(const kw_hash *hash) { return hash->oid != 0; }

kw_status kw_sig_check_options(const kw_sig *sig, const kw_sig_options *o, size_t msg_size)
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
void kw_format_digest(struct format *f, const kw_hash_state *state)
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

void kw_format_begin(struct format *f, const kw_sig_options *o, int prehashed)
{
  f->message.parts = 0;
  f->head[0] = (uint8_t)prehashed;
  f->head[1] = (uint8_t)o->context_size;
  add_part(&f->message, f->head, sizeof f->head);
  add_part(&f->message, o->context, o->context_size);
}

void kw_hash_whole(kw_hash_state *state, const kw_hash *hash, const void *msg, size_t size)
{
  kw_status status = kw_hash_init(state, hash);
  if (status == KW_OK) status = kw_hash_update(state, msg, size);
  (void)status; /* arguments were checked */
}

void kw_format(struct format *f, const kw_sig *sig, const kw_sig_options *o, const void *msg,
               size_t msg_size)
{
  f->message.parts = 0;
  if (sig->scheme->context_max > 0) kw_format_begin(f, o, o->prehash || o->hashed);
  if (o->hashed) {
    kw_format_digest(f, o->hashed);
  } else if (o->prehash) {
    kw_hash_state state;
    kw_hash_whole(&state, o->prehash, msg, msg_size);
    kw_format_digest(f, &state);
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
