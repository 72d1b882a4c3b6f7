/* SPDX-License-Identifier: MIT
 * Peak stack of every public call that does work, on every level: at most LIMIT bytes. Threads of
 * some systems have little more. A stack is painted, a thread runs a call on it, and the paint that
 * is gone tells the peak. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"

enum { LIMIT = 64 * 1024, STACK = 1024 * 1024, PAINT = 0xa5, MESSAGES = 40, MESSAGE = 1000 };

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

static size_t worst;

/* What the thread itself takes is not the library's. */
static void measure(const char *level, const char *row, const char *what, void (*call)(void))
{
  context("%s %s %s", level, row, what);
  begin_case();
  const size_t base = peak(nothing), all = peak(call), used = all > base ? all - base : 0;
  CHECK(used > 0 && used <= LIMIT, "%zu bytes", used);
  if (used > worst) worst = used;
}

static void test_level(const char *level)
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
  measure(level, "-", "tools", tools);
}

int main(void)
{
  const char *levels[MAX_LEVELS];
  const size_t count = available_levels(levels);
  stack = aligned_alloc(4096, STACK);
  if (!stack) die("no memory");
  plan(count * (3 * kw_hash_count() + 2 * kw_mac_count() + 1));
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  free(stack);
  printf("the most that a call takes: %zu bytes of stack\n", worst);
  return report("stack");
}
