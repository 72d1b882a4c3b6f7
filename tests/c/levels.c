/* SPDX-License-Identifier: MIT
 * Every algorithm on every level of this machine. `levels quick` takes fewer cases. */
#include "levels.h"

#include <string.h>

#include "kernels.h"

int quick;
uint8_t data[MAX_PATTERN][DATA];

static struct kernels portable; /* the merged table of that level */

size_t output_size(const kw_hash *hash)
{
  return kw_hash_is_xof(hash) ? kw_hash_block_size(hash) + 9 : kw_hash_digest_size(hash);
}

/* kw_level_use would ask the processor each time; putting the table back is the same, but fast. */
void portable_hash(const kw_hash *hash, uint8_t *out, size_t out_size, const void *in, size_t size)
{
  const struct kernels used = kw_kernels;
  kw_kernels = portable;
  hash_once(hash, out, out_size, in, size);
  kw_kernels = used;
}

void portable_mac(const kw_mac *mac, uint8_t *tag, const void *msg, size_t size, const void *key)
{
  const struct kernels used = kw_kernels;
  kw_kernels = portable;
  mac_once(mac, tag, msg, size, key);
  kw_kernels = used;
}

void portable_list(slh_kernel *kernel, const struct slh_list *list)
{
  const struct kernels used = kw_kernels;
  kw_kernels = portable;
  kernel(list);
  kw_kernels = used;
}

static void must(kw_status status, const char *what)
{
  CHECK(status == KW_OK, "%s: %s", what, kw_status_text(status));
}

void hash_once(const kw_hash *hash, uint8_t *out, size_t out_size, const void *in, size_t size)
{
  must(kw_hash_once(hash, out, out_size, in, size), "kw_hash_once");
}
void hash_init(kw_hash_state *state, const kw_hash *hash)
{
  must(kw_hash_init(state, hash), "kw_hash_init");
}
void hash_update(kw_hash_state *state, const void *in, size_t size)
{
  must(kw_hash_update(state, in, size), "kw_hash_update");
}
void hash_squeeze(kw_hash_state *state, uint8_t *out, size_t size)
{
  must(kw_hash_squeeze(state, out, size), "kw_hash_squeeze");
}

void mac_once(const kw_mac *mac, uint8_t *tag, const void *msg, size_t size, const void *key)
{
  must(kw_mac_once(mac, tag, kw_mac_tag_size(mac), msg, size, key, kw_mac_key_size(mac)),
       "kw_mac_once");
}
void mac_init(kw_mac_state *state, const kw_mac *mac, const void *key)
{
  must(kw_mac_init(state, mac, key, kw_mac_key_size(mac)), "kw_mac_init");
}
void mac_update(kw_mac_state *state, const void *msg, size_t size)
{
  must(kw_mac_update(state, msg, size), "kw_mac_update");
}
void mac_final(kw_mac_state *state, const kw_mac *mac, uint8_t *tag)
{
  must(kw_mac_final(state, tag, kw_mac_tag_size(mac)), "kw_mac_final");
}

static const struct {
  const char *name;
  void (*run)(const kw_hash *hash);
} hash_tests[] = {
  {"lengths", hash_lengths},
  {"splits", hash_splits},
  {"reads", hash_reads},
  {"copies", hash_copies},
  {"alignment", hash_alignment},
  {"guards", hash_guards},
  {"overlap", hash_overlap},
  {"many: counts", many_counts},
  {"many: equal lengths", many_equal_lengths},
  {"many: guards", many_guards},
};

static const struct {
  const char *name;
  void (*run)(const kw_mac *mac);
} mac_tests[] = {
  {"lengths", mac_lengths},       {"splits", mac_splits},
  {"saturation", mac_saturation}, {"verification", mac_verification},
  {"copies", mac_copies},         {"alignment", mac_alignment},
  {"guards", mac_guards},         {"overlap", mac_overlap},
};

static const struct {
  const char *name;
  void (*run)(size_t kernel);
} slh_tests[] = {{"lists", slh_lists}, {"guards", slh_guards}};

static void test_level(const char *level)
{
  use_level(level);
  CHECK(strcmp(kw_level_current(), level) == 0, "it is %s", kw_level_current());
  for (size_t i = 0; i < kw_hash_count(); i++)
    for (size_t t = 0; t < SIZE(hash_tests); t++) {
      context("%s %s %s", level, kw_hash_name(kw_hash_at(i)), hash_tests[t].name);
      begin_case();
      hash_tests[t].run(kw_hash_at(i));
    }
  for (size_t i = 0; i < kw_mac_count(); i++)
    for (size_t t = 0; t < SIZE(mac_tests); t++) {
      context("%s %s %s", level, kw_mac_name(kw_mac_at(i)), mac_tests[t].name);
      begin_case();
      mac_tests[t].run(kw_mac_at(i));
    }
  for (size_t i = 0; i < SLH_KERNELS; i++)
    for (size_t t = 0; t < SIZE(slh_tests); t++) {
      context("%s slh %s %s", level, slh_kernel_name(i), slh_tests[t].name);
      begin_case();
      slh_tests[t].run(i);
    }
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  const size_t count = distinct_levels(levels);
  quick = argc > 1 && strcmp(argv[1], "quick") == 0;
  if (argc > 2 || (argc > 1 && !quick)) die("usage: levels [quick]");
  seed(1);
  random_bytes(data[0], DATA);
  memset(data[1], 0xff, DATA);
  use_level("portable");
  portable = kw_kernels;
  plan(count * (kw_hash_count() * SIZE(hash_tests) + kw_mac_count() * SIZE(mac_tests) +
                SLH_KERNELS * SIZE(slh_tests)));
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  return report("levels");
}
