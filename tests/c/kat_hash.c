/* SPDX-License-Identifier: MIT
 * An entry of kind "hash". SHA-256 of long outputs is the library's own: its entries tell whether
 * that is right. */
#include "kat.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "messages.h"

struct expected {
  const char *form; /* the field that holds it */
  uint8_t *value;
  size_t size;
};

static void sha256(uint8_t out[32], const uint8_t *in, size_t size)
{
  kw_status status = kw_hash_once(kw_hash_find("sha256"), out, 32, in, size);
  CHECK(status == KW_OK, "sha256 of the output");
}

/* SHA-256 over one line for each output: upper-case hex and a newline. */
static void sha256_of_lines(uint8_t out[32], const uint8_t *in, size_t count, size_t size)
{
  static const char digits[] = "0123456789ABCDEF";
  kw_hash_state state;
  int good = kw_hash_init(&state, kw_hash_find("sha256")) == KW_OK;
  for (size_t i = 0; i < count * size; i++) {
    const char line[] = {digits[in[i] >> 4], digits[in[i] & 15], '\n'};
    good &= kw_hash_update(&state, line, (i + 1) % size ? 2 : 3) == KW_OK;
  }
  good &= kw_hash_squeeze(&state, out, 32) == KW_OK;
  CHECK(good, "sha256 of the lines");
}

static void compare(const struct expected *e, const uint8_t *got, size_t count, size_t size,
                    const char *how)
{
  uint8_t digest[32];
  if (strcmp(e->form, "output") == 0) {
    CHECK(e->size == size && same(got, e->value, size), "%s", how);
    return;
  }
  if (strcmp(e->form, "lines_sha256") == 0)
    sha256_of_lines(digest, got, count, size);
  else
    sha256(digest, got, count * size);
  CHECK(e->size == sizeof digest && same(digest, e->value, sizeof digest), "%s", how);
}

/* Pieces of `piece` bytes, in and out. */
static void stream(const kw_hash *hash, const uint8_t *in, size_t in_size, uint8_t *out,
                   size_t size, size_t piece)
{
  const size_t out_piece = kw_hash_is_xof(hash) ? piece : size;
  kw_hash_state state;
  int good = kw_hash_init(&state, hash) == KW_OK;
  for (size_t at = 0, n; at < in_size; at += n) {
    n = in_size - at < piece ? in_size - at : piece;
    good &= kw_hash_update(&state, in + at, n) == KW_OK;
  }
  for (size_t at = 0, n; at < size; at += n) {
    n = size - at < out_piece ? size - at : out_piece;
    good &= kw_hash_squeeze(&state, out + at, n) == KW_OK;
  }
  CHECK(good, "a status of the stream");
}

static void one_message(const kw_hash *hash, const struct messages *m, const struct expected *e,
                        uint8_t *out, size_t size)
{
  memset(out, 0, size);
  CHECK(kw_hash_once(hash, out, size, m->bytes, m->size) == KW_OK, "kw_hash_once");
  compare(e, out, 1, size, "once");
  memset(out, 0, size);
  stream(hash, m->bytes, m->size, out, size, m->size > 5000 ? 5000 : 61);
  compare(e, out, 1, size, "stream");
}

static void all_messages(const kw_hash *hash, const struct messages *m, const struct expected *e,
                         uint8_t *out, size_t size)
{
  const size_t count = m->size - m->shortest + 1;
  const void **in = calloc(count, sizeof *in);
  size_t *in_size = calloc(count, sizeof *in_size);
  if (!in || !in_size) die("no memory");
  for (size_t i = 0; i < count; i++) {
    in[i] = m->bytes;
    in_size[i] = m->shortest + i;
    CHECK(kw_hash_once(hash, out + i * size, size, in[i], in_size[i]) == KW_OK, "kw_hash_once");
  }
  compare(e, out, count, size, "once");
  memset(out, 0, count * size);
  CHECK(kw_hash_many(hash, count, out, size, in, in_size) == KW_OK, "kw_hash_many");
  compare(e, out, count, size, "many");
  free(in);
  free(in_size);
}

/* Exactly one of the three forms, and one that fits the message. */
static int read_expected(struct expected *e, const struct json *entry, int range)
{
  static const char *const forms[] = {"output", "output_sha256", "lines_sha256"};
  int found = 0;
  for (size_t i = 0; i < SIZE(forms); i++) {
    const struct json *value = json_get(entry, forms[i]);
    if (!value || !value->string) continue;
    e->form = forms[i];
    e->value = hex_read(value->string, &e->size);
    found += e->value && (i == 0 ? !range : i == 1 || range);
  }
  return found == 1;
}

void kat_hash(const kw_hash *hash, const struct json *entry)
{
  const struct json *rule = json_get(entry, "message"), *size = json_get(entry, "size");
  struct messages m = {0};
  struct expected e = {0};
  const size_t out_size = size ? size->number : kw_hash_digest_size(hash);
  CHECK(!size == !kw_hash_is_xof(hash), "size is for XOFs, and for all of them");
  if (!rule || !rule->string || !messages_read(&m, rule->string) ||
      !read_expected(&e, entry, m.range)) {
    CHECK(0, "malformed entry");
  } else {
    uint8_t *out = malloc((m.size - m.shortest + 1) * out_size + 1);
    if (!out) die("no memory");
    (m.range ? all_messages : one_message)(hash, &m, &e, out, out_size);
    free(out);
  }
  free(m.bytes);
  free(e.value);
}
