/* SPDX-License-Identifier: MIT
 *
 * No branch and no address depends on secrets: keys, messages (of MACs, and of hashes), tags to
 * compare with, the randomness of signatures. Only sizes, the final status, and what a signature
 * publishes on the way (the core says so: PUBLISHED in platform.h) are public. Two checkers look
 * (secret.h): valgrind's memcheck, which runs the code that users run, and MemorySanitizer, which
 * also knows the instructions that valgrind doesn't (AVX-512, SHA).
 *
 * `constant_time leak` branches on a secret: the checker has to find that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"
#include "secret.h"

enum { MAX = 1200, MESSAGES = 19, OUT = 400, KEY = 64, TAG = 64 };

static uint8_t message[MAX], key[KEY], tag[TAG], out[MESSAGES * OUT];

static void succeeded(kw_status status)
{
  PUBLIC(&status, sizeof status);
  CHECK(status == KW_OK, "%s", kw_status_text(status));
}

static void hash_one(const kw_hash *hash, size_t n, size_t size)
{
  kw_hash_state state;
  SECRET(message, MAX);
  succeeded(kw_hash_once(hash, out, size, message, n));
  succeeded(kw_hash_init(&state, hash));
  succeeded(kw_hash_update(&state, message, n / 3));
  succeeded(kw_hash_update(&state, message + n / 3, n - n / 3));
  if (kw_hash_is_xof(hash)) succeeded(kw_hash_squeeze(&state, out, size / 3));
  succeeded(kw_hash_squeeze(&state, out, size));
  PUBLIC(message, MAX);
  PUBLIC(out, size);
}

static void hash_many(const kw_hash *hash, size_t size)
{
  const void *in[MESSAGES];
  size_t in_size[MESSAGES];
  for (size_t i = 0; i < MESSAGES; i++) {
    in[i] = message + i;
    in_size[i] = i * 53;
  }
  SECRET(message, MAX);
  succeeded(kw_hash_many(hash, MESSAGES, out, size, in, in_size));
  PUBLIC(message, MAX);
  PUBLIC(out, MESSAGES * size);
}

static void test_hash(const kw_hash *hash)
{
  const size_t block = kw_hash_block_size(hash);
  const size_t size = kw_hash_is_xof(hash) ? OUT : kw_hash_digest_size(hash);
  const size_t lengths[] = {0, 1, 20, block - 1, block, block + 1, 3 * block, 5 * block + 7};
  for (size_t i = 0; i < SIZE(lengths); i++) hash_one(hash, lengths[i], size);
  hash_many(hash, size);
}

static void make_secret(void)
{
  SECRET(message, MAX);
  SECRET(key, KEY);
  SECRET(tag, TAG);
}

/* The tag's comparison: its result is public, and right. */
static void check_status(kw_status status, kw_status right)
{
  PUBLIC(&status, sizeof status);
  CHECK(status == right, "%s", kw_status_text(status));
}

static void verify(const kw_mac *mac, size_t n, kw_status right)
{
  const size_t tag_size = kw_mac_tag_size(mac), key_size = kw_mac_key_size(mac);
  kw_mac_state state;
  make_secret();
  check_status(kw_mac_verify(mac, tag, tag_size, message, n, key, key_size), right);
  succeeded(kw_mac_init(&state, mac, key, key_size));
  succeeded(kw_mac_update(&state, message, n));
  check_status(kw_mac_final_verify(&state, tag, tag_size), right);
}

static void test_mac(const kw_mac *mac)
{
  const size_t lengths[] = {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 63, 64, 65, 300, 1100};
  const size_t tag_size = kw_mac_tag_size(mac), key_size = kw_mac_key_size(mac);
  for (size_t i = 0; i < SIZE(lengths); i++) {
    kw_mac_state state;
    make_secret();
    succeeded(kw_mac_once(mac, tag, tag_size, message, lengths[i], key, key_size));
    succeeded(kw_mac_init(&state, mac, key, key_size));
    succeeded(kw_mac_update(&state, message, lengths[i] / 3));
    succeeded(kw_mac_update(&state, message + lengths[i] / 3, lengths[i] - lengths[i] / 3));
    succeeded(kw_mac_final(&state, out, tag_size));
    verify(mac, lengths[i], KW_OK);
    tag[tag_size / 2] ^= 4;
    verify(mac, lengths[i], KW_BAD_TAG);
  }
  PUBLIC(message, MAX);
  PUBLIC(key, KEY);
  PUBLIC(tag, TAG);
}

/* ---- Signatures: the fastest of each hash ---- */

static const char *const signers[] = {"SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-192f",
                                      "SLH-DSA-SHAKE-128f"};
enum { SEED = 72, RANDOMNESS = 24, SECRET_KEY = 96, EXPANDED = 4096, SIGNATURE = 35664 };

static uint8_t seed_bytes[SEED], randomness[RANDOMNESS], pk[48], sk[SECRET_KEY];
static uint8_t expanded[EXPANDED], signature[SIGNATURE];

static void sign(const kw_sig *sig, const uint8_t *secret_key, size_t size, unsigned checks)
{
  const size_t n = kw_sig_randomness_size(sig), sig_size = kw_sig_signature_size(sig);
  const kw_sig_options options = {.checks = checks};
  SECRET(randomness, n);
  succeeded(kw_sign_derand(sig, signature, sig_size, message, 50, secret_key, size, randomness, n,
                           &options));
  PUBLIC(signature, sig_size);
  PUBLIC(randomness, n);
  succeeded(kw_verify(sig, signature, sig_size, message, 50, pk, 2 * n, NULL));
}

/* SK.seed and SK.prf are secret, PK.seed is not; then the keys that come of them. */
static void test_sig(const kw_sig *sig)
{
  const size_t n = kw_sig_randomness_size(sig), expanded_size = kw_sig_expanded_size(sig);
  if (expanded_size > EXPANDED || 3 * n > SEED) die("a larger set");
  SECRET(seed_bytes, 2 * n);
  succeeded(kw_sig_keygen_from_seed(sig, pk, 2 * n, sk, 4 * n, seed_bytes, 3 * n, 0));
  PUBLIC(pk, 2 * n);
  PUBLIC(sk + 2 * n, 2 * n);
  succeeded(kw_sig_expand(sig, expanded, expanded_size, sk, 4 * n, 0));
  sign(sig, sk, 4 * n, 0);
  sign(sig, expanded, expanded_size, KW_CHECK_VERIFY | KW_CHECK_ROOTS);
  succeeded(kw_sig_public_key(sig, pk, 2 * n, expanded, expanded_size));
  PUBLIC(seed_bytes, SEED);
  PUBLIC(sk, SECRET_KEY);
  PUBLIC(expanded, EXPANDED);
}

static void test_tools(void)
{
  int equal;
  memcpy(out, key, KEY);
  SECRET(key, KEY);
  SECRET(out, KEY);
  equal = kw_equal(out, key, KEY);
  PUBLIC(&equal, sizeof equal);
  CHECK(equal, "kw_equal");
  kw_wipe(out, KEY);
  PUBLIC(key, KEY);
}

static void test_level(const char *level)
{
  use_level(level);
  for (size_t i = 0; i < kw_hash_count(); i++) {
    context("%s %s", level, kw_hash_name(kw_hash_at(i)));
    begin_case();
    test_hash(kw_hash_at(i));
  }
  for (size_t i = 0; i < kw_mac_count(); i++) {
    context("%s %s", level, kw_mac_name(kw_mac_at(i)));
    begin_case();
    test_mac(kw_mac_at(i));
  }
  for (size_t i = 0; i < SIZE(signers); i++) {
    context("%s %s", level, signers[i]);
    begin_case();
    test_sig(kw_sig_find(signers[i]));
  }
  context("%s tools", level);
  begin_case();
  test_tools();
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  const size_t count = available_levels(levels);
  if (!checker_runs()) die("to be run under valgrind, or built with MemorySanitizer");
  random_bytes(message, MAX);
  random_bytes(key, KEY);
  random_bytes(seed_bytes, SEED);
  random_bytes(randomness, RANDOMNESS);
  if (argc == 2 && strcmp(argv[1], "leak") == 0) {
    SECRET(key, KEY);
    if (key[0] == 1) puts("a secret");
  }
  plan(count * (kw_hash_count() + kw_mac_count() + SIZE(signers) + 1));
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  return report("constant_time");
}
