/* SPDX-License-Identifier: MIT
 * Where inputs, outputs and states may lie: at any address, flush with memory that can't be
 * touched, and over each other in the calls that say so. */
#include "levels.h"

#include <string.h>

enum { LINE = 64, MAX_KEY = 64, MAX_TAG = 64 };

/* An address `offset` bytes from a boundary of 64 bytes, in a place with room for DATA bytes. */
static uint8_t *at_offset(uint8_t place[DATA + 2 * LINE], size_t offset)
{
  return place + (LINE - (uintptr_t)place % LINE) % LINE + offset;
}

void hash_alignment(const kw_hash *hash)
{
  static uint8_t in_place[DATA + 2 * LINE], out_place[DATA + 2 * LINE],
      state_place[DATA + 2 * LINE];
  const size_t n = 3 * kw_hash_block_size(hash) + 17, size = output_size(hash);
  uint8_t want[MAX_OUTPUT];
  portable_hash(hash, want, size, data[0], n);
  for (size_t offset = 0; offset < LINE; offset++) {
    uint8_t *in = at_offset(in_place, offset), *out = at_offset(out_place, (offset * 7) % LINE);
    kw_hash_state *state = (void *)at_offset(state_place, offset / 8 * 8);
    memcpy(in, data[0], n);
    hash_once(hash, out, size, in, n);
    CHECK(same(out, want, size), "once, offset %zu", offset);
    hash_init(state, hash);
    hash_update(state, in, n);
    hash_squeeze(state, out, size);
    CHECK(same(out, want, size), "stream, offset %zu", offset);
  }
}

/* As a whole, and in two pieces, so that kernels see blocks at both ends of the memory. */
static void guarded_hash(const kw_hash *hash, uint8_t *in, size_t n, uint8_t *out)
{
  const size_t size = output_size(hash);
  uint8_t want[MAX_OUTPUT];
  kw_hash_state state;
  memcpy(in, data[0], n);
  portable_hash(hash, want, size, data[0], n);
  hash_once(hash, out, size, in, n);
  CHECK(same(out, want, size), "once, %zu bytes", n);
  hash_init(&state, hash);
  hash_update(&state, in, n / 3);
  hash_update(&state, in + n / 3, n - n / 3);
  hash_squeeze(&state, out, size);
  CHECK(same(out, want, size), "stream, %zu bytes", n);
  CHECK(same(in, data[0], n), "input changed, %zu bytes", n);
}

void hash_guards(const kw_hash *hash)
{
  static uint8_t *in, *out;
  if (!in) in = guarded_pages(), out = guarded_pages();
  for (size_t n = 0; n <= 3 * kw_hash_block_size(hash); n += quick ? 7 : 1) {
    guarded_hash(hash, before_guard(in, n), n, before_guard(out, output_size(hash)));
    guarded_hash(hash, behind_guard(in), n, behind_guard(out));
  }
}

/* Output over the input, from far in front of it to far behind. */
void hash_overlap(const kw_hash *hash)
{
  const size_t n = 2 * kw_hash_block_size(hash) + 5, middle = MAX_OUTPUT;
  const size_t size = kw_hash_is_xof(hash) ? 3 * kw_hash_block_size(hash) : output_size(hash);
  uint8_t place[3 * MAX_OUTPUT], want[MAX_OUTPUT];
  portable_hash(hash, want, size, data[0], n);
  for (size_t to = middle - size; to <= middle + n; to += quick ? 11 : 1) {
    memcpy(place + middle, data[0], n);
    hash_once(hash, place + to, size, place + middle, n);
    CHECK(same(place + to, want, size), "output %td bytes from the input",
          (ptrdiff_t)to - (ptrdiff_t)middle);
  }
}

void mac_alignment(const kw_mac *mac)
{
  static uint8_t msg_place[DATA + 2 * LINE], key_place[DATA + 2 * LINE], tag_place[DATA + 2 * LINE],
      state_place[DATA + 2 * LINE];
  const size_t n = 117, key_size = kw_mac_key_size(mac), tag_size = kw_mac_tag_size(mac);
  uint8_t want[MAX_TAG];
  portable_mac(mac, want, data[0], n, data[0] + n);
  for (size_t offset = 0; offset < LINE; offset++) {
    uint8_t *msg = at_offset(msg_place, offset), *tag = at_offset(tag_place, (offset * 5) % LINE);
    uint8_t *key = at_offset(key_place, (offset * 11) % LINE);
    kw_mac_state *state = (void *)at_offset(state_place, offset / 8 * 8);
    memcpy(msg, data[0], n);
    memcpy(key, data[0] + n, key_size);
    mac_once(mac, tag, msg, n, key);
    CHECK(same(tag, want, tag_size), "once, offset %zu", offset);
    mac_init(state, mac, key);
    mac_update(state, msg, n);
    mac_final(state, mac, tag);
    CHECK(same(tag, want, tag_size), "stream, offset %zu", offset);
  }
}

static void guarded_mac(const kw_mac *mac, uint8_t *msg, size_t n, uint8_t *key, uint8_t *tag)
{
  const size_t tag_size = kw_mac_tag_size(mac), key_size = kw_mac_key_size(mac);
  uint8_t want[MAX_TAG];
  kw_mac_state state;
  memcpy(msg, data[0], n);
  memcpy(key, data[0] + LONGEST, key_size);
  portable_mac(mac, want, msg, n, key);
  mac_once(mac, tag, msg, n, key);
  CHECK(same(tag, want, tag_size), "once, %zu bytes", n);
  CHECK(kw_mac_verify(mac, tag, tag_size, msg, n, key, key_size) == KW_OK, "verify, %zu bytes", n);
  mac_init(&state, mac, key);
  mac_update(&state, msg, n / 3);
  mac_update(&state, msg + n / 3, n - n / 3);
  mac_final(&state, mac, tag);
  CHECK(same(tag, want, tag_size), "stream, %zu bytes", n);
  CHECK(same(msg, data[0], n) && same(key, data[0] + LONGEST, key_size), "input changed");
}

void mac_guards(const kw_mac *mac)
{
  static uint8_t *msg, *key, *tag;
  if (!msg) msg = guarded_pages(), key = guarded_pages(), tag = guarded_pages();
  for (size_t n = 0; n <= 600; n += quick ? 7 : 1) {
    guarded_mac(mac, before_guard(msg, n), n, before_guard(key, kw_mac_key_size(mac)),
                before_guard(tag, kw_mac_tag_size(mac)));
    guarded_mac(mac, behind_guard(msg), n, behind_guard(key), behind_guard(tag));
  }
}

/* The tag over the message, or over the key, at every distance. */
void mac_overlap(const kw_mac *mac)
{
  enum { N = 61, MIDDLE = 200 };
  const size_t tag_size = kw_mac_tag_size(mac), key_size = kw_mac_key_size(mac);
  const uint8_t *key = data[0] + N;
  uint8_t place[2 * MIDDLE], want[MAX_TAG];
  portable_mac(mac, want, data[0], N, key);
  for (size_t to = MIDDLE - tag_size; to <= MIDDLE + N; to++) {
    memcpy(place + MIDDLE, data[0], N);
    mac_once(mac, place + to, place + MIDDLE, N, key);
    CHECK(same(place + to, want, tag_size), "tag at %zu, message at %d", to, MIDDLE);
  }
  for (size_t to = MIDDLE - tag_size; to <= MIDDLE + key_size; to++) {
    memcpy(place + MIDDLE, key, key_size);
    mac_once(mac, place + to, data[0], N, place + MIDDLE);
    CHECK(same(place + to, want, tag_size), "tag at %zu, key at %d", to, MIDDLE);
  }
}
