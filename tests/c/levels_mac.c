/* SPDX-License-Identifier: MIT
 * Message authentication: every length and split, sums at the bounds of reduction, verification. */
#include "levels.h"

#include <string.h>

#include "kernels.h"
#include "mac/poly1305.h"

enum { MAX_KEY = 64, MAX_TAG = 64 };

static uint8_t want[MAX_TAG], tag[MAX_TAG];

void mac_lengths(const kw_mac *mac)
{
  for (int p = 0; p < MAX_PATTERN; p++)
    for (size_t n = 0; n <= LONGEST; n += quick ? 7 : 1) {
      const uint8_t *key = data[p] + DATA - MAX_KEY;
      portable_mac(mac, want, data[p], n, key);
      mac_once(mac, tag, data[p], n, key);
      CHECK(same(tag, want, kw_mac_tag_size(mac)), "pattern %d, %zu bytes", p, n);
    }
}

/* The tag of the first n bytes, handed over in pieces that end at the given places. */
static void stream(const kw_mac *mac, size_t n, const uint8_t *key, const size_t *ends,
                   size_t count)
{
  kw_mac_state state;
  size_t at = 0;
  mac_init(&state, mac, key);
  for (size_t i = 0; i < count; i++) {
    mac_update(&state, data[0] + at, ends[i] - at);
    mac_update(&state, NULL, 0);
    at = ends[i];
  }
  mac_update(&state, data[0] + at, n - at);
  mac_final(&state, mac, tag);
}

void mac_splits(const kw_mac *mac)
{
  const size_t pieces[] = {1, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129};
  const uint8_t *key = data[0] + LONGEST;
  size_t ends[LONGEST];
  for (size_t n = 0; n <= (quick ? 48 : 80); n++) {
    portable_mac(mac, want, data[0], n, key);
    for (ends[0] = 0; ends[0] <= n; ends[0]++)
      for (ends[1] = ends[0]; ends[1] <= n; ends[1] += quick ? 5 : 1) {
        stream(mac, n, key, ends, 2);
        CHECK(same(tag, want, kw_mac_tag_size(mac)), "%zu at %zu and %zu", n, ends[0], ends[1]);
      }
  }
  portable_mac(mac, want, data[0], 709, key);
  for (ends[0] = 0; ends[0] <= 709; ends[0]++) {
    stream(mac, 709, key, ends, 1);
    CHECK(same(tag, want, kw_mac_tag_size(mac)), "709 bytes split at %zu", ends[0]);
  }
  portable_mac(mac, want, data[0], LONGEST, key);
  for (size_t i = 0; i < SIZE(pieces); i++) {
    size_t count = 0;
    for (size_t at = pieces[i]; at < LONGEST; at += pieces[i]) ends[count++] = at;
    stream(mac, LONGEST, key, ends, count);
    CHECK(same(tag, want, kw_mac_tag_size(mac)), "pieces of %zu", pieces[i]);
  }
}

/* Sets one of the 32-, 44- or 64-bit limbs that implementations use to all ones, or all but one. */
static void limb_edge(uint8_t *block, size_t size)
{
  const size_t widths[] = {22, 26, 32, 44, 64};
  const size_t width = widths[random_below(SIZE(widths))];
  const size_t first = random_below(8 * size / width + 1) * width;
  for (size_t bit = first; bit < first + width && bit < 8 * size; bit++)
    block[bit / 8] = (uint8_t)(block[bit / 8] | 1u << bit % 8);
  if (random_below(2)) block[first / 8 % size] ^= 1;
}

/* Between blocks the sum may be reduced in part only, but every level keeps this bound; it is what
 * the next block's bounds rest on. */
static void bounded_sums(const uint8_t *key, const uint8_t *msg, size_t blocks)
{
  struct poly1305 p;
  poly1305_start(&p, key);
  for (size_t i = 0; i < blocks; i++) {
    kw_kernels.poly1305_blocks(&p, msg + 16 * i, 1);
    CHECK(p.h[2] <= 4, "after block %zu: %llu", i, (unsigned long long)p.h[2]);
  }
}

void mac_saturation(const kw_mac *mac)
{
  uint8_t key[MAX_KEY], msg[1024];
  for (int turn = 0; turn < (quick ? 300 : 20000); turn++) {
    const size_t n = random_below(turn % 8 ? 100 : sizeof msg);
    const uint8_t fill = random_below(2) ? 0xff : 0;
    memset(msg, fill, sizeof msg);
    memset(key, random_below(2) ? 0xff : 0, sizeof key);
    for (size_t i = random_below(4); i > 0; i--) limb_edge(msg + random_below(n / 16 + 1) * 16, 16);
    if (random_below(2)) limb_edge(key, 16);
    if (random_below(2)) limb_edge(key + 16, 16);
    portable_mac(mac, want, msg, n, key);
    mac_once(mac, tag, msg, n, key);
    CHECK(same(tag, want, kw_mac_tag_size(mac)), "turn %d, %zu bytes", turn, n);
    if (strcmp(kw_mac_name(mac), "poly1305") == 0) bounded_sums(key, msg, n / 16);
  }
}

/* Each bit of the tag flipped; by both ways to verify. */
void mac_verification(const kw_mac *mac)
{
  const size_t tag_size = kw_mac_tag_size(mac), key_size = kw_mac_key_size(mac);
  const uint8_t *key = data[0];
  for (size_t n = 0; n <= 64; n += 13) {
    mac_once(mac, tag, data[0], n, key);
    for (size_t bit = 0; bit <= 8 * tag_size; bit++) {
      const kw_status right = bit < 8 * tag_size ? KW_BAD_TAG : KW_OK;
      kw_mac_state state;
      if (right != KW_OK) tag[bit / 8] = (uint8_t)(tag[bit / 8] ^ 1u << bit % 8);
      CHECK(kw_mac_verify(mac, tag, tag_size, data[0], n, key, key_size) == right, "bit %zu", bit);
      mac_init(&state, mac, key);
      mac_update(&state, data[0], n);
      CHECK(kw_mac_final_verify(&state, tag, tag_size) == right, "stream, bit %zu", bit);
      if (right != KW_OK) tag[bit / 8] = (uint8_t)(tag[bit / 8] ^ 1u << bit % 8);
    }
  }
}

void mac_copies(const kw_mac *mac)
{
  const size_t n = 70, tag_size = kw_mac_tag_size(mac);
  uint8_t message[2 * LONGEST], want_copy[MAX_TAG];
  portable_mac(mac, want, data[0], n, data[0] + n);
  for (size_t i = 0; i <= n; i++) {
    kw_mac_state state, copy;
    uint8_t key[MAX_KEY];
    memcpy(key, data[0] + n, sizeof key);
    mac_init(&state, mac, key);
    memset(key, 0, sizeof key); /* the state has its own copy */
    mac_update(&state, data[0], i);
    copy = state;
    mac_update(&copy, data[1], n);
    mac_update(&state, data[0] + i, n - i);
    mac_final(&state, mac, tag);
    CHECK(same(tag, want, tag_size), "original, copied at %zu", i);
    CHECK(all_bytes(&state, 0, sizeof state), "the state is wiped");
    memcpy(message, data[0], i);
    memcpy(message + i, data[1], n);
    portable_mac(mac, want_copy, message, i + n, data[0] + n);
    mac_final(&copy, mac, tag);
    CHECK(same(tag, want_copy, tag_size), "copy, copied at %zu", i);
  }
}
