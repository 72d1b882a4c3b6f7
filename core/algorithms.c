/* SPDX-License-Identifier: MIT
 * The one list: tests, benchmarks, the command line, Python, Node.js and wasm all walk it. */
#include <string.h>

#include "hash/hash.h"
#include "mac/mac.h"
#include "sig/sig.h"

#define FIPS_180 "FIPS 180-4"
#define FIPS_202 "FIPS 202"
#define MD32 &kw_merkle_damgard_32
#define MD64 &kw_merkle_damgard_64
#define SPONGE &kw_sponge
#define SLH_DSA "FIPS 205", &kw_slh_dsa

// clang-format off
static const kw_hash hashes[] = {
  /* name, standard, engine, block, digest, oid, suffix, H(0) (FIPS 180-4, 5.3) */
  {"sha224", FIPS_180, MD32, 64, 28,  4, 0,
   {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4}},
  {"sha256", FIPS_180, MD32, 64, 32,  1, 0,
   {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}},
  {"sha384", FIPS_180, MD64, 128, 48,  2, 0,
   {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4}},
  {"sha512", FIPS_180, MD64, 128, 64,  3, 0,
   {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}},
  {"sha512-224", FIPS_180, MD64, 128, 28,  5, 0,
   {0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
    0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1}},
  {"sha512-256", FIPS_180, MD64, 128, 32,  6, 0,
   {0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
    0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2}},
  /* name, standard, engine, rate, digest, oid, suffix (FIPS 202, 6.1, 6.2 and B.2) */
  {"sha3-224", FIPS_202, SPONGE, 144, 28,  7, 0x06, {0}},
  {"sha3-256", FIPS_202, SPONGE, 136, 32,  8, 0x06, {0}},
  {"sha3-384", FIPS_202, SPONGE, 104, 48,  9, 0x06, {0}},
  {"sha3-512", FIPS_202, SPONGE,  72, 64, 10, 0x06, {0}},
  {"shake128", FIPS_202, SPONGE, 168,  0, 11, 0x1f, {0}},
  {"shake256", FIPS_202, SPONGE, 136,  0, 12, 0x1f, {0}},
};

static const kw_mac macs[] = {
  {"poly1305", "RFC 8439", 32, 16},
};

static const kw_sig sigs[] = {
  /* name, standard, scheme, SHAKE or not, n, h, d, a, k, lg_w (FIPS 205, table 2) */
  {"SLH-DSA-SHA2-128s",  SLH_DSA, {{0, 16, 63,  7, 12, 14, 4}}},
  {"SLH-DSA-SHA2-128f",  SLH_DSA, {{0, 16, 66, 22,  6, 33, 4}}},
  {"SLH-DSA-SHA2-192s",  SLH_DSA, {{0, 24, 63,  7, 14, 17, 4}}},
  {"SLH-DSA-SHA2-192f",  SLH_DSA, {{0, 24, 66, 22,  8, 33, 4}}},
  {"SLH-DSA-SHA2-256s",  SLH_DSA, {{0, 32, 64,  8, 14, 22, 4}}},
  {"SLH-DSA-SHA2-256f",  SLH_DSA, {{0, 32, 68, 17,  9, 35, 4}}},
  {"SLH-DSA-SHAKE-128s", SLH_DSA, {{1, 16, 63,  7, 12, 14, 4}}},
  {"SLH-DSA-SHAKE-128f", SLH_DSA, {{1, 16, 66, 22,  6, 33, 4}}},
  {"SLH-DSA-SHAKE-192s", SLH_DSA, {{1, 24, 63,  7, 14, 17, 4}}},
  {"SLH-DSA-SHAKE-192f", SLH_DSA, {{1, 24, 66, 22,  8, 33, 4}}},
  {"SLH-DSA-SHAKE-256s", SLH_DSA, {{1, 32, 64,  8, 14, 22, 4}}},
  {"SLH-DSA-SHAKE-256f", SLH_DSA, {{1, 32, 68, 17,  9, 35, 4}}},
};
// clang-format on

_Static_assert(sizeof macs == sizeof *macs, "mac/mac.c knows Poly1305 alone");

enum {
  HASHES = sizeof hashes / sizeof *hashes,
  MACS = sizeof macs / sizeof *macs,
  SIGS = sizeof sigs / sizeof *sigs,
};

size_t kw_hash_count(void) { return HASHES; }
const kw_hash *kw_hash_at(size_t index) { return index < HASHES ? &hashes[index] : NULL; }
size_t kw_hash_index(const kw_hash *hash) { return (size_t)(hash - hashes); }

const kw_hash *kw_hash_find(const char *name)
{
  for (size_t i = 0; name && i < HASHES; i++)
    if (strcmp(hashes[i].name, name) == 0) return &hashes[i];
  return NULL;
}

const char *kw_hash_name(const kw_hash *hash) { return hash ? hash->name : NULL; }
const char *kw_hash_standard(const kw_hash *hash) { return hash ? hash->standard : NULL; }
size_t kw_hash_digest_size(const kw_hash *hash) { return hash ? hash->digest_size : 0; }
size_t kw_hash_block_size(const kw_hash *hash) { return hash ? hash->block_size : 0; }
int kw_hash_is_xof(const kw_hash *hash) { return hash && hash->digest_size == 0; }

size_t kw_mac_count(void) { return MACS; }
const kw_mac *kw_mac_at(size_t index) { return index < MACS ? &macs[index] : NULL; }
size_t kw_mac_index(const kw_mac *mac) { return (size_t)(mac - macs); }

const kw_mac *kw_mac_find(const char *name)
{
  for (size_t i = 0; name && i < MACS; i++)
    if (strcmp(macs[i].name, name) == 0) return &macs[i];
  return NULL;
}

const char *kw_mac_name(const kw_mac *mac) { return mac ? mac->name : NULL; }
const char *kw_mac_standard(const kw_mac *mac) { return mac ? mac->standard : NULL; }
size_t kw_mac_key_size(const kw_mac *mac) { return mac ? mac->key_size : 0; }
size_t kw_mac_tag_size(const kw_mac *mac) { return mac ? mac->tag_size : 0; }

size_t kw_sig_count(void) { return SIGS; }
const kw_sig *kw_sig_at(size_t index) { return index < SIGS ? &sigs[index] : NULL; }
size_t kw_sig_index(const kw_sig *sig) { return (size_t)(sig - sigs); }

const kw_sig *kw_sig_find(const char *name)
{
  for (size_t i = 0; name && i < SIGS; i++)
    if (strcmp(sigs[i].name, name) == 0) return &sigs[i];
  return NULL;
}

const char *kw_sig_name(const kw_sig *sig) { return sig ? sig->name : NULL; }
const char *kw_sig_standard(const kw_sig *sig) { return sig ? sig->standard : NULL; }
