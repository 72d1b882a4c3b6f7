/* SPDX-License-Identifier: MIT
 * One message: every length, every way to hand it over and to read the output. */
#include "levels.h"

#include <string.h>

/* One shot and as a stream, on each pattern of data. */
void hash_lengths(const kw_hash *hash)
{
  const size_t out_size = output_size(hash);
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  for (int pattern = 0; pattern < MAX_PATTERN; pattern++)
    for (size_t n = 0; n <= LONGEST; n += quick ? 7 : 1) {
      kw_hash_state state;
      portable_hash(hash, want, out_size, data[pattern], n);
      hash_once(hash, got, out_size, data[pattern], n);
      CHECK(same(got, want, out_size), "once, pattern %d, %zu bytes", pattern, n);
      hash_init(&state, hash);
      hash_update(&state, data[pattern], n);
      hash_squeeze(&state, got, out_size);
      CHECK(same(got, want, out_size), "stream, pattern %d, %zu bytes", pattern, n);
    }
}

/* The digest of the first n bytes, handed over in pieces that end at the given places. */
static void stream(const kw_hash *hash, uint8_t *out, size_t n, const size_t *ends, size_t count)
{
  kw_hash_state state;
  size_t at = 0;
  hash_init(&state, hash);
  for (size_t i = 0; i < count; i++) {
    hash_update(&state, data[0] + at, ends[i] - at);
    at = ends[i];
  }
  hash_update(&state, data[0] + at, n - at);
  hash_squeeze(&state, out, output_size(hash));
}

static void two_pieces(const kw_hash *hash, size_t n)
{
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  portable_hash(hash, want, output_size(hash), data[0], n);
  for (size_t i = 0; i <= n; i += quick ? 5 : 1) {
    stream(hash, got, n, &i, 1);
    CHECK(same(got, want, output_size(hash)), "%zu bytes, split at %zu", n, i);
  }
}

/* Two ends near the boundaries of blocks (the second may be at the first: an empty piece). */
static void three_pieces(const kw_hash *hash)
{
  const size_t block = kw_hash_block_size(hash), n = 3 * block + 1;
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  portable_hash(hash, want, output_size(hash), data[0], n);
  for (size_t i = 0; i <= n; i++)
    for (size_t j = i; j <= n; j++) {
      size_t ends[2] = {i, j};
      int near = (i + 2) % block <= 4 && (j + 2) % block <= 4;
      if (!near) continue;
      stream(hash, got, n, ends, 2);
      CHECK(same(got, want, output_size(hash)), "split at %zu and %zu", i, j);
    }
}

/* Pieces of one size, with empty ones between. */
static void equal_pieces(const kw_hash *hash, size_t piece)
{
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  kw_hash_state state;
  portable_hash(hash, want, output_size(hash), data[0], LONGEST);
  hash_init(&state, hash);
  hash_update(&state, NULL, 0);
  for (size_t at = 0; at < LONGEST; at += piece) {
    hash_update(&state, data[0] + at, at + piece < LONGEST ? piece : LONGEST - at);
    hash_update(&state, data[0], 0);
  }
  hash_squeeze(&state, got, output_size(hash));
  CHECK(same(got, want, output_size(hash)), "pieces of %zu", piece);
}

static void random_pieces(const kw_hash *hash)
{
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  size_t ends[8];
  for (int turn = 0; turn < (quick ? 20 : 200); turn++) {
    size_t n = random_below(DATA / 2), at = 0;
    for (size_t i = 0; i < SIZE(ends); i++) ends[i] = at += random_below(n / 8 + 1);
    portable_hash(hash, want, output_size(hash), data[0], n);
    stream(hash, got, n, ends, SIZE(ends));
    CHECK(same(got, want, output_size(hash)), "%zu bytes in random pieces, turn %d", n, turn);
  }
}

void hash_splits(const kw_hash *hash)
{
  const size_t block = kw_hash_block_size(hash);
  const size_t pieces[] = {1, 3, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 500};
  for (size_t blocks = 1; blocks <= 5; blocks += 2)
    for (size_t n = blocks * block - 1; n <= blocks * block + 1; n++) two_pieces(hash, n);
  for (size_t i = 0; i < SIZE(pieces); i++) equal_pieces(hash, pieces[i]);
  for (size_t piece = block - 1; piece <= block + 1; piece++) equal_pieces(hash, piece);
  three_pieces(hash);
  random_pieces(hash);
}

/* The output, read in pieces that end at the given places; a read of nothing before each, and the
 * state in another place for each. */
static void read_pieces(const kw_hash_state *begin, uint8_t *out, size_t n, const size_t *ends,
                        size_t count)
{
  kw_hash_state places[2] = {*begin};
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    kw_hash_state *state = &places[i & 1], *next = &places[~i & 1];
    hash_squeeze(state, NULL, 0);
    hash_squeeze(state, out + at, ends[i] - at);
    at = ends[i];
    *next = *state;
    memset(state, 0x5a, sizeof *state);
  }
  hash_squeeze(&places[count & 1], out + at, n - at);
}

static void read_xof(const kw_hash *hash)
{
  const size_t block = kw_hash_block_size(hash), n = 4 * block + 3;
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  kw_hash_state state;
  portable_hash(hash, want, n, data[0], block);
  hash_init(&state, hash);
  hash_update(&state, data[0], block);
  for (size_t i = 0; i <= n; i += quick ? 5 : 1) {
    read_pieces(&state, got, n, &i, 1);
    CHECK(same(got, want, n), "read in two pieces, %zu bytes first", i);
    hash_once(hash, got, i, data[0], block);
    CHECK(same(got, want, i), "%zu bytes at once", i);
  }
  for (size_t piece = 1; piece <= 2 * block + 1; piece += quick ? 13 : 1) {
    size_t ends[MAX_OUTPUT], count = 0;
    for (size_t at = piece; at < n; at += piece) ends[count++] = at;
    read_pieces(&state, got, n, ends, count);
    CHECK(same(got, want, n), "read in pieces of %zu", piece);
  }
  for (int turn = 0; turn < (quick ? 20 : 300); turn++) {
    size_t ends[9], at = 0;
    for (size_t i = 0; i < SIZE(ends); i++) ends[i] = at += random_below(n / 9 + 1);
    read_pieces(&state, got, n, ends, SIZE(ends));
    CHECK(same(got, want, n), "read in random pieces, turn %d", turn);
  }
}

/* Lengths of output 0..400, joined: a value from outside (hashlib). */
static void read_every_size(const kw_hash *hash)
{
  static const uint8_t want[32] = {0x61, 0xeb, 0x70, 0x07, 0x44, 0xfe, 0x82, 0xd6, 0x5a, 0xea, 0x5d,
                                   0x16, 0x12, 0xb5, 0x48, 0xd1, 0xde, 0xd8, 0x5f, 0x9c, 0x42, 0x26,
                                   0x0c, 0x92, 0x8c, 0x4f, 0xda, 0x13, 0xd8, 0xd3, 0x1e, 0xa5};
  const kw_hash *sha256 = kw_hash_find("sha256");
  kw_hash_state all;
  uint8_t out[400], got[32];
  if (strcmp(kw_hash_name(hash), "shake128") != 0) return;
  hash_init(&all, sha256);
  for (size_t n = 0; n <= sizeof out; n++) {
    hash_once(hash, out, n, "abc", 3);
    hash_update(&all, out, n);
  }
  hash_squeeze(&all, got, sizeof got);
  CHECK(same(got, want, sizeof want), "outputs of 0..400 bytes");
}

void hash_reads(const kw_hash *hash)
{
  uint8_t want[MAX_OUTPUT], got[MAX_OUTPUT];
  kw_hash_state state;
  if (kw_hash_is_xof(hash)) {
    read_xof(hash);
    read_every_size(hash);
    return;
  }
  portable_hash(hash, want, output_size(hash), NULL, 0);
  hash_init(&state, hash);
  hash_squeeze(&state, got, output_size(hash));
  CHECK(same(got, want, output_size(hash)), "no update at all");
}

/* At each place a copy goes its own way; neither may disturb the other. */
void hash_copies(const kw_hash *hash)
{
  const size_t block = kw_hash_block_size(hash), n = 2 * block + 3, size = output_size(hash);
  uint8_t want[MAX_OUTPUT], want_copy[MAX_OUTPUT], got[MAX_OUTPUT], message[2 * DATA];
  portable_hash(hash, want, size, data[0], n);
  for (size_t i = 0; i <= n; i += quick ? 5 : 1) {
    kw_hash_state state, copy;
    hash_init(&state, hash);
    hash_update(&state, data[0], i);
    copy = state;
    hash_update(&copy, data[1], n);
    hash_update(&state, data[0] + i, n - i);
    hash_squeeze(&state, got, size);
    CHECK(same(got, want, size), "original, copied at %zu", i);
    memcpy(message, data[0], i);
    memcpy(message + i, data[1], n);
    portable_hash(hash, want_copy, size, message, i + n);
    hash_squeeze(&copy, got, size);
    CHECK(same(got, want_copy, size), "copy, copied at %zu", i);
  }
}
