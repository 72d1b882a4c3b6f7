/* SPDX-License-Identifier: MIT
 * One message: the public calls, with their checks and the one buffer that streaming needs. */
#include "hash/hash.h"

#include <string.h>

#include "platform.h"

enum phase { ABSORBING = 1, SQUEEZING, DONE }; /* 0: never initialised */

struct state {
  uint16_t row; /* its place in the table: no pointers, so that a state can be kept anywhere */
  uint8_t phase;
  uint8_t at;     /* bytes in block; squeezing: bytes of block already given */
  uint64_t total; /* bytes absorbed */
  union chain chain;
  uint8_t block[MAX_BLOCK];
} __attribute__((may_alias)); /* it lies in a kw_hash_state */
_Static_assert(sizeof(struct state) <= sizeof(kw_hash_state), "kw_hash_state is too small");
_Static_assert(_Alignof(struct state) <= _Alignof(kw_hash_state), "kw_hash_state's alignment");

size_t kw_hash_state_size(void) { return sizeof(kw_hash_state); }

/* NULL unless the state is in one of the phases from..to. */
static const kw_hash *row_of(const struct state *s, enum phase from, enum phase to)
{
  return s && s->phase >= from && s->phase <= to ? kw_hash_at(s->row) : NULL;
}

const kw_hash *kw_hash_absorbing(const kw_hash_state *state)
{
  return row_of((const struct state *)state, ABSORBING, ABSORBING);
}

int kw_hash_output_fits(const kw_hash *hash, const void *out, size_t out_size)
{
  if (!hash || (!out && out_size)) return 0;
  return hash->digest_size == 0 || hash->digest_size == out_size;
}

kw_status kw_hash_init(kw_hash_state *state, const kw_hash *hash)
{
  struct state *s = (struct state *)state;
  if (!s) return KW_BAD_ARGUMENT;
  memset(state, 0, sizeof *state);
  if (!hash) return KW_BAD_ARGUMENT;
  s->row = (uint16_t)kw_hash_index(hash);
  s->phase = ABSORBING;
  hash->engine->start(hash, &s->chain);
  return KW_OK;
}

static void absorb(const kw_hash *hash, struct state *s, const uint8_t *in, size_t size)
{
  const size_t block = hash->block_size;
  s->total += size;
  if (s->at > 0) {
    size_t n = min_size(size, block - s->at);
    memcpy(s->block + s->at, in, n);
    s->at = (uint8_t)(s->at + n);
    in += n, size -= n;
    if (s->at < block) return;
    hash->engine->absorb(hash, &s->chain, s->block, 1);
    s->at = 0;
  }
  hash->engine->absorb(hash, &s->chain, in, size / block);
  s->at = (uint8_t)(size % block);
  memcpy(s->block, in + (size - s->at), s->at);
}

kw_status kw_hash_update(kw_hash_state *state, const void *in, size_t in_size)
{
  struct state *s = (struct state *)state;
  if (!s || (!in && in_size)) return KW_BAD_ARGUMENT;
  const kw_hash *hash = row_of(s, ABSORBING, ABSORBING);
  if (!hash) return KW_BAD_STATE;
  if (in_size) {
    absorb(hash, s, in, in_size);
    kw_wipe_stack(hash->engine->stack);
  }
  return KW_OK;
}

/* Absorbs the padded end of a message: its first block of output can be read then. */
static void end(const kw_hash *hash, union chain *chain, const uint8_t *rest, size_t size,
                uint64_t total)
{
  uint8_t tail[MAX_TAIL];
  size_t blocks = hash->engine->pad(hash, tail, rest, size, total);
  hash->engine->absorb(hash, chain, tail, blocks);
  wipe(tail, sizeof tail);
}

/* Output from the next block on. */
static void squeeze_blocks(const kw_hash *hash, struct state *s, uint8_t *out, size_t size)
{
  const size_t block = hash->block_size;
  for (; size > 0; out += s->at, size -= s->at) {
    hash->engine->absorb(hash, &s->chain, kw_zero_block, 1);
    hash->engine->read(&s->chain, s->block, block);
    s->at = (uint8_t)min_size(size, block);
    memcpy(out, s->block, s->at);
  }
}

static void squeeze(const kw_hash *hash, struct state *s, uint8_t *out, size_t size)
{
  if (s->phase == ABSORBING) {
    end(hash, &s->chain, s->block, s->at, s->total);
    s->phase = hash->digest_size ? DONE : SQUEEZING;
    s->at = 0;
    hash->engine->read(&s->chain, s->block,
                       hash->digest_size ? hash->digest_size : hash->block_size);
  }
  size_t n = min_size(size, (size_t)(hash->block_size - s->at));
  memcpy(out, s->block + s->at, n);
  s->at = (uint8_t)(s->at + n);
  squeeze_blocks(hash, s, out + n, size - n);
}

kw_status kw_hash_squeeze(kw_hash_state *state, void *out, size_t out_size)
{
  struct state *s = (struct state *)state;
  if (!out && out_size) return KW_BAD_ARGUMENT;
  uint8_t none, *to = out ? out : &none;
  const kw_hash *hash = row_of(s, ABSORBING, SQUEEZING);
  if (!hash || !kw_hash_output_fits(hash, to, out_size)) {
    memset(to, 0, out_size);
    return s && !hash ? KW_BAD_STATE : KW_BAD_ARGUMENT;
  }
  squeeze(hash, s, to, out_size);
  kw_wipe_stack(hash->engine->stack);
  return KW_OK;
}

void kw_hash_message(const kw_hash *hash, uint8_t *out, size_t out_size, const uint8_t *in,
                     size_t in_size)
{
  const size_t block = hash->block_size, rest = in_size % block;
  static const uint8_t empty[1];
  union chain chain;
  if (!in) in = empty;
  hash->engine->start(hash, &chain);
  hash->engine->absorb(hash, &chain, in, in_size / block);
  end(hash, &chain, in + (in_size - rest), rest, in_size);
  size_t n = min_size(out_size, block);
  hash->engine->read(&chain, out, n);
  for (out += n, out_size -= n; out_size > 0; out += n, out_size -= n) {
    n = min_size(out_size, block);
    hash->engine->absorb(hash, &chain, kw_zero_block, 1);
    hash->engine->read(&chain, out, n);
  }
  wipe(&chain, sizeof chain);
  kw_wipe_stack(hash->engine->stack);
}

kw_status kw_hash_once(const kw_hash *hash, void *out, size_t out_size, const void *in,
                       size_t in_size)
{
  if (!kw_hash_output_fits(hash, out, out_size) || (!in && in_size)) {
    if (out) memset(out, 0, out_size);
    return KW_BAD_ARGUMENT;
  }
  if (out_size) kw_hash_message(hash, out, out_size, in, in_size);
  return KW_OK;
}
