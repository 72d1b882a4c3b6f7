/* SPDX-License-Identifier: MIT
 * The sponge of FIPS 202, section 4, over Keccak-f[1600], with pad10*1 (algorithm 9). */
#include <string.h>

#include "hash/hash.h"
#include "platform.h"

const uint8_t kw_zero_block[MAX_BLOCK];

static void start(const kw_hash *hash, union chain *chain)
{
  (void)hash;
  memset(chain->keccak, 0, sizeof chain->keccak);
}

static void absorb(const kw_hash *hash, union chain *chain, const uint8_t *in, size_t blocks)
{
  const size_t words = hash->block_size / 8;
  uint64_t *a = chain->keccak;
  for (; blocks > 0; blocks--, in += 8 * words) {
    for (size_t i = 0; i < words; i++) a[i] ^= load64_le(in + 8 * i);
    kw_kernels.keccak_f1600(a);
  }
}

static size_t pad(const kw_hash *hash, uint8_t tail[MAX_TAIL], const uint8_t *rest, size_t size,
                  uint64_t total)
{
  (void)total;
  memset(tail, 0, MAX_BLOCK);
  memcpy(tail, rest, size);
  tail[size] = hash->suffix;
  tail[hash->block_size - 1] |= 0x80;
  return 1;
}

static void read(const union chain *chain, uint8_t *out, size_t size)
{
  const uint64_t *a = chain->keccak;
  size_t i = 0;
  for (; i + 8 <= size; i += 8) store64_le(out + i, a[i / 8]);
  for (; i < size; i++) out[i] = (uint8_t)(a[i / 8] >> i % 8 * 8);
}

static size_t lanes(const kw_hash *hash)
{
  (void)hash;
  return kw_kernels.keccak_lanes;
}

static void put(const kw_hash *hash, union lanes *to, size_t lane, const union chain *chain)
{
  for (size_t i = 0; i < 25; i++) to->keccak[i * lanes(hash) + lane] = chain->keccak[i];
}

static void get(const kw_hash *hash, const union lanes *from, size_t lane, union chain *chain)
{
  for (size_t i = 0; i < 25; i++) chain->keccak[i] = from->keccak[i * lanes(hash) + lane];
}

static void absorb_many(const kw_hash *hash, union lanes *to, const uint8_t *const in[],
                        size_t blocks)
{
  kw_kernels.keccak_many(to->keccak, in, hash->block_size, blocks);
}

const struct hash_engine kw_sponge = {
  .stack = KERNEL_STACK,
  .start = start,
  .absorb = absorb,
  .pad = pad,
  .read = read,
  .lanes = lanes,
  .put = put,
  .get = get,
  .absorb_many = absorb_many,
};
