/* SPDX-License-Identifier: MIT
 * kw_hash_many: the lanes of a kernel hold messages of different lengths, and change them. */
#include "levels.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 40, ROOM = MESSAGES * MAX_OUTPUT };

struct batch {
  size_t count, out_size;
  const void *in[MESSAGES];
  size_t in_size[MESSAGES];
};

static uint8_t out[ROOM + 1], want[ROOM];

static void compare(const kw_hash *hash, const struct batch *b, const char *what)
{
  const size_t size = b->count * b->out_size;
  for (size_t i = 0; i < b->count; i++)
    portable_hash(hash, want + i * b->out_size, b->out_size, b->in[i], b->in_size[i]);
  out[size] = 0x5a;
  kw_status status = kw_hash_many(hash, b->count, out, b->out_size, b->in, b->in_size);
  CHECK(status == KW_OK, "%s: %s", what, kw_status_text(status));
  CHECK(same(out, want, size), "%s: %zu messages, %zu bytes each", what, b->count, b->out_size);
  CHECK(out[size] == 0x5a, "%s: written behind the output", what);
}

/* 0, a length near a multiple of the block, or any. */
static size_t any_length(size_t block)
{
  switch (random_below(8)) {
    case 0: return 0;
    case 1: return random_below(8 * block);
    case 2: return random_below(block);
    default: return (1 + random_below(5)) * block - 20 + random_below(22);
  }
}

static void any_message(const kw_hash *hash, struct batch *b, size_t i)
{
  const int pattern = random_below(8) ? 0 : (int)random_below(MAX_PATTERN);
  b->in_size[i] = any_length(kw_hash_block_size(hash));
  b->in[i] = data[pattern] + random_below(DATA - b->in_size[i]);
  if (b->in_size[i] == 0 && random_below(2)) b->in[i] = NULL;
}

static size_t any_output(const kw_hash *hash)
{
  const size_t block = kw_hash_block_size(hash);
  const size_t sizes[] = {0, 1, 32, block - 1, block, block + 1, 2 * block, 3 * block + 5};
  return kw_hash_is_xof(hash) ? sizes[random_below(SIZE(sizes))] : kw_hash_digest_size(hash);
}

/* Every number of messages, so that each kernel has idle lanes, full lanes and lanes used again. */
void many_counts(const kw_hash *hash)
{
  struct batch b;
  for (b.count = 0; b.count <= MESSAGES; b.count++)
    for (int turn = 0; turn < (quick ? 2 : 20); turn++) {
      for (size_t i = 0; i < b.count; i++) any_message(hash, &b, i);
      b.out_size = any_output(hash);
      compare(hash, &b, "random lengths");
    }
}

/* All lanes reach each stage at once. */
void many_equal_lengths(const kw_hash *hash)
{
  const size_t counts[] = {2, 3, 4, 7, 8, 9, 15, 16, 17, 33};
  struct batch b;
  for (size_t c = 0; c < SIZE(counts); c++)
    for (size_t n = 0; n <= 2 * kw_hash_block_size(hash) + 1; n += quick ? 19 : 1) {
      b.count = counts[c];
      b.out_size = output_size(hash);
      for (size_t i = 0; i < b.count; i++) {
        b.in_size[i] = n;
        b.in[i] = data[0] + i * 61;
      }
      compare(hash, &b, "equal lengths");
    }
}

/* Each message, and the output, at a page that can't be touched. A lane that is behind the others
 * must not read on. */
void many_guards(const kw_hash *hash)
{
  enum { COUNT = 17 };
  static uint8_t *pages[COUNT + 1];
  struct batch b = {.count = COUNT, .out_size = output_size(hash)};
  for (size_t i = 0; i <= COUNT; i++)
    if (!pages[i]) pages[i] = guarded_pages();
  for (int turn = 0; turn < (quick ? 4 : 40); turn++) {
    for (size_t i = 0; i < COUNT; i++) {
      const size_t size = b.in_size[i] = any_length(kw_hash_block_size(hash));
      uint8_t *p = turn & 1 ? before_guard(pages[i], size) : behind_guard(pages[i]);
      random_bytes(p, size);
      b.in[i] = p;
      portable_hash(hash, want + i * b.out_size, b.out_size, p, size);
    }
    const size_t size = COUNT * b.out_size;
    uint8_t *to = turn & 1 ? before_guard(pages[COUNT], size) : behind_guard(pages[COUNT]);
    kw_status status = kw_hash_many(hash, COUNT, to, b.out_size, b.in, b.in_size);
    CHECK(status == KW_OK && same(to, want, size), "turn %d", turn);
  }
}
