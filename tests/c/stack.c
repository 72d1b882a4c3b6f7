/* SPDX-License-Identifier: MIT
 * Peak stack of every public call that does work, on every level: at most LIMIT bytes, and half of
 * that for signatures. Threads of some systems have little more. A stack is painted, a thread runs
 * a call on it, and the paint that is gone tells the peak. `stack quick` leaves the s sets of
 * signatures to others: their calls are the same, with other numbers. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"

enum {
  LIMIT = 64 * 1024,
  SIG_LIMIT = 32 * 1024,
  STACK = 1024 * 1024,
  PAINT = 0xa5,
  MESSAGES = 40,
  MESSAGE = 1000
};

static uint8_t *stack;
static const kw_hash *hash; /* the row in use */
static const kw_mac *mac;
static uint8_t message[MESSAGE], out[MESSAGES * 400], tag[64];
static size_t out_size;

static void once(void)
{
  CHECK(kw_hash_once(hash, out, out_size, message, MESSAGE) == KW_OK, "status");
}

static void stream(void)
{
  kw_hash_state state;
  CHECK(kw_hash_init(&state, hash) == KW_OK, "init");
  CHECK(kw_hash_update(&state, message, 100) == KW_OK, "update");
  CHECK(kw_hash_update(&state, message, MESSAGE - 100) == KW_OK, "update");
  CHECK(kw_hash_squeeze(&state, out, out_size) == KW_OK, "squeeze");
}

static void many(void)
{
  const void *in[MESSAGES];
  size_t in_size[MESSAGES];
  for (size_t i = 0; i < MESSAGES; i++) in[i] = message, in_size[i] = MESSAGE - 20 * i;
  CHECK(kw_hash_many(hash, MESSAGES, out, out_size, in, in_size) == KW_OK, "status");
}

static void mac_once(void)
{
  CHECK(kw_mac_once(mac, tag, kw_mac_tag_size(mac), message, MESSAGE, out, kw_mac_key_size(mac)) ==
            KW_OK,
        "status");
  CHECK(kw_mac_verify(mac, tag, kw_mac_tag_size(mac), message, MESSAGE, out,
                      kw_mac_key_size(mac)) == KW_OK,
        "status");
}

static void mac_stream(void)
{
  kw_mac_state state;
  CHECK(kw_mac_init(&state, mac, out, kw_mac_key_size(mac)) == KW_OK, "init");
  CHECK(kw_mac_update(&state, message, 100) == KW_OK, "update");
  CHECK(kw_mac_update(&state, message, MESSAGE - 100) == KW_OK, "update");
  CHECK(kw_mac_final(&state, tag, kw_mac_tag_size(mac)) == KW_OK, "final");
}

/* ---- Signatures ---- */

enum { ITEMS = 9, EXPANDED = 32768, SIGNATURE = 49856 };

static const kw_sig *sig;
static uint8_t pk[64], sk[128], seed_bytes[96], expanded[EXPANDED], signature[SIGNATURE];
static const uint8_t *key; /* that signs: sk or expanded */
static size_t key_size, signature_size, pk_size;
static kw_sig_options options;

static void sig_keygen(void)
{
  kw_status status = kw_sig_keygen_from_seed(sig, pk, pk_size, sk, kw_sig_secret_key_size(sig),
                                             seed_bytes, kw_sig_seed_size(sig), 0);
  CHECK(status == KW_OK, "status");
}

static void sig_expand(void)
{
  kw_status status =
      kw_sig_expand(sig, expanded, kw_sig_expanded_size(sig), sk, kw_sig_secret_key_size(sig), 0);
  CHECK(status == KW_OK, "status");
}

static void sig_public_key(void)
{
  CHECK(kw_sig_public_key(sig, pk, pk_size, key, key_size) == KW_OK, "status");
}

static void sig_sign(void)
{
  kw_status status =
      kw_sign(sig, signature, signature_size, message, MESSAGE, key, key_size, &options);
  CHECK(status == KW_OK, "%s", kw_status_text(status));
}

static void sig_verify(void)
{
  const kw_sig_options plain = {
    .context = options.context, .context_size = options.context_size, .prehash = options.prehash};
  CHECK(kw_verify(sig, signature, signature_size, message, MESSAGE, pk, pk_size, &plain) == KW_OK,
        "status");
}

static void sig_verify_many(void)
{
  kw_signed items[ITEMS];
  kw_status results[ITEMS];
  for (size_t i = 0; i < ITEMS; i++)
    items[i] = (kw_signed){signature, signature_size, message, MESSAGE};
  CHECK(kw_verify_many(sig, ITEMS, results, items, pk, pk_size, NULL) == KW_OK, "status");
  for (size_t i = 0; i < ITEMS; i++) CHECK(results[i] == KW_OK, "result %zu", i);
}

static kw_verify_state state; /* the caller's */

static void sig_stream(void)
{
  CHECK(kw_verify_init(&state, sig, signature, signature_size, pk, pk_size, NULL) == KW_OK, "init");
  CHECK(kw_verify_update(&state, message, MESSAGE) == KW_OK, "update");
  CHECK(kw_verify_final(&state, signature, signature_size) == KW_OK, "final");
}

static void tools(void)
{
  CHECK(kw_random(out, sizeof out) == KW_OK, "random");
  CHECK(kw_level_use(kw_level_current()) == KW_OK, "level");
  CHECK(kw_equal(out, out, sizeof out), "equal");
  kw_wipe(out, sizeof out);
}

static void *run(void *call)
{
  (*(void (**)(void))call)();
  return NULL;
}

static size_t peak(void (*call)(void))
{
  pthread_attr_t attributes;
  pthread_t thread;
  size_t unused = 0;
  memset(stack, PAINT, STACK);
  if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, stack, STACK) ||
      pthread_create(&thread, &attributes, run, &call) || pthread_join(thread, NULL))
    die("no thread");
  pthread_attr_destroy(&attributes);
  while (unused < STACK && stack[unused] == PAINT) unused++;
  return STACK - unused;
}

static void nothing(void) {}

static struct worst {
  size_t limit, used;
  char where[80];
} worst = {LIMIT, 0, ""}, worst_of_sig = {SIG_LIMIT, 0, ""};

/* What the thread itself takes is not the library's. */
static void measure_into(struct worst *w, const char *level, const char *row, const char *what,
                         void (*call)(void))
{
  context("%s %s %s", level, row, what);
  plan(1);
  begin_case();
  const size_t base = peak(nothing), all = peak(call), used = all > base ? all - base : 0;
  CHECK(used > 0 && used <= w->limit, "%zu bytes", used);
  if (used <= w->used) return;
  w->used = used;
  snprintf(w->where, sizeof w->where, "%s, %s, %s", level, row, what);
}

static void measure(const char *level, const char *row, const char *what, void (*call)(void))
{
  measure_into(&worst, level, row, what, call);
}

static void measure_sig(const char *level, const char *what, void (*call)(void))
{
  measure_into(&worst_of_sig, level, kw_sig_name(sig), what, call);
}

/* With the checks, signing computes all trees at once, and then once more. */
static void test_sig(const char *level, int is_fast)
{
  signature_size = kw_sig_signature_size(sig);
  pk_size = kw_sig_public_key_size(sig);
  options = (kw_sig_options){.context = NULL};
  measure_sig(level, "keygen", sig_keygen);
  measure_sig(level, "expand", sig_expand);
  key = expanded, key_size = kw_sig_expanded_size(sig);
  measure_sig(level, "public key", sig_public_key);
  if (is_fast) measure_sig(level, "sign, expanded", sig_sign);
  key = sk, key_size = kw_sig_secret_key_size(sig);
  options.checks = KW_CHECK_VERIFY | KW_CHECK_ROOTS;
  options.prehash = kw_hash_find("sha512");
  options.context = message, options.context_size = 255;
  if (is_fast) measure_sig(level, "sign, checked", sig_sign);
  if (is_fast) measure_sig(level, "verify a pre-hash", sig_verify);
  options = (kw_sig_options){.context = NULL};
  measure_sig(level, "sign", sig_sign);
  measure_sig(level, "verify", sig_verify);
  measure_sig(level, "verify many", sig_verify_many);
  measure_sig(level, "verify in pieces", sig_stream);
}

static void test_level(const char *level, int quick)
{
  use_level(level);
  for (size_t i = 0; i < kw_hash_count(); i++) {
    const char *name = kw_hash_name(hash = kw_hash_at(i));
    out_size = kw_hash_is_xof(hash) ? 400 : kw_hash_digest_size(hash);
    measure(level, name, "kw_hash_once", once);
    measure(level, name, "stream", stream);
    measure(level, name, "kw_hash_many", many);
  }
  for (size_t i = 0; i < kw_mac_count(); i++) {
    mac = kw_mac_at(i);
    measure(level, kw_mac_name(mac), "kw_mac_once", mac_once);
    measure(level, kw_mac_name(mac), "stream", mac_stream);
  }
  for (size_t i = 0; i < kw_sig_count(); i++) {
    sig = kw_sig_at(i);
    const int is_fast = strchr(kw_sig_name(sig), 'f') != NULL;
    if (is_fast || !quick) test_sig(level, is_fast);
  }
  measure(level, "-", "tools", tools);
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  const size_t count = distinct_levels(levels);
  stack = aligned_alloc(4096, STACK);
  if (!stack) die("no memory");
  const int quick = argc == 2 && strcmp(argv[1], "quick") == 0;
  if (argc > 2 || (argc == 2 && !quick)) die("usage: stack [quick]");
  for (size_t i = 0; i < count; i++) test_level(levels[i], quick);
  free(stack);
  printf("the most stack that a call takes: %zu bytes (%s)\n", worst.used, worst.where);
  printf("and for signatures: %zu bytes (%s)\n", worst_of_sig.used, worst_of_sig.where);
  return report("stack");
}
