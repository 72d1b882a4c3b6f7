/* SPDX-License-Identifier: MIT
 * sets: what the rows of the table have to keep to.
 * sets SHAKE N H D A K LG_W SEED MESSAGE: key generation and slh_sign_internal (deterministic) of a
 * parameter set that need not be a standard one, on every level: the public key and the signature,
 * in hexadecimal, to compare with another implementation (tests/test_fips205.py). SEED and MESSAGE
 * are hexadecimal, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sig/sig.h"
#include "slh_dsa/slh_dsa.h"

enum { MAX_SIGNATURE = 1 << 17, MAX_EXPANDED = 1 << 18 };

static size_t unhex(uint8_t *out, size_t room, const char *text)
{
  const size_t size = strlen(text) / 2;
  if (size > room) die("too long: %s", text);
  for (size_t i = 0; i < size; i++) {
    unsigned byte;
    if (sscanf(text + 2 * i, "%2x", &byte) != 1) die("not hexadecimal: %s", text);
    out[i] = (uint8_t)byte;
  }
  return size;
}

static void print(const uint8_t *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
  putchar('\n');
}

/* Several at a time: all the room that a group may have. */
static void verify_many(const kw_sig *sig, const uint8_t *pk, const uint8_t *message, size_t size,
                        const uint8_t *signature)
{
  static uint8_t wrong[MAX_SIGNATURE];
  const size_t sig_size = kw_sig_signature_size(sig);
  kw_signed items[11];
  kw_status results[11];
  memcpy(wrong, signature, sig_size);
  wrong[sig_size / 2] ^= 1;
  for (size_t i = 0; i < SIZE(items); i++)
    items[i] = (kw_signed){i % 3 == 1 ? wrong : signature, sig_size, message, size};
  CHECK(kw_verify_many(sig, SIZE(items), results, items, pk, kw_sig_public_key_size(sig), NULL) ==
            KW_OK,
        "verify many");
  for (size_t i = 0; i < SIZE(items); i++)
    CHECK(results[i] == (i % 3 == 1 ? KW_BAD_SIGNATURE : KW_OK), "signature %zu", i);
}

/* Also in parts, twice and from an expanded key; and what was signed verifies, a change of it not.
 */
static void sign(const kw_sig *sig, const uint8_t *pk, const uint8_t *sk, const uint8_t *message,
                 size_t size, uint8_t *signature)
{
  static uint8_t again[MAX_SIGNATURE], expanded[MAX_EXPANDED];
  const size_t sig_size = kw_sig_signature_size(sig), sk_size = kw_sig_secret_key_size(sig);
  const size_t pk_size = kw_sig_public_key_size(sig), ex_size = kw_sig_expanded_size(sig);
  const kw_sig_options both = {.threads = 2, .checks = KW_CHECK_VERIFY | KW_CHECK_ROOTS};
  CHECK(kw_sign_internal(sig, signature, sig_size, message, size, sk, sk_size, NULL, 0) == KW_OK,
        "sign");
  CHECK(kw_sig_expand(sig, expanded, ex_size, sk, sk_size, 2) == KW_OK, "expand");
  CHECK(kw_sign_internal(sig, again, sig_size, message, size, expanded, ex_size, NULL, 0) == KW_OK,
        "sign");
  CHECK(same(again, signature, sig_size), "an expanded key signs otherwise");
  CHECK(kw_verify_internal(sig, signature, sig_size, message, size, pk, pk_size) == KW_OK,
        "verify");
  again[size % sig_size] ^= 0x10;
  CHECK(kw_verify_internal(sig, again, sig_size, message, size, pk, pk_size) == KW_BAD_SIGNATURE,
        "verify a wrong one");
  CHECK(kw_sign_deterministic(sig, again, sig_size, message, size, sk, sk_size, &both) == KW_OK,
        "sign in parts, twice");
  CHECK(kw_sign_deterministic(sig, expanded, sig_size, message, size, sk, sk_size, NULL) == KW_OK,
        "sign");
  CHECK(same(again, expanded, sig_size), "parts sign otherwise");
  verify_many(sig, pk, message, size, again);
}

/* The rows of the table keep to what the engine has room for. */
static int check_rows(void)
{
  for (size_t i = 0; i < kw_sig_count(); i++) {
    const kw_sig *sig = kw_sig_at(i);
    const struct slh_set *s = &sig->set.slh;
    const unsigned height = slh_tree_height(s);
    const size_t n = s->n, len = slh_len(s);
    context("%s", kw_sig_name(sig));
    plan(1);
    begin_case();
    CHECK(n == 16 || n == 24 || n == 32, "n");
    CHECK(8 * n % s->lg_w == 0 && s->lg_w <= 8 && len <= SLH_MAX_JOBS, "lg_w");
    CHECK(s->d >= 1 && s->d <= 22 && s->h % s->d == 0 && height <= 22, "h and d");
    CHECK(s->h - height <= 64, "the index of a tree");
    CHECK(s->k <= SLH_MAX_K && s->a <= 24 && (uint64_t)s->k << s->a <= UINT32_MAX, "k and a");
    CHECK(slh_digest_size(s) <= SIG_MAX_DIGEST, "m");
    CHECK((len + 1) * n * SIG_GROUP <= SLH_MEMORY, "eight signatures side by side");
    CHECK((len * n << 3) + (8 + height - 3) * n + SLH_MAX_N <= SLH_MEMORY, "leaves");
  }
  return report("sets");
}

int main(int argc, char **argv)
{
  if (argc == 1) return check_rows();

  static uint8_t seed[SIG_MAX_SEED], message[1000], signature[MAX_SIGNATURE], first[MAX_SIGNATURE];
  uint8_t p[7], pk[SIG_MAX_PUBLIC_KEY] = {0}, sk[2 * SIG_MAX_PUBLIC_KEY];
  const char *levels[MAX_LEVELS];
  if (argc != 10) die("usage: sets SHAKE N H D A K LG_W SEED MESSAGE");
  for (int i = 0; i < 7; i++) p[i] = (uint8_t)atoi(argv[1 + i]);
  const kw_sig sig = {"a set", "", &kw_slh_dsa, {{p[0], p[1], p[2], p[3], p[4], p[5], p[6]}}};
  const size_t seed_size = unhex(seed, sizeof seed, argv[8]);
  const size_t size = unhex(message, sizeof message, argv[9]),
               sig_size = kw_sig_signature_size(&sig);
  if (sig_size > MAX_SIGNATURE || kw_sig_expanded_size(&sig) > MAX_EXPANDED) die("too large");
  const size_t count = distinct_levels(levels);
  for (size_t i = 0; i < count; i++) {
    use_level(levels[i]);
    context("%s", levels[i]);
    plan(1);
    begin_case();
    CHECK(kw_sig_keygen_from_seed(&sig, pk, 2u * p[1], sk, 4u * p[1], seed, seed_size, 2) == KW_OK,
          "keygen");
    sign(&sig, pk, sk, message, size, signature);
    if (i == 0) memcpy(first, signature, sig_size);
    CHECK(same(signature, first, sig_size), "levels differ");
  }
  print(pk, 2u * p[1]);
  print(first, sig_size);
  return report("sets");
}
