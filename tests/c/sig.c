/* SPDX-License-Identifier: MIT
 * Signatures, what known answers do not say: where buffers may lie, threads, many at a time; that
 * every set works with the system's randomness. `sig quick` signs with f sets alone. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"

enum { SIGNATURE = 49856, EXPANDED = 32768, MESSAGE = 300, LINE = 64, PLACE = SIGNATURE + 2048 };

static const kw_sig *sig;
static size_t n, pk_size, sk_size, sig_size, expanded_size;
static uint8_t seed_bytes[96], randomness[32], message[MESSAGE];
static uint8_t pk[64], sk[128], expanded[EXPANDED], signature[SIGNATURE], got[SIGNATURE];

static void must(kw_status status, const char *what)
{
  CHECK(status == KW_OK, "%s: %s", what, kw_status_text(status));
}

static void use(const char *name)
{
  sig = kw_sig_find(name);
  n = kw_sig_randomness_size(sig);
  pk_size = kw_sig_public_key_size(sig);
  sk_size = kw_sig_secret_key_size(sig);
  sig_size = kw_sig_signature_size(sig);
  expanded_size = kw_sig_expanded_size(sig);
}

static void make(const uint8_t *s, uint8_t *to_pk, uint8_t *to_sk, unsigned threads)
{
  must(kw_sig_keygen_from_seed(sig, to_pk, pk_size, to_sk, sk_size, s, 3 * n, threads), "keygen");
}

static void sign_with(uint8_t *to, const void *msg, size_t size, const uint8_t *key,
                      size_t key_size, const uint8_t *r, unsigned threads)
{
  const kw_sig_options o = {.threads = threads};
  must(kw_sign_derand(sig, to, sig_size, msg, size, key, key_size, r, n, &o), "sign");
}

static kw_status verify_with(const uint8_t *s, const void *msg, size_t size, const uint8_t *key)
{
  return kw_verify(sig, s, sig_size, msg, size, key, pk_size, NULL);
}

/* A pair of keys and a signature of the message, to compare with. */
static void prepare(const char *name)
{
  use(name);
  make(seed_bytes, pk, sk, 0);
  sign_with(signature, message, MESSAGE, sk, sk_size, randomness, 0);
  must(verify_with(signature, message, MESSAGE, pk), "verify");
}

/* ---- Every set ---- */

/* Keys of the system's randomness (a set that was never used would fail here). */
static void smoke(void)
{
  uint8_t again[64];
  const kw_sig_options o = {.threads = 2};
  must(kw_sig_keygen(sig, pk, pk_size, sk, sk_size, 2), "keygen");
  must(kw_sig_public_key(sig, again, pk_size, sk, sk_size), "public key");
  CHECK(same(again, pk, pk_size), "the public key of the secret key");
  must(kw_sig_check_key(sig, sk, sk_size, 2), "check");
  must(kw_sign(sig, signature, sig_size, message, 3, sk, sk_size, &o), "sign");
  must(verify_with(signature, message, 3, pk), "verify");
  CHECK(verify_with(signature, message, 4, pk) == KW_BAD_SIGNATURE, "another message");
  signature[sig_size - 1] ^= 1;
  CHECK(verify_with(signature, message, 3, pk) == KW_BAD_SIGNATURE, "another signature");
}

/* FIPS 205, algorithm 19: without randomness, opt_rand is PK.seed. */
static void deterministic(void)
{
  sign_with(signature, message, MESSAGE, sk, sk_size, pk, 0);
  must(kw_sign_deterministic(sig, got, sig_size, message, MESSAGE, sk, sk_size, NULL), "sign");
  CHECK(same(got, signature, sig_size), "opt_rand is PK.seed");
}

/* ---- Threads ---- */

static void threads(void)
{
  static const unsigned counts[] = {1, 2, 3, 7};
  static uint8_t other[EXPANDED];
  uint8_t other_pk[64], other_sk[128];
  must(kw_sig_expand(sig, expanded, expanded_size, sk, sk_size, 0), "expand");
  for (size_t i = 0; i < SIZE(counts); i++) {
    make(seed_bytes, other_pk, other_sk, counts[i]);
    CHECK(same(other_pk, pk, pk_size) && same(other_sk, sk, sk_size), "keys, %u", counts[i]);
    must(kw_sig_expand(sig, other, expanded_size, sk, sk_size, counts[i]), "expand");
    CHECK(same(other, expanded, expanded_size), "expanded key, %u threads", counts[i]);
    sign_with(got, message, MESSAGE, sk, sk_size, randomness, counts[i]);
    CHECK(same(got, signature, sig_size), "signature, %u threads", counts[i]);
    sign_with(got, message, MESSAGE, expanded, expanded_size, randomness, counts[i]);
    CHECK(same(got, signature, sig_size), "by the expanded key, %u threads", counts[i]);
  }
}

/* ---- Memory ---- */

/* The message in the place of the signature: at its beginning, inside, over its ends. */
static void overlap(void)
{
  static uint8_t place[PLACE];
  const size_t to = 1024;
  const size_t at[] = {
    to - MESSAGE,      to - 5,       to, to + n, to + sig_size / 2, to + sig_size - MESSAGE,
    to + sig_size - 3, to + sig_size};
  for (size_t i = 0; i < SIZE(at); i++) {
    memcpy(place + at[i], message, MESSAGE);
    sign_with(place + to, place + at[i], MESSAGE, sk, sk_size, randomness, i % 3 ? 0 : 2);
    CHECK(same(place + to, signature, sig_size), "message at %td", (ptrdiff_t)(at[i] - to));
  }
}

/* An expanded key is read to the end, so no signature may lie over it: nothing is written then, be
 * the other arguments right or wrong. */
static void over_a_key(void)
{
  static uint8_t place[EXPANDED + SIGNATURE], before[EXPANDED + SIGNATURE];
  const kw_sig_options wrong = {.checks = 8};
  const size_t at[] = {0, n, expanded_size - 1};
  for (size_t i = 0; i < SIZE(at); i++) {
    uint8_t *to = place + at[i];
    must(kw_sig_expand(sig, place, expanded_size, sk, sk_size, 0), "expand");
    memcpy(before, place, sizeof place);
    const kw_status got_status[] = {
      kw_sign(sig, to, sig_size, message, MESSAGE, place, expanded_size, NULL),
      kw_sign(sig, to, sig_size, message, MESSAGE, place, expanded_size, &wrong),
      kw_sign_deterministic(sig, to, sig_size, NULL, 1, place, expanded_size, NULL),
      kw_sign_derand(sig, to, sig_size, message, MESSAGE, place, expanded_size, NULL, 0, NULL),
      kw_sign_derand(sig, to, sig_size, message, MESSAGE, place, expanded_size, randomness, n,
                     NULL),
      kw_sign_internal(sig, to, sig_size, message, MESSAGE, place, expanded_size, NULL, 0),
      kw_sign_internal(sig, to, sig_size, message, MESSAGE, place, expanded_size, randomness, 1)};
    for (size_t j = 0; j < SIZE(got_status); j++)
      CHECK(got_status[j] == KW_BAD_ARGUMENT, "call %zu, at %zu", j, at[i]);
    CHECK(same(place, before, sizeof place), "something was written, at %zu", at[i]);
  }
}

static uint8_t *at_offset(uint8_t *place, size_t offset)
{
  return place + (LINE - (uintptr_t)place % LINE) % LINE + offset;
}

/* All byte strings at odd addresses. */
static void alignment(void)
{
  static const size_t offsets[] = {1, 4, 24, 63};
  static uint8_t sig_place[PLACE], key_place[PLACE], small[4][512];
  for (size_t i = 0; i < SIZE(offsets); i++) {
    uint8_t *s = at_offset(sig_place, offsets[i]), *key = at_offset(key_place, offsets[i]);
    uint8_t *to_pk = at_offset(small[0], offsets[i]), *to_sk = at_offset(small[1], offsets[i]);
    uint8_t *r = at_offset(small[2], offsets[i]), *msg = at_offset(small[3], offsets[i]);
    memcpy(r, seed_bytes, 3 * n);
    make(r, to_pk, to_sk, 0);
    CHECK(same(to_pk, pk, pk_size) && same(to_sk, sk, sk_size), "keys, offset %zu", offsets[i]);
    must(kw_sig_expand(sig, key, expanded_size, to_sk, sk_size, 0), "expand");
    memcpy(r, randomness, n);
    memcpy(msg, message, MESSAGE);
    sign_with(s, msg, MESSAGE, key, expanded_size, r, 0);
    CHECK(same(s, signature, sig_size), "signature, offset %zu", offsets[i]);
    must(verify_with(s, msg, MESSAGE, to_pk), "verify");
  }
}

struct places {
  uint8_t *pk, *sk, *signature, *expanded, *in, *msg;
};

static void guarded(const struct places *p)
{
  memcpy(p->in, seed_bytes, 3 * n);
  memcpy(p->msg, message, MESSAGE);
  make(p->in, p->pk, p->sk, 0);
  must(kw_sig_expand(sig, p->expanded, expanded_size, p->sk, sk_size, 0), "expand");
  CHECK(same(p->in, seed_bytes, 3 * n), "the seed is unchanged");
  CHECK(same(p->pk, pk, pk_size) && same(p->sk, sk, sk_size), "keys");
  sign_with(p->signature, p->msg, MESSAGE, p->sk, sk_size, randomness, 0);
  CHECK(same(p->signature, signature, sig_size), "signature");
  memset(p->signature, 0, sig_size);
  sign_with(p->signature, p->msg, MESSAGE, p->expanded, expanded_size, randomness, 0);
  CHECK(same(p->signature, signature, sig_size), "signature by the expanded key");
  must(verify_with(p->signature, p->msg, MESSAGE, p->pk), "verify");
  CHECK(same(p->signature, signature, sig_size) && same(p->msg, message, MESSAGE), "unchanged");
  CHECK(same(p->pk, pk, pk_size) && same(p->sk, sk, sk_size), "keys are unchanged");
  CHECK(same(p->expanded, expanded, expanded_size), "the expanded key is unchanged");
}

/* All of them flush with memory that can't be touched. */
static void guards(void)
{
  static uint8_t *pages[6];
  for (size_t i = 0; i < SIZE(pages) && !pages[5]; i++) pages[i] = guarded_pages();
  must(kw_sig_expand(sig, expanded, expanded_size, sk, sk_size, 0), "expand");
  const struct places before = {
    before_guard(pages[0], pk_size),  before_guard(pages[1], sk_size),
    before_guard(pages[2], sig_size), before_guard(pages[3], expanded_size),
    before_guard(pages[4], 3 * n),    before_guard(pages[5], MESSAGE)};
  const struct places behind = {behind_guard(pages[0]), behind_guard(pages[1]),
                                behind_guard(pages[2]), behind_guard(pages[3]),
                                behind_guard(pages[4]), behind_guard(pages[5])};
  guarded(&before);
  guarded(&behind);
}

/* ---- Several signatures ---- */

enum { MANY = 19 };

/* Every count, and within it good ones, damaged ones and some of a wrong size. */
static void many(void)
{
  static uint8_t copies[MANY][SIGNATURE];
  kw_signed items[MANY];
  kw_status results[MANY + 1], want[MANY];
  for (size_t i = 0; i < MANY; i++) {
    const int kind = (int)random_below(5);
    memcpy(copies[i], signature, sig_size);
    items[i] = (kw_signed){copies[i], sig_size, message, MESSAGE};
    want[i] = kind > 2 ? KW_OK : KW_BAD_SIGNATURE;
    if (kind == 0) copies[i][random_below(sig_size)] ^= 1;
    if (kind == 1) items[i].signature_size = random_below(sig_size);
    if (kind == 2) items[i].msg_size = random_below(MESSAGE);
  }
  for (size_t count = 0; count <= MANY; count++) {
    memset(results, 1, sizeof results);
    must(kw_verify_many(sig, count, results, items, pk, pk_size, NULL), "kw_verify_many");
    for (size_t i = 0; i < count; i++)
      CHECK(results[i] == want[i], "%zu of %zu: %s", i, count, kw_status_text(results[i]));
    CHECK(all_bytes(&results[count], 1, sizeof results[count]), "no more are written");
  }
}

/* ---- The cases ---- */

static const char *const names[] = {"SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-192f", "SLH-DSA-SHAKE-128f"};

static const struct {
  const char *name;
  void (*run)(void);
} tests[] = {
  {"threads", threads},
  {"overlap", overlap},
  {"over a key", over_a_key},
  {"deterministic", deterministic},
  {"alignment", alignment},
  {"guards", guards},
  {"many", many},
};

static void run(const char *level, const char *name, void (*test)(void))
{
  context("%s %s %s", level, kw_sig_name(sig), name);
  plan(1);
  begin_case();
  test();
}

static void test_level(const char *level)
{
  use_level(level);
  for (size_t i = 0; i < SIZE(names); i++)
    for (size_t t = 0; t < SIZE(tests); t++) {
      prepare(names[i]);
      run(level, tests[t].name, tests[t].run);
    }
  for (size_t i = 0; i < kw_sig_count(); i++) {
    use(kw_sig_name(kw_sig_at(i)));
    if (strchr(kw_sig_name(sig), 'f')) run(level, "smoke", smoke);
  }
}

/* On the fastest level alone. */
static void test_s_sets(void)
{
  use_level("auto");
  for (size_t i = 0; i < kw_sig_count(); i++) {
    use(kw_sig_name(kw_sig_at(i)));
    if (!strchr(kw_sig_name(sig), 'f')) run("auto", "smoke", smoke);
  }
  prepare("SLH-DSA-SHA2-128s");
  run("auto", "threads", threads);
  run("auto", "many", many);
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  const size_t count = distinct_levels(levels);
  const int quick = argc == 2 && strcmp(argv[1], "quick") == 0;
  if (argc > 2 || (argc == 2 && !quick)) die("usage: sig [quick]");
  seed(21);
  random_bytes(seed_bytes, sizeof seed_bytes);
  random_bytes(randomness, sizeof randomness);
  random_bytes(message, sizeof message);
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  if (!quick) test_s_sets();
  return report("sig");
}
