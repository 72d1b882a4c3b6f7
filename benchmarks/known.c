/* SPDX-License-Identifier: MIT
 * Known answers, from tests/kat by way of kat_table.py. */
#include "known.h"

#include <string.h>

#include "jobs.h"

static const struct answer {
  const char *algorithm;
  size_t size, out_size;
  const char *key, *message, *output;
} answers[] = {
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
