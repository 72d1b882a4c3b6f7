/* SPDX-License-Identifier: MIT
 * An entry of kind "mac". */
#include "kat.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "messages.h"

enum { MAX_TAG = 64 };

/* By both ways to verify. */
static void verify(const kw_mac *mac, const struct field *key, const struct messages *m,
                   const struct field *tag, kw_status right)
{
  kw_mac_state state;
  CHECK(kw_mac_verify(mac, tag->value, tag->size, m->bytes, m->size, key->value, key->size) ==
            right,
        "kw_mac_verify");
  int good = kw_mac_init(&state, mac, key->value, key->size) == KW_OK;
  good &= kw_mac_update(&state, m->bytes, m->size) == KW_OK;
  CHECK(good && kw_mac_final_verify(&state, tag->value, tag->size) == right, "kw_mac_final_verify");
}

static void authenticate(const kw_mac *mac, const struct field *key, const struct messages *m,
                         const struct field *tag)
{
  const size_t tag_size = kw_mac_tag_size(mac), piece = m->size > 5000 ? 5000 : 7;
  uint8_t got[MAX_TAG] = {0};
  kw_mac_state state;
  kw_status status = kw_mac_once(mac, got, tag_size, m->bytes, m->size, key->value, key->size);
  CHECK(status == KW_OK && tag->size == tag_size && same(got, tag->value, tag_size), "once");
  memset(got, 0, sizeof got);
  int good = kw_mac_init(&state, mac, key->value, key->size) == KW_OK;
  for (size_t at = 0, n; at < m->size; at += n) {
    n = m->size - at < piece ? m->size - at : piece;
    good &= kw_mac_update(&state, m->bytes + at, n) == KW_OK;
  }
  good &= kw_mac_final(&state, got, tag_size) == KW_OK;
  CHECK(good && tag->size == tag_size && same(got, tag->value, tag_size), "stream");
}

static void one_message(const kw_mac *mac, const struct json *entry)
{
  const struct json *rule = json_get(entry, "message");
  struct field key = field_read(entry, "key"), tag = field_read(entry, "tag");
  struct field refused = field_read(entry, "refused");
  struct messages m = {0};
  if (!rule || !rule->string || !messages_read(&m, rule->string) || m.range || !key.value ||
      !tag.value == !refused.value) {
    CHECK(0, "malformed entry");
  } else if (tag.value) {
    authenticate(mac, &key, &m, &tag);
    verify(mac, &key, &m, &tag, KW_OK);
  } else {
    verify(mac, &key, &m, &refused, KW_BAD_TAG);
  }
  free(key.value);
  free(tag.value);
  free(refused.value);
  free(m.bytes);
}

/* x = SHAKE256("poly1305-kat-v1" and length as 4 bytes): the key, then the message. */
static void generate(uint8_t *x, size_t x_size, size_t length)
{
  uint8_t seed_text[19] = "poly1305-kat-v1";
  for (int i = 0; i < 4; i++) seed_text[15 + i] = (uint8_t)(length >> 8 * i);
  kw_status status = kw_hash_once(kw_hash_find("shake256"), x, x_size, seed_text, sizeof seed_text);
  CHECK(status == KW_OK, "the generator");
}

static void generated(const kw_mac *mac, const char *range, const struct field *want)
{
  const size_t key_size = kw_mac_key_size(mac), tag_size = kw_mac_tag_size(mac);
  size_t first, last, step;
  uint8_t tag[MAX_TAG], digest[32];
  kw_hash_state tags;
  int good = range_read(range, &first, &last, &step) && want->value && want->size == sizeof digest;
  CHECK(good, "malformed entry");
  if (!good) return;
  uint8_t *x = malloc(key_size + last);
  if (!x) die("no memory");
  good = kw_hash_init(&tags, kw_hash_find("sha256")) == KW_OK;
  for (size_t n = first; n <= last; n += step) {
    generate(x, key_size + n, n);
    good &= kw_mac_once(mac, tag, tag_size, x + key_size, n, x, key_size) == KW_OK;
    good &= kw_hash_update(&tags, tag, tag_size) == KW_OK;
  }
  good &= kw_hash_squeeze(&tags, digest, sizeof digest) == KW_OK;
  CHECK(good && same(digest, want->value, sizeof digest), "all tags");
  free(x);
}

void kat_mac(const kw_mac *mac, const struct json *entry)
{
  const struct json *generator = json_get(entry, "generator");
  struct field digest = field_read(entry, "tags_sha256");
  if (generator && generator->string)
    generated(mac, generator->string, &digest);
  else
    one_message(mac, entry);
  free(digest.value);
}
