/* SPDX-License-Identifier: MIT
 * Calls on different states at the same time: eight threads hash and sign different things, and get
 * what one thread gets. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "katwise.h"

enum { THREADS = 8, TURNS = 300, MESSAGE = 700, DIGEST = 64, MESSAGES = 12, SIGNATURE = 49856 };

struct work {
  size_t number;
  uint8_t sum[DIGEST]; /* of all its outputs: SHA-512, chained */
  int good;
};

static atomic_int waiting;
static uint8_t data[THREADS * MESSAGE];

static int stream(const kw_hash *hash, const uint8_t *in, size_t n, uint8_t *out)
{
  kw_hash_state state;
  return kw_hash_init(&state, hash) == KW_OK && kw_hash_update(&state, in, n / 2) == KW_OK &&
         kw_hash_update(&state, in + n / 2, n - n / 2) == KW_OK &&
         kw_hash_squeeze(&state, out, kw_hash_is_xof(hash) ? DIGEST : kw_hash_digest_size(hash)) ==
             KW_OK;
}

static int side_by_side(const kw_hash *hash, const uint8_t *in, size_t n, uint8_t *out)
{
  const void *messages[MESSAGES];
  size_t sizes[MESSAGES];
  for (size_t i = 0; i < MESSAGES; i++) messages[i] = in, sizes[i] = n * i / MESSAGES;
  const size_t size = kw_hash_is_xof(hash) ? DIGEST : kw_hash_digest_size(hash);
  return kw_hash_many(hash, MESSAGES, out, size, messages, sizes) == KW_OK;
}

/* Each with a pair of keys of its own, and with one of the f sets. */
static int sign(const struct work *w, uint8_t *signature)
{
  static const char *const names[] = {"SLH-DSA-SHA2-128f",  "SLH-DSA-SHAKE-128f",
                                      "SLH-DSA-SHA2-192f",  "SLH-DSA-SHA2-256f",
                                      "SLH-DSA-SHAKE-192f", "SLH-DSA-SHAKE-256f"};
  const kw_sig *sig = kw_sig_find(names[w->number % SIZE(names)]);
  const size_t pk_size = kw_sig_public_key_size(sig), sk_size = kw_sig_secret_key_size(sig);
  const size_t size = kw_sig_signature_size(sig);
  const uint8_t *in = data + w->number * MESSAGE;
  uint8_t pk[64], sk[128];
  memset(signature, 0, SIGNATURE);
  return kw_sig_keygen_from_seed(sig, pk, pk_size, sk, sk_size, in, kw_sig_seed_size(sig), 0) ==
             KW_OK &&
         kw_sign_deterministic(sig, signature, size, in, MESSAGE, sk, sk_size, NULL) == KW_OK &&
         kw_verify(sig, signature, size, in, MESSAGE, pk, pk_size, NULL) == KW_OK;
}

static void work_on(struct work *w)
{
  uint8_t signature[SIGNATURE];
  const uint8_t *in = data + w->number * MESSAGE;
  const kw_hash *sha512 = kw_hash_find("sha512");
  const kw_mac *mac = kw_mac_at(0);
  memset(w->sum, 0, sizeof w->sum);
  w->good = 1;
  for (size_t turn = 0; turn < TURNS; turn++) {
    const kw_hash *hash = kw_hash_at((turn + w->number) % kw_hash_count());
    const size_t n = (turn * 37 + w->number) % MESSAGE;
    uint8_t out[DIGEST + MESSAGES * DIGEST + DIGEST + 64] = {0};
    memcpy(out, w->sum, DIGEST);
    w->good &= stream(hash, in, n, out + DIGEST);
    w->good &= side_by_side(hash, in, n, out + 2 * DIGEST);
    w->good &= kw_mac_once(mac, out + sizeof out - 64, kw_mac_tag_size(mac), in, n, data,
                           kw_mac_key_size(mac)) == KW_OK;
    w->good &= kw_hash_once(sha512, w->sum, DIGEST, out, sizeof out) == KW_OK;
  }
  w->good &= sign(w, signature);
  memcpy(signature, w->sum, DIGEST); /* R gives way: the rest depends on it */
  w->good &= kw_hash_once(sha512, w->sum, DIGEST, signature, sizeof signature) == KW_OK;
}

/* All begin at once. */
static void *thread(void *work)
{
  atomic_fetch_sub(&waiting, 1);
  while (atomic_load(&waiting) > 0) continue;
  work_on(work);
  return NULL;
}

static void test_level(const char *level)
{
  pthread_t threads[THREADS];
  struct work alone[THREADS], together[THREADS];
  context("%s", level);
  use_level(level);
  atomic_store(&waiting, THREADS);
  for (size_t i = 0; i < THREADS; i++) {
    alone[i].number = together[i].number = i;
    work_on(&alone[i]);
  }
  for (size_t i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, thread, &together[i])) die("no thread");
  for (size_t i = 0; i < THREADS; i++) {
    if (pthread_join(threads[i], NULL)) die("lost a thread");
    begin_case();
    CHECK(alone[i].good && together[i].good, "a status in thread %zu", i);
    CHECK(same(alone[i].sum, together[i].sum, DIGEST), "thread %zu", i);
    CHECK(i == 0 || !same(together[i].sum, together[0].sum, DIGEST), "thread %zu: other work", i);
  }
}

int main(void)
{
  const char *levels[MAX_LEVELS];
  const size_t count = distinct_levels(levels);
  seed(4);
  random_bytes(data, sizeof data);
  plan(count * THREADS);
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  return report("threads");
}
