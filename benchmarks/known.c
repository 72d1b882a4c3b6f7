/* SPDX-License-Identifier: MIT
 * Known answers, from tests/kat by way of kat_table.py. */
#include "known.h"

#include <string.h>

#include "signatures.h"

static const struct answer {
  const char *algorithm;
  size_t size, out_size;
  const char *key, *message, *output;
} answers[] = {
#define ANSWER(...) {__VA_ARGS__},
#define SIGNATURE(...)
#include "kat_table.h"
};
#undef ANSWER
#undef SIGNATURE

static const struct known_signature {
  const char *algorithm;
  size_t message_size;
  const char *message, *seed, *pk, *sk, *sha256;
} signatures[] = {
#define ANSWER(...)
#define SIGNATURE(...) {__VA_ARGS__},
#include "kat_table.h"
};

enum { MAX_ANSWER = 8192 };

static int right(const struct answer *a)
{
  static uint8_t out[MAX_ANSWER];
  const kw_hash *hash = kw_hash_find(a->algorithm);
  const kw_mac *mac = kw_mac_find(a->algorithm);
  if (a->out_size > sizeof out) fail("%s: a known answer is too long", a->algorithm);
  memset(out, 0, sizeof out);
  kw_status status =
      hash ? kw_hash_once(hash, out, a->out_size, a->message, a->size)
           : kw_mac_once(mac, out, a->out_size, a->message, a->size, a->key, kw_mac_key_size(mac));
  return status == KW_OK && memcmp(out, a->output, a->out_size) == 0;
}

static unsigned check_level(const char *algorithm, const char *level)
{
  unsigned count = 0;
  if (kw_level_use(level) != KW_OK) fail("%s: this level cannot be used", level);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    if (strcmp(answers[i].algorithm, algorithm) != 0) continue;
    if (!right(&answers[i]))
      fail("%s, level %s, %zu bytes: not the known answer", algorithm, level, answers[i].size);
    count++;
  }
  return count;
}

unsigned known_answers(const char *algorithm)
{
  unsigned count = check_level(algorithm, "portable");
  for (size_t i = 0; i < kw_level_count(); i++)
    if (kw_level_available(i) && level_wanted(kw_level_name(i)))
      check_level(algorithm, kw_level_name(i));
  if (count == 0) fail("%s: tests/kat has no answer for it", algorithm);
  return count;
}

static int same(const struct known_signature *known, const struct keys *keys)
{
  uint8_t digest[32];
  return kw_hash_once(kw_hash_find("sha256"), digest, sizeof digest, keys->signature[0],
                      keys->signature_size) == KW_OK &&
         memcmp(digest, known->sha256, sizeof digest) == 0 &&
         memcmp(keys->seed, known->seed, keys->seed_size) == 0 &&
         memcmp(keys->pk, known->pk, keys->pk_size) == 0 &&
         memcmp(keys->sk, known->sk, keys->sk_size) == 0;
}

void known_signature(const char *algorithm, const struct keys *keys)
{
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
    const struct known_signature *known = &signatures[i];
    if (strcmp(known->algorithm, algorithm) != 0) continue;
    if (known->message_size != MESSAGE_SIZE ||
        memcmp(known->message, keys->message[0], MESSAGE_SIZE) != 0)
      fail("%s: tests/kat signs another message than this program does", algorithm);
    if (!same(known, keys)) fail("%s: not the known keys or signature", algorithm);
    return;
  }
  fail("%s: tests/kat has no keys and signature for it", algorithm);
}
