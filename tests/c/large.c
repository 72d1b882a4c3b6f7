/* SPDX-License-Identifier: MIT
 * Sizes that need more than 32 bits, of bytes or of bits: 2^29 zeros as a stream; 2^31 + 1 and
 * 2^32 + 1 zeros in one call. Values of Python's hashlib and hmac; the tag from a closed formula (a
 * geometric series modulo 2^130 - 5) in Python's integers. */
#include <stdlib.h>
#include <sys/mman.h>

#include "check.h"
#include "katwise.h"
#include "messages.h"

enum { PIECE = 1 << 20 };

static const struct {
  const char *name;
  uint64_t size;
  const char *digest;
} digests[] = {
  {"sha256", 1ull << 29, "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767"},
  {"sha512", 1ull << 29,
   "df68d060d2adafc2c4794407118f8116d000715233b2550302115556380d1d5b"
   "018ebce1c7fa412a8bc5e01e097b33db64d1e9117b3f7bdd8925f09b6594590a"},
  {"shake128", 1ull << 29, "9c6129fd1f5360a65ac1d6d3aceaa9b189ad2b770e2772ba5de01e43dd8e3f1a"},
  {"sha256", (1ull << 31) + 1, "b8030a8ab89280935633d8d991da3d9907c0f12e8b6fc3bfc515f4d440872b6e"},
  {"sha256", (1ull << 32) + 1, "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c"},
  {"sha512", (1ull << 32) + 1,
   "89fdc1f5c95f86d177144bc417b3513a669dae7f60c9e57fc2b39e0bfcd6dbb9"
   "efdf6b339d1762fe3f5e7914f1b64abb6a97a2ceec1bbb2a381e3eb0d3c43781"},
  {"shake128", (1ull << 32) + 1,
   "ec8af3f768235122ec3539890f1323156ec5ea66217f14050e06b5dc6236bcfb"},
};

static const char tag_of_zeros[] = "79e3ef48ad89c5fcb30db818976c35f4"; /* 2^32 + 1; key 00..1f */
static const char r_of_zeros[] = "33311c66d17151ded4652b9ec6e83cb9";   /* 2^32 + 1; seed 00..2f */

/* Pages that are only read are all the one page of zeros. */
static const uint8_t *zeros(size_t size)
{
  void *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) die("no address space for %zu bytes", size);
  return p;
}

static void stream(const kw_hash *hash, uint64_t size, uint8_t *out, size_t out_size)
{
  static const uint8_t piece[PIECE];
  kw_hash_state state;
  int good = kw_hash_init(&state, hash) == KW_OK;
  for (; size > 0; size -= PIECE) good &= kw_hash_update(&state, piece, PIECE) == KW_OK;
  CHECK(good && kw_hash_squeeze(&state, out, out_size) == KW_OK, "status");
}

static void test_digest(size_t i)
{
  const kw_hash *hash = kw_hash_find(digests[i].name);
  size_t out_size;
  uint8_t out[64], *want = hex_read(digests[i].digest, &out_size);
  context("%s of %llu zeros", digests[i].name, (unsigned long long)digests[i].size);
  if (digests[i].size % PIECE == 0) {
    stream(hash, digests[i].size, out, out_size);
  } else {
    const uint8_t *in = zeros(digests[i].size);
    CHECK(kw_hash_once(hash, out, out_size, in, digests[i].size) == KW_OK, "status");
    munmap((void *)(uintptr_t)in, digests[i].size);
  }
  CHECK(same(out, want, out_size), "digest");
  free(want);
}

static void test_tag(void)
{
  const size_t n = ((size_t)1 << 32) + 1;
  const uint8_t *in = zeros(n);
  size_t size;
  uint8_t key[32], *want = hex_read(tag_of_zeros, &size);
  const kw_mac *mac = kw_mac_find("poly1305");
  context("poly1305 of %zu zeros", n);
  for (size_t i = 0; i < sizeof key; i++) key[i] = (uint8_t)i;
  CHECK(kw_mac_verify(mac, want, size, in, n, key, sizeof key) == KW_OK, "tag");
  free(want);
}

/* SLH-DSA-SHA2-128f: R is known, and the rest depends on the other hash of the message (H_msg),
 * which verification has in one call and as a stream. */
static void test_signature(void)
{
  enum { PK = 32, SK = 64, SIGNATURE = 17088 };
  const kw_sig *sig = kw_sig_find("SLH-DSA-SHA2-128f");
  const size_t n = ((size_t)1 << 32) + 1;
  const uint8_t *in = zeros(n);
  static uint8_t signature[SIGNATURE];
  size_t size;
  uint8_t seed_bytes[48], pk[PK], sk[SK], *r = hex_read(r_of_zeros, &size);
  kw_verify_state state;
  context("signature of %zu zeros", n);
  for (size_t i = 0; i < sizeof seed_bytes; i++) seed_bytes[i] = (uint8_t)i;
  int good =
      kw_sig_keygen_from_seed(sig, pk, PK, sk, SK, seed_bytes, sizeof seed_bytes, 0) == KW_OK;
  good &= kw_sign_deterministic(sig, signature, SIGNATURE, in, n, sk, SK, NULL) == KW_OK;
  CHECK(good && same(signature, r, size), "R");
  CHECK(kw_verify(sig, signature, SIGNATURE, in, n, pk, PK, NULL) == KW_OK, "verify");
  good = kw_verify_init(&state, sig, signature, SIGNATURE, pk, PK, NULL) == KW_OK;
  for (size_t at = 0; at + 1 < n; at += PIECE)
    good &= kw_verify_update(&state, in + at, PIECE) == KW_OK;
  good &= kw_verify_update(&state, in, 1) == KW_OK;
  CHECK(good && kw_verify_final(&state, signature, SIGNATURE) == KW_OK, "stream");
  free(r);
}

int main(void)
{
  plan(SIZE(digests) + 2);
  for (size_t i = 0; i < SIZE(digests); i++) {
    begin_case();
    test_digest(i);
  }
  begin_case();
  test_tag();
  begin_case();
  test_signature();
  return report("large");
}
