/* SPDX-License-Identifier: MIT */
#include "exports.h"

#include <string.h>

_Static_assert(sizeof(kw_hash_state) == JS_STATE && sizeof(kw_mac_state) <= JS_STATE, "JS_STATE");

static kw_hash_state *hash_state(uint8_t *memory) { return (kw_hash_state *)(void *)memory; }
static kw_mac_state *mac_state(uint8_t *memory) { return (kw_mac_state *)(void *)memory; }

/* ---- Text ---- */
struct text {
  char *at, *end; /* at stays behind end when the text does not fit */
};

static void put(struct text *t, const char *s, char after)
{
  const size_t size = strlen(s);
  if (t->end <= t->at || size >= (size_t)(t->end - t->at)) {
    t->at = t->end;
    return;
  }
  memcpy(t->at, s, size);
  t->at += size;
  *t->at++ = after;
}

static void put_number(struct text *t, size_t n, char after)
{
  char digits[24], *p = digits + sizeof digits - 1;
  *p = 0;
  do *--p = (char)('0' + n % 10);
  while (n /= 10);
  put(t, p, after);
}

static void put_statuses(struct text *t)
{
  for (int status = KW_BAD_ARGUMENT; status >= KW_FAULT; status--) {
    put(t, "status", '\t');
    put_number(t, (size_t)-status, '\t');
    put(t, kw_status_text((kw_status)status), '\n');
  }
}

static void put_hashes(struct text *t)
{
  for (size_t i = 0; i < kw_hash_count(); i++) {
    const kw_hash *hash = kw_hash_at(i);
    put(t, "hash", '\t');
    put(t, kw_hash_name(hash), '\t');
    put_number(t, kw_hash_block_size(hash), '\t');
    put_number(t, kw_hash_digest_size(hash), '\n');
  }
}

static void put_macs(struct text *t)
{
  for (size_t i = 0; i < kw_mac_count(); i++) {
    const kw_mac *mac = kw_mac_at(i);
    put(t, "mac", '\t');
    put(t, kw_mac_name(mac), '\t');
    put_number(t, kw_mac_key_size(mac), '\t');
    put_number(t, kw_mac_tag_size(mac), '\n');
  }
}

static void put_signatures(struct text *t)
{
  for (size_t i = 0; i < kw_sig_count(); i++) {
    const kw_sig *sig = kw_sig_at(i);
    put(t, "signature", '\t');
    put(t, kw_sig_name(sig), '\t');
    put_number(t, kw_sig_expanded_size(sig), '\t');
    put_number(t, kw_sig_context_max(sig), '\t');
    put_number(t, kw_sig_public_key_size(sig), '\t');
    put_number(t, kw_sig_secret_key_size(sig), '\t');
    put_number(t, kw_sig_signature_size(sig), '\t');
    put_number(t, kw_sig_seed_size(sig), '\t');
    put_number(t, kw_sig_randomness_size(sig), '\n');
  }
}

static void put_levels(struct text *t)
{
  for (size_t i = 0; i < kw_level_count(); i++) {
    put(t, "level", '\t');
    put(t, kw_level_name(i), '\t');
    put_number(t, (size_t)kw_level_available(i), '\n');
  }
}

static int text_size(const struct text *t, const uint8_t *memory)
{
  return t->at < t->end ? (int)(t->at - (const char *)memory - JS_DATA) : KW_BAD_ARGUMENT;
}

int js_describe(uint8_t *memory, size_t memory_size)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  struct text t = {(char *)memory + JS_DATA, (char *)memory + memory_size};
  put(&t, "version", '\t');
  put(&t, kw_version(), '\n');
  put(&t, "layout", '\t');
  put_number(&t, JS_STATE, '\t');
  put_number(&t, JS_KEY, '\t');
  put_number(&t, JS_TAG, '\t');
  put_number(&t, JS_DATA, '\t');
  put_number(&t, JS_MANY, '\n');
  put(&t, "start", '\t'); /* whether KATWISE_CPU could be followed */
  put_number(&t, (size_t)-kw_level_start_status(), '\n');
  put_statuses(&t);
  put_hashes(&t);
  put_macs(&t);
  put_signatures(&t);
  put_levels(&t);
  return text_size(&t, memory);
}

/* ---- Levels, randomness ---- */
int js_level(uint8_t *memory, size_t memory_size)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  struct text t = {(char *)memory + JS_DATA, (char *)memory + memory_size};
  put(&t, kw_level_current(), '\n');
  return text_size(&t, memory);
}

int js_level_use(uint8_t *memory, size_t memory_size, size_t name_size)
{
  char name[32] = {0};
  if (name_size >= sizeof name || !js_holds(memory, memory_size, name_size)) return KW_BAD_ARGUMENT;
  memcpy(name, memory + JS_DATA, name_size);
  return kw_level_use(name);
}

int js_random(uint8_t *memory, size_t memory_size, size_t size)
{
  if (!js_holds(memory, memory_size, size)) return KW_BAD_ARGUMENT;
  return kw_random(memory + JS_DATA, size);
}

#ifdef __wasm__
/* There is no environment here (libc's would be an import): machine.js follows KATWISE_CPU. */
char *getenv(const char *name)
{
  (void)name;
  return NULL;
}
#endif

/* ---- Hashes ---- */
int js_hash_init(uint8_t *memory, size_t memory_size, size_t row)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_hash_init(hash_state(memory), kw_hash_at(row));
}

int js_hash_update(uint8_t *memory, size_t memory_size, size_t size)
{
  if (!js_holds(memory, memory_size, size)) return KW_BAD_ARGUMENT;
  return kw_hash_update(hash_state(memory), memory + JS_DATA, size);
}

int js_hash_squeeze(uint8_t *memory, size_t memory_size, size_t out_size)
{
  if (!js_holds(memory, memory_size, out_size)) return KW_BAD_ARGUMENT;
  return kw_hash_squeeze(hash_state(memory), memory + JS_DATA, out_size);
}

int js_hash_once(uint8_t *memory, size_t memory_size, size_t row, size_t out_size, size_t size)
{
  uint8_t *data = memory + JS_DATA;
  if (!js_holds(memory, memory_size, size > out_size ? size : out_size)) return KW_BAD_ARGUMENT;
  return kw_hash_once(kw_hash_at(row), data, out_size, data, size);
}

int js_hash_many(uint8_t *memory, size_t memory_size, size_t row, size_t out_size, size_t count)
{
  uint32_t sizes[JS_MANY];
  const void *in[JS_MANY];
  size_t in_size[JS_MANY], at = sizeof sizes;
  if (count > JS_MANY || !js_holds(memory, memory_size, sizeof sizes)) return KW_BAD_ARGUMENT;
  memcpy(sizes, memory + JS_DATA, sizeof sizes);
  const size_t room = memory_size - JS_DATA;
  for (size_t i = 0; i < count; at += in_size[i++]) {
    in[i] = memory + JS_DATA + at;
    in_size[i] = sizes[i];
    if (in_size[i] > room - at) return KW_BAD_ARGUMENT;
  }
  if (at > INT32_MAX || (count && out_size > (room - at) / count)) return KW_BAD_ARGUMENT;
  kw_status status =
      kw_hash_many(kw_hash_at(row), count, memory + JS_DATA + at, out_size, in, in_size);
  return status == KW_OK ? (int)at : status;
}

#ifndef __wasm__
int js_hash_update_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_hash_update(hash_state(memory), in, in_size);
}

int js_mac_update_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_mac_update(mac_state(memory), in, in_size);
}
#endif

/* ---- MACs ---- */
int js_mac_init(uint8_t *memory, size_t memory_size, size_t row)
{
  const kw_mac *mac = kw_mac_at(row);
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_mac_init(mac_state(memory), mac, memory + JS_KEY, kw_mac_key_size(mac));
}

int js_mac_update(uint8_t *memory, size_t memory_size, size_t size)
{
  if (!js_holds(memory, memory_size, size)) return KW_BAD_ARGUMENT;
  return kw_mac_update(mac_state(memory), memory + JS_DATA, size);
}

int js_mac_final(uint8_t *memory, size_t memory_size, size_t row)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_mac_final(mac_state(memory), memory + JS_TAG, kw_mac_tag_size(kw_mac_at(row)));
}

int js_mac_final_verify(uint8_t *memory, size_t memory_size, size_t row)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_mac_final_verify(mac_state(memory), memory + JS_TAG, kw_mac_tag_size(kw_mac_at(row)));
}

int js_mac_once(uint8_t *memory, size_t memory_size, size_t row, size_t size)
{
  const kw_mac *mac = kw_mac_at(row);
  if (!js_holds(memory, memory_size, size)) return KW_BAD_ARGUMENT;
  return kw_mac_once(mac, memory + JS_TAG, kw_mac_tag_size(mac), memory + JS_DATA, size,
                     memory + JS_KEY, kw_mac_key_size(mac));
}

int js_mac_verify(uint8_t *memory, size_t memory_size, size_t row, size_t size)
{
  const kw_mac *mac = kw_mac_at(row);
  if (!js_holds(memory, memory_size, size)) return KW_BAD_ARGUMENT;
  return kw_mac_verify(mac, memory + JS_TAG, kw_mac_tag_size(mac), memory + JS_DATA, size,
                       memory + JS_KEY, kw_mac_key_size(mac));
}
