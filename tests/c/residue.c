/* SPDX-License-Identifier: MIT
 * What a call leaves behind on the stack, on every level: no 8 bytes of a message, of a key, of a
 * chaining value or of an accumulator. A stack is painted, a thread runs one call on it, and then
 * it is searched, and so are the stacks of threads that the call began. States and outputs lie
 * elsewhere: they are their owner's to wipe.
 *
 * `residue leak` leaves words on purpose: they have to be found. */
#include "residue.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"

enum { STACK = 256 * 1024, PAINT = 0xa5 };

const kw_hash *hash;
const kw_mac *mac;
uint8_t message[MESSAGE + MESSAGES * STEP], key[KEY], out[MESSAGES * OUT], tag[16], wrong[16];
size_t size, out_size;
const void *in[MESSAGES];
size_t in_size[MESSAGES];

static kw_hash_state hash_state;
static kw_mac_state mac_state;
static kw_status status; /* the worst of a call's */
static uint8_t *stack, *helper_stack;
static size_t helpers; /* threads that a call began */

/* ---- The calls: nothing of them is on the stack but what the library puts there ---- */

void step(kw_status s)
{
  if (s != KW_OK) status = s;
}

static void once(void) { step(kw_hash_once(hash, out, out_size, message, size)); }

static void stream_hash(void)
{
  step(kw_hash_init(&hash_state, hash));
  step(kw_hash_update(&hash_state, message, size / 3));
  step(kw_hash_update(&hash_state, message + size / 3, size - size / 3));
  if (kw_hash_is_xof(hash)) step(kw_hash_squeeze(&hash_state, out, out_size / 3));
  const size_t at = kw_hash_is_xof(hash) ? out_size / 3 : 0;
  step(kw_hash_squeeze(&hash_state, out + at, out_size - at));
}

static void many(void) { step(kw_hash_many(hash, MESSAGES, out, out_size, in, in_size)); }

static void mac_once(void) { step(kw_mac_once(mac, tag, TAG, message, size, key, KEY)); }

static void verify(void)
{
  if (kw_mac_verify(mac, wrong, TAG, message, size, key, KEY) != KW_BAD_TAG) status = KW_BAD_TAG;
}

static void begin_mac(void)
{
  step(kw_mac_init(&mac_state, mac, key, KEY));
  step(kw_mac_update(&mac_state, message, size / 3));
  step(kw_mac_update(&mac_state, message + size / 3, size - size / 3));
}

static void stream_mac(void)
{
  begin_mac();
  step(kw_mac_final(&mac_state, tag, TAG));
}

static void stream_verify(void)
{
  begin_mac();
  if (kw_mac_final_verify(&mac_state, wrong, TAG) != KW_BAD_TAG) status = KW_BAD_TAG;
}

static void leak(void)
{
  uint8_t copy[64];
  memcpy(copy, message, sizeof copy);
  __asm__ volatile("" : : "r"(copy) : "memory");
}

/* ---- On a painted stack ---- */

static void *run(void *call)
{
  (*(void (**)(void))call)();
  return NULL;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*body)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*body)(void *), void *argument);

static void start(pthread_t *thread, uint8_t *on, void *(*body)(void *), void *argument)
{
  pthread_attr_t attributes;
  memset(on, PAINT, STACK);
  if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, on, STACK) ||
      __real_pthread_create(thread, &attributes, body, argument))
    die("no thread");
  pthread_attr_destroy(&attributes);
}

/* The linker puts it in the place of pthread_create: the library asks for one thread at a time. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*body)(void *), void *argument)
{
  if (attributes || helpers++ > 0) die("other threads than expected");
  start(thread, helper_stack, body, argument);
  return 0;
}

static void search_stack(const char *what, const uint8_t *from)
{
  const uint8_t *end = from + STACK;
  while (from < end && *from == PAINT) from++;
  CHECK(from < end, "the stack was used");
  search(what, from, (size_t)(end - from));
}

void examine(const char *what, void (*call)(void))
{
  pthread_t thread;
  begin_case();
  status = KW_OK;
  helpers = 0;
  start(&thread, stack, run, &call);
  if (pthread_join(thread, NULL)) die("lost a thread");
  CHECK(status == KW_OK, "%s: %s", what, kw_status_text(status));
  search_stack(what, stack);
  if (helpers) search_stack(what, helper_stack);
}

static const size_t lengths[] = {20, 100, 300, MESSAGE};

static void test_hash(const char *level)
{
  out_size = kw_hash_is_xof(hash) ? OUT : kw_hash_digest_size(hash);
  for (size_t i = 0; i < SIZE(lengths); i++) {
    size = lengths[i];
    context("%s %s, %zu bytes", level, kw_hash_name(hash), size);
    once();
    secrets_of_hash(1, (const void *const[]){message}, &size);
    examine("kw_hash_once", once);
    examine("stream", stream_hash);
  }
  context("%s %s", level, kw_hash_name(hash));
  many();
  secrets_of_hash(MESSAGES, in, in_size);
  examine("kw_hash_many", many);
}

static void test_mac(const char *level)
{
  for (size_t i = 0; i < SIZE(lengths); i++) {
    size = lengths[i];
    context("%s %s, %zu bytes", level, kw_mac_name(mac), size);
    mac_once();
    memcpy(wrong, tag, TAG);
    for (size_t b = 0; b < TAG; b++) wrong[b] ^= 0x11;
    secrets_of_mac(0);
    examine("kw_mac_once", mac_once);
    examine("stream", stream_mac);
    secrets_of_mac(1);
    examine("kw_mac_verify", verify);
    examine("kw_mac_final_verify", stream_verify);
  }
}

static void test_level(const char *level)
{
  use_level(level);
  for (size_t i = 0; i < kw_hash_count(); i++) {
    hash = kw_hash_at(i);
    test_hash(level);
  }
  for (size_t i = 0; i < kw_mac_count(); i++) {
    mac = kw_mac_at(i);
    if (kw_mac_key_size(mac) != KEY || kw_mac_tag_size(mac) != TAG) die("another MAC");
    test_mac(level);
  }
  test_sigs(level);
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  const size_t count = distinct_levels(levels);
  stack = aligned_alloc(4096, STACK);
  helper_stack = aligned_alloc(4096, STACK);
  if (!stack || !helper_stack) die("no memory");
  seed(11);
  random_bytes(message, sizeof message);
  random_bytes(key, sizeof key);
  for (size_t i = 0; i < MESSAGES; i++) {
    in[i] = message + STEP * i;
    in_size[i] = MESSAGE - 20 * i;
  }
  if (argc == 2 && strcmp(argv[1], "leak") == 0) {
    plan(2);
    context("leak");
    hash = kw_hash_at(0);
    secrets_of_hash(0, NULL, NULL);
    examine("leak", leak);
    leak_of_sig();
    return report("residue");
  }
  const size_t of_hash = 2 * SIZE(lengths) + 1, of_mac = 4 * SIZE(lengths);
  plan(count * (kw_hash_count() * of_hash + kw_mac_count() * of_mac + sig_cases()));
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  free(stack);
  free(helper_stack);
  return report("residue");
}
