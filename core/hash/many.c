/* SPDX-License-Identifier: MIT
 * Several messages side by side. Each lane of a kernel works on one message; when it is done, the
 * lane takes the next. All go on by as many blocks as the one nearest to its next stage has. */
#include <string.h>

#include "hash/hash.h"
#include "platform.h"

struct lane {
  enum { IDLE, BODY, TAIL, OUTPUT } stage;
  const uint8_t *in; /* the next block, and how many there are in this stage */
  size_t blocks;
  const uint8_t *rest; /* the end of the message, less than a block */
  size_t rest_size;
  uint64_t total;
  uint8_t *out; /* what is still to be written */
  size_t out_size;
  uint8_t tail[MAX_TAIL];
};

struct batch {
  const kw_hash *hash;
  size_t count, next; /* messages: all, begun */
  uint8_t *out;
  size_t out_size;
  const uint8_t *const *in;
  const size_t *in_size;
  size_t lanes, active;
  struct lane lane[MAX_LANES];
  union lanes chains;
};

static void begin(struct batch *b, size_t l)
{
  static const uint8_t empty[1];
  const size_t i = b->next++, block = b->hash->block_size, size = b->in_size[i];
  const uint8_t *in = b->in[i] ? b->in[i] : empty;
  struct lane *lane = &b->lane[l];
  union chain chain;
  b->hash->engine->start(b->hash, &chain);
  b->hash->engine->put(b->hash, &b->chains, l, &chain);
  lane->stage = BODY;
  lane->in = in;
  lane->blocks = size / block;
  lane->rest_size = size % block;
  lane->rest = in + (size - lane->rest_size);
  lane->total = size;
  lane->out = b->out + i * b->out_size;
  lane->out_size = b->out_size;
}

/* From the body of a message to its end. */
static void pad(const kw_hash *hash, struct lane *lane)
{
  lane->in = lane->tail;
  lane->blocks = hash->engine->pad(hash, lane->tail, lane->rest, lane->rest_size, lane->total);
  lane->stage = TAIL;
}

/* The next block of output; IDLE when it is complete. */
static void squeeze(const kw_hash *hash, struct lane *lane, const union chain *chain)
{
  size_t n = min_size(lane->out_size, hash->block_size);
  hash->engine->read(chain, lane->out, n);
  lane->out += n;
  lane->out_size -= n;
  lane->in = kw_zero_block;
  lane->blocks = lane->out_size ? 1 : 0;
  lane->stage = lane->out_size ? OUTPUT : IDLE;
}

/* Gives every lane a block to go on with, as long as there are messages. */
static void refill(struct batch *b)
{
  b->active = 0;
  for (size_t l = 0; l < b->lanes; l++) {
    struct lane *lane = &b->lane[l];
    while (lane->blocks == 0 && (lane->stage != IDLE || b->next < b->count)) {
      union chain chain;
      switch (lane->stage) {
        case IDLE: begin(b, l); break;
        case BODY: pad(b->hash, lane); break;
        default:
          b->hash->engine->get(b->hash, &b->chains, l, &chain);
          squeeze(b->hash, lane, &chain);
          wipe(&chain, sizeof chain);
      }
    }
    b->active += lane->stage != IDLE;
  }
}

static void step(struct batch *b)
{
  const uint8_t *in[MAX_LANES], *any = NULL;
  size_t blocks = SIZE_MAX;
  for (size_t l = 0; l < b->lanes; l++)
    if (b->lane[l].stage != IDLE) {
      blocks = min_size(blocks, b->lane[l].blocks);
      any = b->lane[l].in;
    }
  for (size_t l = 0; l < b->lanes; l++) {
    struct lane *lane = &b->lane[l];
    in[l] = lane->stage != IDLE ? lane->in : any; /* an idle lane's result is never read */
    lane->in = in[l] + blocks * b->hash->block_size;
    lane->blocks -= lane->stage != IDLE ? blocks : 0;
  }
  b->hash->engine->absorb_many(b->hash, &b->chains, in, blocks);
}

/* Too few lanes are left for the kernel to pay: one after the other. */
static void finish(struct batch *b)
{
  for (size_t l = 0; l < b->lanes; l++) {
    struct lane *lane = &b->lane[l];
    union chain chain;
    b->hash->engine->get(b->hash, &b->chains, l, &chain);
    while (lane->stage != IDLE) {
      b->hash->engine->absorb(b->hash, &chain, lane->in, lane->blocks);
      if (lane->stage == BODY)
        pad(b->hash, lane);
      else
        squeeze(b->hash, lane, &chain);
    }
    wipe(&chain, sizeof chain);
  }
}

static void side_by_side(const kw_hash *hash, size_t count, uint8_t *out, size_t out_size,
                         const uint8_t *const in[], const size_t in_size[])
{
  struct batch b = {.hash = hash, .count = count, .out = out, .out_size = out_size, .in = in};
  b.in_size = in_size;
  b.lanes = hash->engine->lanes(hash);
  for (refill(&b); b.active > 1 && b.active > b.lanes / 4; refill(&b)) step(&b);
  finish(&b);
  wipe(&b, sizeof b);
  kw_wipe_stack(MANY_STACK);
}

/* Then nothing may be written, not even zeros. */
static int overlaps_a_message(const uint8_t *out, size_t size, size_t count, const void *const in[],
                              const size_t in_size[])
{
  for (size_t i = 0; i < count; i++)
    if (in[i] && overlap(out, size, in[i], in_size[i])) return 1;
  return 0;
}

static int good_messages(size_t count, const void *const in[], const size_t in_size[])
{
  for (size_t i = 0; i < count; i++)
    if (!in[i] && in_size[i]) return 0;
  return 1;
}

kw_status kw_hash_many(const kw_hash *hash, size_t count, void *out, size_t out_size,
                       const void *const in[], const size_t in_size[])
{
  if (out_size && count > SIZE_MAX / out_size) return KW_BAD_ARGUMENT;
  const size_t all = count * out_size;
  const int lists = in && in_size;
  if (lists && overlaps_a_message(out, all, count, in, in_size)) return KW_BAD_ARGUMENT;
  const int good = hash && (count == 0 || (lists && kw_hash_output_fits(hash, out, out_size) &&
                                           good_messages(count, in, in_size)));
  if (!good) {
    if (out) memset(out, 0, all);
    return KW_BAD_ARGUMENT;
  }
  if (all == 0) return KW_OK;
  if (count > 1 && hash->engine->lanes(hash) > 1)
    side_by_side(hash, count, out, out_size, (const uint8_t *const *)in, in_size);
  else
    for (size_t i = 0; i < count; i++)
      kw_hash_message(hash, (uint8_t *)out + i * out_size, out_size, in[i], in_size[i]);
  return KW_OK;
}
