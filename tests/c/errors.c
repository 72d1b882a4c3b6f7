/* SPDX-License-Identifier: MIT
 * Every bad argument of every function: the status is right, outputs are zero, nothing else is
 * written, and a state that was given goes on as if nothing had been. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "errors.h"
#include "katwise.h"

enum { ROOM = 512, CANARY = 0x5a };

static const uint8_t message[ROOM] = {1, 2, 3};
static uint8_t out[ROOM];

static void fill(void) { memset(out, CANARY, sizeof out); }

/* The first size bytes zeros, the rest untouched. */
static int zeroed(size_t size)
{
  return all_bytes(out, 0, size) && all_bytes(out + size, CANARY, sizeof out - size);
}
static int untouched(void) { return all_bytes(out, CANARY, sizeof out); }

#define REFUSED(call, size)                                                 \
  do {                                                                      \
    fill();                                                                 \
    CHECK((call) == KW_BAD_ARGUMENT, "status");                             \
    CHECK(zeroed(size), "the output is zero, and nothing else is touched"); \
  } while (0)

/* ---- The table ---- */

static void test_rows(void)
{
  for (size_t i = 0; i < kw_hash_count(); i++) {
    const kw_hash *hash = kw_hash_at(i);
    context("%s", kw_hash_name(hash));
    CHECK(kw_hash_find(kw_hash_name(hash)) == hash, "found by its name");
    CHECK(strlen(kw_hash_standard(hash)) > 4, "%s", kw_hash_standard(hash));
    CHECK(kw_hash_block_size(hash) % 8 == 0 && kw_hash_block_size(hash) >= 64, "block size");
    CHECK(kw_hash_is_xof(hash) == (kw_hash_digest_size(hash) == 0), "a XOF has no digest size");
  }
  for (size_t i = 0; i < kw_mac_count(); i++) {
    const kw_mac *mac = kw_mac_at(i);
    context("%s", kw_mac_name(mac));
    CHECK(kw_mac_find(kw_mac_name(mac)) == mac, "found by its name");
    CHECK(strlen(kw_mac_standard(mac)) > 4, "%s", kw_mac_standard(mac));
    CHECK(kw_mac_key_size(mac) > 0 && kw_mac_tag_size(mac) > 0, "sizes");
  }
}

static void test_no_row(void)
{
  static const char *const names[] = {"", "SHA256", "sha256 ", " sha256", "sha-256", "sha2", "md5"};
  for (size_t i = 0; i < SIZE(names); i++) {
    context("name \"%s\"", names[i]);
    CHECK(!kw_hash_find(names[i]) && !kw_mac_find(names[i]), "there is none");
  }
  context("no row");
  CHECK(!kw_hash_find(NULL) && !kw_hash_find("poly1305"), "kw_hash_find");
  CHECK(!kw_mac_find(NULL) && !kw_mac_find("sha256"), "kw_mac_find");
  CHECK(!kw_hash_at(kw_hash_count()) && !kw_hash_at(SIZE_MAX), "kw_hash_at");
  CHECK(!kw_mac_at(kw_mac_count()) && !kw_mac_at(SIZE_MAX), "kw_mac_at");
  CHECK(!kw_hash_name(NULL) && !kw_hash_standard(NULL) && !kw_hash_digest_size(NULL), "of NULL");
  CHECK(!kw_hash_block_size(NULL) && !kw_hash_is_xof(NULL), "of NULL");
  CHECK(!kw_mac_name(NULL) && !kw_mac_standard(NULL), "of NULL");
  CHECK(!kw_mac_key_size(NULL) && !kw_mac_tag_size(NULL), "of NULL");
}

static void test_texts(void)
{
  static const int statuses[] = {KW_OK,        KW_BAD_ARGUMENT, KW_BAD_STATE,     KW_BAD_TAG,
                                 KW_NO_RANDOM, KW_UNAVAILABLE,  KW_BAD_SIGNATURE, KW_BAD_KEY,
                                 KW_FAULT};
  int major, minor, patch, end = 0;
  context("texts");
  for (size_t i = 0; i < SIZE(statuses); i++)
    for (size_t j = 0; j < i; j++)
      CHECK(strcmp(kw_status_text((kw_status)statuses[i]), kw_status_text((kw_status)statuses[j])),
            "%d and %d differ", statuses[i], statuses[j]);
  CHECK(kw_status_text((kw_status)-100) && kw_status_text((kw_status)100), "of no status");
  CHECK(sscanf(kw_version(), "%d.%d.%d%n", &major, &minor, &patch, &end) == 3 &&
            end == (int)strlen(kw_version()),
        "version %s", kw_version());
  CHECK(kw_hash_state_size() == sizeof(kw_hash_state), "hash state");
  CHECK(kw_mac_state_size() == sizeof(kw_mac_state), "MAC state");
}

/* ---- Hashes ---- */

static void once(const kw_hash *hash, size_t size)
{
  REFUSED(kw_hash_once(NULL, out, size, message, 9), size);
  REFUSED(kw_hash_once(hash, out, size, NULL, 1), size);
  REFUSED(kw_hash_once(hash, out, size, NULL, SIZE_MAX), size);
  fill();
  CHECK(kw_hash_once(hash, NULL, size, message, 9) == KW_BAD_ARGUMENT, "no output");
  CHECK(kw_hash_once(hash, out, size, NULL, 0) == KW_OK, "(NULL, 0) is the empty string");
  if (kw_hash_is_xof(hash)) {
    CHECK(kw_hash_once(hash, NULL, 0, message, 9) == KW_OK, "an output of nothing");
    return;
  }
  for (size_t wrong = 0; wrong <= 2 * size; wrong++)
    if (wrong != size) REFUSED(kw_hash_once(hash, out, wrong, message, 9), wrong);
}

static void stream(const kw_hash *hash, size_t size)
{
  uint8_t right[ROOM];
  kw_hash_state state;
  CHECK(kw_hash_once(hash, right, size, message, 9) == KW_OK, "once");
  CHECK(kw_hash_init(NULL, hash) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_hash_init(&state, NULL) == KW_BAD_ARGUMENT, "no row");
  CHECK(kw_hash_update(&state, message, 1) == KW_BAD_STATE, "after a failed init");
  CHECK(kw_hash_init(&state, hash) == KW_OK, "init");
  CHECK(kw_hash_update(NULL, message, 9) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_hash_update(&state, NULL, 1) == KW_BAD_ARGUMENT, "no message");
  CHECK(kw_hash_update(&state, message, 9) == KW_OK, "update");
  CHECK(kw_hash_update(&state, NULL, SIZE_MAX) == KW_BAD_ARGUMENT, "no message");
  REFUSED(kw_hash_squeeze(NULL, out, size), size);
  CHECK(kw_hash_squeeze(&state, NULL, size) == KW_BAD_ARGUMENT, "no output");
  for (size_t wrong = 0; !kw_hash_is_xof(hash) && wrong <= 2 * size; wrong++)
    if (wrong != size) REFUSED(kw_hash_squeeze(&state, out, wrong), wrong);
  fill();
  CHECK(kw_hash_squeeze(&state, out, size) == KW_OK && same(out, right, size), "unharmed");
}

/* Messages that overlap the output by a byte at least, or not at all. */
static void many_overlap(const kw_hash *hash, size_t size)
{
  static uint8_t place[ROOM], before[ROOM];
  const size_t all = 2 * size, to = 200, n = 33;
  random_bytes(before, sizeof before);
  for (size_t at = to - n - 2; at <= to + all + 2; at++) {
    const int apart = at + n <= to || at >= to + all;
    for (int which = 0; which < 2; which++) {
      const void *in[2] = {message, message};
      size_t sizes[2] = {9, 9};
      memcpy(place, before, sizeof place);
      in[which] = place + at;
      sizes[which] = n;
      kw_status status = kw_hash_many(hash, 2, place + to, size, in, sizes);
      CHECK(status == (apart ? KW_OK : KW_BAD_ARGUMENT), "message at %td", (ptrdiff_t)(at - to));
      CHECK(apart || same(place, before, sizeof place), "nothing is written");
      in[!which] = NULL; /* two faults at once: the message still has to survive */
      status = kw_hash_many(hash, 2, place + to, size, in, sizes);
      CHECK(status == KW_BAD_ARGUMENT, "NULL with a size");
      CHECK(apart || same(place, before, sizeof place), "nothing is written");
      status = kw_hash_many(NULL, 2, place + to, size, in, sizes);
      CHECK(status == KW_BAD_ARGUMENT, "no row");
      CHECK(apart || same(place, before, sizeof place), "nothing is written");
    }
  }
}

static void many(const kw_hash *hash, size_t size)
{
  const void *in[3] = {message, NULL, message}, *bad[3] = {message, message, NULL};
  const size_t sizes[3] = {9, 0, 100}, all = 3 * size;
  REFUSED(kw_hash_many(NULL, 3, out, size, in, sizes), all);
  REFUSED(kw_hash_many(hash, 3, out, size, NULL, sizes), all);
  REFUSED(kw_hash_many(hash, 3, out, size, in, NULL), all);
  REFUSED(kw_hash_many(hash, 3, out, size, bad, sizes), all);
  for (size_t wrong = 0; !kw_hash_is_xof(hash) && wrong < 2 * size; wrong++)
    if (wrong != size) REFUSED(kw_hash_many(hash, 3, out, wrong, in, sizes), 3 * wrong);
  fill();
  CHECK(kw_hash_many(hash, 3, NULL, size, in, sizes) == KW_BAD_ARGUMENT, "no output");
  CHECK(kw_hash_many(hash, SIZE_MAX / size + 1, out, size, in, sizes) == KW_BAD_ARGUMENT, "size");
  CHECK(kw_hash_many(hash, 0, out, size, in, sizes) == KW_OK, "no messages");
  CHECK(kw_hash_many(hash, 0, NULL, size, NULL, NULL) == KW_OK, "no messages");
  CHECK(untouched(), "nothing is written");
  CHECK(kw_hash_many(hash, 3, out, size, in, sizes) == KW_OK, "(NULL, 0) is the empty string");
  if (kw_hash_is_xof(hash))
    CHECK(kw_hash_many(hash, 3, NULL, 0, in, sizes) == KW_OK, "outputs of nothing");
  many_overlap(hash, size);
}

static void test_hashes(void)
{
  for (size_t i = 0; i < kw_hash_count(); i++) {
    const kw_hash *hash = kw_hash_at(i);
    const size_t size = kw_hash_is_xof(hash) ? 70 : kw_hash_digest_size(hash);
    context("%s", kw_hash_name(hash));
    once(hash, size);
    stream(hash, size);
    many(hash, size);
  }
}

/* ---- MACs ---- */

static const uint8_t key[ROOM] = {7, 8, 9};

static void mac_whole(const kw_mac *mac, size_t tag_size, size_t key_size)
{
  REFUSED(kw_mac_once(NULL, out, tag_size, message, 9, key, key_size), tag_size);
  REFUSED(kw_mac_once(mac, out, tag_size, NULL, 1, key, key_size), tag_size);
  REFUSED(kw_mac_once(mac, out, tag_size, message, 9, NULL, key_size), tag_size);
  for (size_t wrong = 0; wrong <= 2 * key_size; wrong++)
    if (wrong != key_size)
      REFUSED(kw_mac_once(mac, out, tag_size, message, 9, key, wrong), tag_size);
  for (size_t wrong = 0; wrong <= 2 * tag_size; wrong++)
    if (wrong != tag_size) REFUSED(kw_mac_once(mac, out, wrong, message, 9, key, key_size), wrong);
  CHECK(kw_mac_once(mac, NULL, tag_size, message, 9, key, key_size) == KW_BAD_ARGUMENT, "no tag");
  CHECK(kw_mac_once(mac, out, tag_size, NULL, 0, key, key_size) == KW_OK, "(NULL, 0) is empty");
  CHECK(kw_mac_verify(mac, out, tag_size, NULL, 0, key, key_size) == KW_OK, "(NULL, 0) is empty");
}

static void mac_verify(const kw_mac *mac, size_t tag_size, size_t key_size)
{
  CHECK(kw_mac_once(mac, out, tag_size, message, 9, key, key_size) == KW_OK, "tag");
  CHECK(kw_mac_verify(NULL, out, tag_size, message, 9, key, key_size) == KW_BAD_ARGUMENT, "row");
  CHECK(kw_mac_verify(mac, NULL, tag_size, message, 9, key, key_size) == KW_BAD_ARGUMENT, "tag");
  CHECK(kw_mac_verify(mac, out, tag_size, NULL, 9, key, key_size) == KW_BAD_ARGUMENT, "message");
  CHECK(kw_mac_verify(mac, out, tag_size, message, 9, NULL, key_size) == KW_BAD_ARGUMENT, "key");
  for (size_t wrong = 0; wrong <= 2 * tag_size; wrong++)
    if (wrong != tag_size)
      CHECK(kw_mac_verify(mac, out, wrong, message, 9, key, key_size) == KW_BAD_ARGUMENT, "size");
  for (size_t wrong = 0; wrong <= 2 * key_size; wrong++)
    if (wrong != key_size)
      CHECK(kw_mac_verify(mac, out, tag_size, message, 9, key, wrong) == KW_BAD_ARGUMENT, "size");
}

static void mac_stream(const kw_mac *mac, size_t tag_size, size_t key_size)
{
  uint8_t right[ROOM];
  kw_mac_state state, copy;
  CHECK(kw_mac_once(mac, right, tag_size, message, 9, key, key_size) == KW_OK, "once");
  CHECK(kw_mac_init(NULL, mac, key, key_size) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_mac_init(&state, NULL, key, key_size) == KW_BAD_ARGUMENT, "no row");
  CHECK(kw_mac_init(&state, mac, NULL, key_size) == KW_BAD_ARGUMENT, "no key");
  for (size_t wrong = 0; wrong <= 2 * key_size; wrong++)
    if (wrong != key_size)
      CHECK(kw_mac_init(&state, mac, key, wrong) == KW_BAD_ARGUMENT, "key of %zu", wrong);
  CHECK(kw_mac_update(&state, message, 1) == KW_BAD_STATE, "after a failed init");
  CHECK(kw_mac_init(&state, mac, key, key_size) == KW_OK, "init");
  CHECK(kw_mac_update(NULL, message, 9) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_mac_update(&state, NULL, 1) == KW_BAD_ARGUMENT, "no message");
  CHECK(kw_mac_update(&state, message, 9) == KW_OK, "update");
  REFUSED(kw_mac_final(NULL, out, tag_size), tag_size);
  CHECK(kw_mac_final(&state, NULL, tag_size) == KW_BAD_ARGUMENT, "no tag");
  CHECK(kw_mac_final_verify(NULL, right, tag_size) == KW_BAD_ARGUMENT, "no state");
  CHECK(kw_mac_final_verify(&state, NULL, tag_size) == KW_BAD_ARGUMENT, "no tag");
  for (size_t wrong = 0; wrong <= 2 * tag_size; wrong++) {
    if (wrong == tag_size) continue;
    REFUSED(kw_mac_final(&state, out, wrong), wrong);
    CHECK(kw_mac_final_verify(&state, right, wrong) == KW_BAD_ARGUMENT, "tag of %zu", wrong);
  }
  copy = state;
  fill();
  CHECK(kw_mac_final(&state, out, tag_size) == KW_OK && same(out, right, tag_size), "unharmed");
  CHECK(kw_mac_final_verify(&copy, right, tag_size) == KW_OK, "unharmed");
}

static void test_macs(void)
{
  for (size_t i = 0; i < kw_mac_count(); i++) {
    const kw_mac *mac = kw_mac_at(i);
    context("%s", kw_mac_name(mac));
    mac_whole(mac, kw_mac_tag_size(mac), kw_mac_key_size(mac));
    mac_verify(mac, kw_mac_tag_size(mac), kw_mac_key_size(mac));
    mac_stream(mac, kw_mac_tag_size(mac), kw_mac_key_size(mac));
  }
}

/* ---- Levels and tools ---- */

static void test_levels(void)
{
  static const char *const names[] = {"", "AVX2", "avx", "avx2 ", "best", "none"};
  const size_t count = kw_level_count();
  context("levels");
  CHECK(count >= 2 && strcmp(kw_level_name(0), "portable") == 0, "portable is the first");
  CHECK(strcmp(kw_level_name(count - 1), "auto") == 0, "auto is the last");
  CHECK(!kw_level_name(count) && !kw_level_name(SIZE_MAX), "no more names");
  CHECK(kw_level_available(0) && kw_level_available(count - 1), "these are everywhere");
  CHECK(!kw_level_available(count) && !kw_level_available(SIZE_MAX), "no more levels");
  use_level("portable");
  for (size_t i = 0; i < SIZE(names); i++)
    CHECK(kw_level_use(names[i]) == KW_BAD_ARGUMENT, "\"%s\"", names[i]);
  CHECK(kw_level_use(NULL) == KW_BAD_ARGUMENT, "NULL");
  for (size_t i = 0; i < count; i++)
    if (!kw_level_available(i))
      CHECK(kw_level_use(kw_level_name(i)) == KW_UNAVAILABLE, "%s", kw_level_name(i));
  CHECK(strcmp(kw_level_current(), "portable") == 0, "the level stays");
  use_level("auto");
}

static void test_tools(void)
{
  uint8_t a[64], b[64];
  context("tools");
  CHECK(kw_random(NULL, 1) == KW_BAD_ARGUMENT, "no output");
  CHECK(kw_random(NULL, 0) == KW_OK, "nothing");
  for (size_t n = 0; n <= sizeof a; n++) {
    random_bytes(a, sizeof a);
    memcpy(b, a, sizeof a);
    CHECK(kw_equal(a, b, n) == 1, "%zu equal bytes", n);
    for (size_t bit = 0; bit < 8 * sizeof a; bit++) {
      b[bit / 8] = (uint8_t)(b[bit / 8] ^ 1u << bit % 8);
      CHECK(kw_equal(a, b, n) == (bit >= 8 * n), "%zu bytes, bit %zu differs", n, bit);
      b[bit / 8] = a[bit / 8];
    }
  }
  fill();
  kw_wipe(NULL, 0);
  kw_wipe(out, 0);
  CHECK(untouched(), "nothing is wiped");
  kw_wipe(out, 100);
  CHECK(zeroed(100), "100 bytes are wiped");
}

int main(void)
{
  static void (*const tests[])(void) = {
    test_rows,
    test_no_row,
    test_texts,
    test_hashes,
    test_macs,
    test_levels,
    test_tools,
    test_signature_rows,
    test_empty_strings,
    test_key_arguments,
    test_signing_arguments,
    test_verifying_arguments,
    test_signature_sizes,
    test_keys_that_do_not_fit,
  };
  seed(2);
  plan(SIZE(tests));
  for (size_t i = 0; i < SIZE(tests); i++) {
    begin_case();
    tests[i]();
  }
  return report("errors");
}
