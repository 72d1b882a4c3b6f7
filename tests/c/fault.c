/* SPDX-License-Identifier: MIT
 * What the checks of signing catch, as katwise.h says it. The kernels are replaced by wrappers, of
 * which one call gives an output with a wrong bit, once; the calls of a signature have their turn.
 * `fault quick` takes fewer of them, and no s set. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "katwise.h"
#include "kernels.h"

enum { SIGNATURE = 17088, EXPANDED = 32768, MESSAGE = 40 };

static const kw_sig *sig;
static size_t n, pk_size, sk_size, sig_size, expanded_size;
static size_t stride; /* from a call to the next that is to be wrong */
static uint8_t pk[32], sk[64], seed_bytes[48], message[MESSAGE];
static uint8_t right[SIGNATURE], signature[SIGNATURE], expanded[EXPANDED], other[EXPANDED];

/* ---- Kernels that err ---- */

static struct kernels good_kernels;

/* Lists, and blocks of the two hashes of a message, which lists don't count. */
static struct counter {
  size_t calls, wrong; /* how many were made, and which is to be wrong; 0: none */
} lists, blocks;
static size_t job_count; /* of the list that is to be wrong */
static size_t wrong_job;
static int inside;

static void erring(slh_kernel *kernel, const struct slh_list *list)
{
  inside = 1;
  kernel(list);
  inside = 0;
  if (++lists.calls != lists.wrong) return;
  job_count = list->count;
  const struct slh_job *job = &list->jobs[wrong_job % list->count];
  list->memory[job->out + wrong_job % list->n] ^= (uint8_t)(1 << wrong_job % 8);
}
static void sha256(const struct slh_list *l) { erring(good_kernels.slh_sha256, l); }
static void sha256_few(const struct slh_list *l) { erring(good_kernels.slh_sha256_few, l); }
static void sha512(const struct slh_list *l) { erring(good_kernels.slh_sha512, l); }
static void shake(const struct slh_list *l) { erring(good_kernels.slh_shake, l); }

static int is_wrong_block(void) { return !inside && ++blocks.calls == blocks.wrong; }
static void sha256_blocks(uint32_t h[8], const uint8_t *in, size_t count)
{
  good_kernels.sha256_blocks(h, in, count);
  if (is_wrong_block()) h[0] ^= 0x400;
}
static void keccak_f1600(uint64_t a[25])
{
  good_kernels.keccak_f1600(a);
  if (is_wrong_block()) a[0] ^= 0x400;
}

static void replace_kernels(void)
{
  good_kernels = kw_kernels;
  kw_kernels.slh_sha256 = sha256;
  kw_kernels.slh_sha256_few = sha256_few;
  kw_kernels.slh_sha512 = sha512;
  kw_kernels.slh_shake = shake;
  kw_kernels.sha256_blocks = sha256_blocks;
  kw_kernels.keccak_f1600 = keccak_f1600;
}

static void err(size_t list, size_t job, size_t block)
{
  lists = (struct counter){0, list};
  blocks = (struct counter){0, block};
  wrong_job = job;
}

/* ---- What becomes of a signature ---- */

enum outcome { RIGHT, CAUGHT, REFUSED, ACCEPTED, OUTCOMES };

static kw_status sign(const uint8_t *key, size_t key_size, unsigned checks)
{
  const kw_sig_options options = {.checks = checks};
  return kw_sign_deterministic(sig, signature, sig_size, message, MESSAGE, key, key_size, &options);
}

/* ACCEPTED: verifiers take a wrong signature. */
static enum outcome outcome(kw_status status)
{
  err(0, 0, 0);
  if (status != KW_OK) {
    CHECK(status == KW_FAULT && all_bytes(signature, 0, sig_size), "caught, and nothing is left");
    return CAUGHT;
  }
  if (same(signature, right, sig_size)) return RIGHT;
  status = kw_verify(sig, signature, sig_size, message, MESSAGE, pk, pk_size, NULL);
  return status == KW_OK ? ACCEPTED : REFUSED;
}

static void prepare(const char *name)
{
  sig = kw_sig_find(name);
  n = kw_sig_randomness_size(sig);
  pk_size = kw_sig_public_key_size(sig), sk_size = kw_sig_secret_key_size(sig);
  sig_size = kw_sig_signature_size(sig), expanded_size = kw_sig_expanded_size(sig);
  if (expanded_size > EXPANDED || sig_size > SIGNATURE) die("a larger set");
  err(0, 0, 0);
  kw_status status = kw_sig_keygen_from_seed(sig, pk, pk_size, sk, sk_size, seed_bytes, 3 * n, 0);
  CHECK(status == KW_OK, "keygen");
  CHECK(kw_sig_expand(sig, expanded, expanded_size, sk, sk_size, 0) == KW_OK, "expand");
  CHECK(sign(sk, sk_size, 0) == KW_OK, "sign");
  memcpy(right, signature, sig_size);
}

/* The calls of a signature without a fault. */
static size_t count_lists(unsigned checks)
{
  err(0, 0, 0);
  CHECK(sign(sk, sk_size, checks) == KW_OK && same(signature, right, sig_size), "no fault");
  return lists.calls;
}

static void count_outcomes(unsigned checks, size_t found[OUTCOMES])
{
  const size_t calls = count_lists(checks);
  memset(found, 0, OUTCOMES * sizeof *found);
  for (size_t call = 1; call <= calls; call += stride) {
    err(call, (size_t)next_random() >> 8, 0);
    found[outcome(sign(sk, sk_size, checks))]++;
  }
  printf("%s, checks %u, a fault in one of %zu calls: %zu right, %zu caught, %zu refused, "
         "%zu accepted\n",
         kw_sig_name(sig), checks, calls, found[RIGHT], found[CAUGHT], found[REFUSED],
         found[ACCEPTED]);
}

/* What katwise.h says of each check: what it catches, and that it does not catch the rest. */
static void test_lists(void)
{
  size_t found[OUTCOMES];
  count_outcomes(0, found);
  CHECK(found[CAUGHT] == 0 && found[REFUSED] > 0 && found[ACCEPTED] > 0, "no checks");
  count_outcomes(KW_CHECK_VERIFY, found);
  CHECK(found[CAUGHT] > 0 && found[REFUSED] == 0, "KW_CHECK_VERIFY catches what is refused");
  CHECK(found[ACCEPTED] > 0, "KW_CHECK_VERIFY catches no wrong node of a lower tree");
  count_outcomes(KW_CHECK_ROOTS, found);
  CHECK(found[CAUGHT] > 0 && found[ACCEPTED] == 0, "KW_CHECK_ROOTS catches wrong nodes");
  CHECK(found[REFUSED] > 0, "KW_CHECK_ROOTS does not catch what comes after the roots");
  count_outcomes(KW_CHECK_VERIFY | KW_CHECK_ROOTS, found);
  CHECK(found[CAUGHT] > 0 && found[REFUSED] + found[ACCEPTED] == 0, "both catch all of it");
}

/* The hashes of the message: R may be another, but what comes out verifies. */
static void test_message_hashes(void)
{
  err(0, 0, 0);
  CHECK(sign(sk, sk_size, KW_CHECK_VERIFY) == KW_OK, "no fault");
  const size_t calls = blocks.calls;
  size_t found[OUTCOMES] = {0};
  for (size_t block = 1; block <= calls; block++) {
    err(0, 0, block);
    found[outcome(sign(sk, sk_size, KW_CHECK_VERIFY))]++;
  }
  CHECK(calls > 1 && found[REFUSED] == 0, "of %zu blocks, %zu go unnoticed", calls, found[REFUSED]);
}

/* A key that was damaged after it was expanded: its nodes are the top tree's. */
static void test_expanded_key(void)
{
  size_t found[OUTCOMES] = {0};
  memcpy(other, expanded, expanded_size);
  for (size_t at = 1; at <= 14 * n; at += 5) {
    other[expanded_size - at] ^= 1;
    found[outcome(sign(other, expanded_size, 0))]++;
    const enum outcome checked = outcome(sign(other, expanded_size, KW_CHECK_VERIFY));
    CHECK(checked == RIGHT || checked == CAUGHT, "byte %zu from the end", at);
    other[expanded_size - at] ^= 1;
  }
  CHECK(found[REFUSED] > 0, "there was damage");
}

/* An expansion with a fault is not given out. */
static void test_expansion(void)
{
  err(0, 0, 0);
  CHECK(kw_sig_expand(sig, other, expanded_size, sk, sk_size, 0) == KW_OK, "no fault");
  const size_t calls = lists.calls;
  for (size_t call = 1; call <= calls; call++) {
    err(call, (size_t)next_random() >> 8, 0);
    kw_status status = kw_sig_expand(sig, other, expanded_size, sk, sk_size, 0);
    CHECK(status == KW_BAD_KEY || same(other, expanded, expanded_size), "call %zu", call);
  }
}

/* In s sets the roots of parts of a tree are joined to its root, which comes last: the last calls,
 * with each of their jobs. */
static void test_joins(void)
{
  enum { LAST = 60, MOST_JOBS = 8 };
  size_t found[OUTCOMES] = {0};
  const size_t calls = count_lists(KW_CHECK_ROOTS);
  for (size_t call = calls - LAST; call <= calls; call++) {
    job_count = 1;
    for (size_t job = 0; job < job_count && job < MOST_JOBS; job++) {
      err(call, job, 0);
      found[outcome(sign(sk, sk_size, KW_CHECK_ROOTS))]++;
    }
  }
  printf("%s, the last calls: %zu right, %zu caught, %zu refused, %zu accepted\n", kw_sig_name(sig),
         found[RIGHT], found[CAUGHT], found[REFUSED], found[ACCEPTED]);
  CHECK(found[ACCEPTED] == 0, "KW_CHECK_ROOTS catches wrong nodes");
}

static void run(const char *name, void (*test)(void))
{
  context("%s: %s", kw_sig_name(sig), name);
  plan(1);
  begin_case();
  test();
}

int main(int argc, char **argv)
{
  static const char *const names[] = {"SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f"};
  const int quick = argc == 2 && strcmp(argv[1], "quick") == 0;
  if (argc > 2 || (argc == 2 && !quick)) die("usage: fault [quick]");
  seed(31);
  random_bytes(seed_bytes, sizeof seed_bytes);
  random_bytes(message, sizeof message);
  use_level("auto");
  replace_kernels();
  for (size_t i = 0; i < SIZE(names); i++) {
    stride = quick ? 41 : i ? 7 : 1;
    prepare(names[i]);
    run("lists", test_lists);
    run("the hashes of a message", test_message_hashes);
    run("an expanded key", test_expanded_key);
    run("expansion", test_expansion);
  }
  if (!quick) {
    prepare("SLH-DSA-SHA2-128s");
    run("joins", test_joins);
  }
  return report("fault");
}
