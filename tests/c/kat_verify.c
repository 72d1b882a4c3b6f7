/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kat_sig.h"
#include "messages.h"

enum { ITEMS = 4 };

kw_sig_options signed_options(const struct signed_case *c)
{
  const struct field *context = &c->part[CONTEXT];
  return (kw_sig_options){
    .context = context->value, .context_size = context->size, .prehash = c->prehash};
}

void signed_hash(const struct signed_case *c, kw_sig_options *options, kw_hash_state *state)
{
  const struct field *m = &c->part[MESSAGE];
  const size_t first = m->size / 3;
  CHECK(kw_hash_init(state, c->prehash) == KW_OK, "kw_hash_init");
  CHECK(kw_hash_update(state, m->value, first) == KW_OK, "kw_hash_update");
  CHECK(kw_hash_update(state, m->value + first, m->size - first) == KW_OK, "kw_hash_update");
  options->prehash = NULL;
  options->hashed = state;
}

static kw_status verify(const struct signed_case *c, int hash_first)
{
  const struct field *s = &c->part[SIGNATURE], *pk = &c->part[PUBLIC_KEY], *m = &c->part[MESSAGE];
  kw_sig_options options = signed_options(c);
  kw_hash_state hashed;
  if (c->internal)
    return kw_verify_internal(c->sig, s->value, s->size, m->value, m->size, pk->value, pk->size);
  if (!hash_first)
    return kw_verify(c->sig, s->value, s->size, m->value, m->size, pk->value, pk->size, &options);
  signed_hash(c, &options, &hashed);
  return kw_verify(c->sig, s->value, s->size, NULL, 0, pk->value, pk->size, &options);
}

static kw_status stream(const struct signed_case *c)
{
  const struct field *s = &c->part[SIGNATURE], *pk = &c->part[PUBLIC_KEY], *m = &c->part[MESSAGE];
  const kw_sig_options options = signed_options(c);
  const size_t piece = m->size > 1000 ? 977 : 7;
  kw_verify_state state;
  kw_status status =
      kw_verify_init(&state, c->sig, s->value, s->size, pk->value, pk->size, &options);
  for (size_t at = 0, n; at < m->size && status == KW_OK; at += n) {
    n = m->size - at < piece ? m->size - at : piece;
    status = kw_verify_update(&state, m->value + at, n);
  }
  return status == KW_OK ? kw_verify_final(&state, s->value, s->size) : status;
}

static uint8_t *copy_of(const struct field *f, size_t more)
{
  uint8_t *copy = malloc(f->size + more + 1);
  if (!copy) die("no memory");
  if (f->size) memcpy(copy, f->value, f->size);
  return copy;
}

/* It, with one bit changed, short of a byte, and it again. */
static void verify_many(const struct signed_case *c, kw_status right)
{
  const struct field *s = &c->part[SIGNATURE], *pk = &c->part[PUBLIC_KEY], *m = &c->part[MESSAGE];
  const kw_sig_options options = signed_options(c);
  const kw_status bad = right == KW_OK ? KW_BAD_SIGNATURE : right;
  const kw_status want[ITEMS] = {right, bad, bad, right};
  kw_status results[ITEMS];
  const size_t full = kw_sig_signature_size(c->sig), most = s->size < full ? s->size : full;
  uint8_t *damaged = copy_of(s, 0);
  if (s->size) damaged[s->size / 2] ^= 0x10;
  const kw_signed items[ITEMS] = {{s->value, s->size, m->value, m->size},
                                  {damaged, s->size, m->value, m->size},
                                  {s->value, most ? most - 1 : 0, m->value, m->size},
                                  {s->value, s->size, m->value, m->size}};
  kw_status status = kw_verify_many(c->sig, ITEMS, results, items, pk->value, pk->size, &options);
  CHECK(status == (right == KW_BAD_ARGUMENT ? right : KW_OK), "%s", kw_status_text(status));
  for (size_t i = 0; i < ITEMS; i++)
    CHECK(results[i] == want[i], "kw_verify_many, %zu: %s", i, kw_status_text(results[i]));
  free(damaged);
}

void signed_verify(const struct signed_case *c, kw_status right)
{
  kw_status status = verify(c, 0);
  CHECK(status == right, "kw_verify: %s", kw_status_text(status));
  if (c->internal) return;
  status = stream(c);
  CHECK(status == right, "stream: %s", kw_status_text(status));
  if (c->prehash) {
    status = verify(c, 1);
    CHECK(status == right, "hashed before: %s", kw_status_text(status));
  }
  verify_many(c, right);
}

/* ---- Mutations ---- */

static int split(char *text, char *word[4])
{
  size_t count = 0;
  for (char *at = text; at && count < 4; count++) {
    word[count] = at;
    at = strchr(at, ':');
    if (at) *at++ = 0;
  }
  return (int)count;
}

static int is_number(const char *text, size_t *value)
{
  char *end;
  *value = (size_t)strtoul(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end;
}

/* OPERATION:VALUE on a field, which is the caller's copy with room for HEX more; 0 if unknown. */
static int change_bytes(struct field *f, const char *operation, const char *value, const char *more)
{
  struct field hex = {NULL, 0};
  size_t at = 0;
  const int is_xor = strcmp(operation, "xor") == 0, append = strcmp(operation, "append") == 0;
  if (strcmp(operation, "truncate") == 0) {
    if (more || !is_number(value, &at) || at >= f->size) return 0;
    f->size = at;
    return 1;
  }
  if ((!is_xor && !append) || is_xor != (more != NULL) || (is_xor && !is_number(value, &at)))
    return 0;
  hex.value = hex_read(is_xor ? more : value, &hex.size);
  const int good = hex.value && hex.size && (append || at + hex.size <= f->size);
  for (size_t i = 0; good && i < hex.size; i++) {
    if (is_xor) f->value[at + i] ^= hex.value[i];
    if (append) f->value[f->size++] = hex.value[i];
  }
  free(hex.value);
  return good;
}

/* What is not done by bytes. */
static int set(struct signed_case *c, const char *field, const char *value)
{
  if (strcmp(field, "context") == 0) {
    free(c->part[CONTEXT].value);
    c->part[CONTEXT].value = hex_read(value, &c->part[CONTEXT].size);
    return c->part[CONTEXT].value != NULL;
  }
  if (strcmp(field, "prehash") == 0) return (c->prehash = kw_hash_find(value)) != NULL;
  c->internal = 1;
  return strcmp(field, "interface") == 0 && strcmp(value, "internal") == 0;
}

/* Which operations a field has: the order is that of the parts. */
static int change(struct signed_case *c, char *word[4], int words)
{
  static const char *const parts[PARTS] = {"signature", "message", "public_key", "context"};
  static const char *const operations[PARTS] = {"xor truncate append", "xor append", "xor",
                                                "append"};
  if (words < 3) return 0;
  if (strcmp(word[1], "set") == 0) return words == 3 && set(c, word[0], word[2]);
  for (size_t i = 0; i < PARTS; i++)
    if (strcmp(word[0], parts[i]) == 0 && strstr(operations[i], word[1]))
      return change_bytes(&c->part[i], word[1], word[2], words == 4 ? word[3] : NULL);
  return 0;
}

static void mutate(const struct signed_case *original, const char *text)
{
  struct signed_case c = *original;
  char *words = (char *)copy_of(&(struct field){(uint8_t *)(uintptr_t)text, strlen(text) + 1}, 0);
  char *word[4];
  for (size_t i = 0; i < PARTS; i++) c.part[i].value = copy_of(&original->part[i], strlen(text));
  const int known = change(&c, word, split(words, word));
  CHECK(known, "malformed mutation %.60s", text);
  const int too_long = !c.internal && c.part[CONTEXT].size > kw_sig_context_max(c.sig);
  if (known) signed_verify(&c, too_long ? KW_BAD_ARGUMENT : KW_BAD_SIGNATURE);
  for (size_t i = 0; i < PARTS; i++) free(c.part[i].value);
  free(words);
}

void signed_mutations(const struct signed_case *c, const struct json *entry)
{
  const struct json *list = json_get(entry, "mutations");
  CHECK(!list || (list->type == JSON_ARRAY && list->first), "malformed mutations");
  for (const struct json *p = list ? list->first : NULL; p; p = p->next) {
    CHECK(p->type == JSON_STRING, "malformed mutation");
    if (p->type == JSON_STRING) mutate(c, p->string);
  }
}
