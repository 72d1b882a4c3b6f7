/* SPDX-License-Identifier: MIT
 *
 * What is hashed for a job (FIPS 205, 11.1 and 11.2): PK.seed, the address and the message, padded
 * to whole blocks. With SHA-2 the seed has a block of its own, which was taken before (struct
 * slh_seed): the text begins behind it, but its length counts it. The hash function is told by the
 * size of its blocks.
 */
#ifndef KATWISE_SLH_DSA_TEXT_H
#define KATWISE_SLH_DSA_TEXT_H
#include "platform.h"
#include "slh_dsa/jobs.h"

enum { SLH_SHA256 = 64, SLH_SHA512 = 128, SLH_SHAKE = 136 };

/* The compressed address: 18 bytes from the list, the job's height and index at their ends. */
INLINE void slh_compressed(uint8_t adrs[SLH_ADRSC], const struct slh_list *list,
                           const struct slh_job *job)
{
  memcpy(adrs, list->adrs[job->key], 16);
  adrs[16] = 0;
  adrs[17] = job->height;
  store32_be(adrs + 18, job->index);
}

/* The whole address (figure 2): layer, tree of 12 bytes, type, and three words. */
INLINE void slh_whole(uint8_t adrs[32], const struct slh_list *list, const struct slh_job *job)
{
  const uint8_t *c = list->adrs[job->key];
  store64_be(adrs, (uint64_t)c[0] << 32);
  store64(adrs + 8, load64(c + 1));
  store64_be(adrs + 16, (uint64_t)c[9] << 32 | load32_be(c + 10));
  store64_be(adrs + 24, (uint64_t)job->height << 32 | job->index);
}

/* Without a call: mostly the size is known to be small. */
INLINE void slh_copy(uint8_t *to, const uint8_t *from, size_t size)
{
  if (size < 16) {
    memcpy(to, from, size);
    return;
  }
  for (size_t i = 0; i + 16 < size; i += 16) memcpy(to + i, from + i, 16);
  memcpy(to + size - 16, from + size - 16, 16);
}

/* What stands in front of the message, in the first block. */
INLINE size_t slh_head_size(const struct slh_list *list, size_t block)
{
  return block == SLH_SHAKE ? list->n + 32 : SLH_ADRSC;
}

INLINE void slh_head(uint8_t *out, const struct slh_list *list, const struct slh_job *job,
                     size_t block)
{
  if (block == SLH_SHAKE) {
    memcpy(out, list->seed->bytes, list->n);
    slh_whole(out + list->n, list, job);
  } else {
    slh_compressed(out, list, job);
  }
}

INLINE size_t slh_blocks(const struct slh_list *list, size_t block)
{
  const size_t size = slh_head_size(list, block) + list->in_size;
  return block == SLH_SHAKE ? size / block + 1 : (size + block / 8) / block + 1;
}

/* How many blocks from number b on are parts of the message, and need not be made. */
INLINE size_t slh_whole_blocks(const struct slh_list *list, size_t block, size_t b)
{
  const size_t end = (slh_head_size(list, block) + list->in_size) / block;
  return b == 0 || b >= end ? 0 : end - b;
}

/* Block number b is made in out; or it is a part of the message: the result points to it. */
INLINE const uint8_t *slh_block(uint8_t *out, const struct slh_list *list,
                                const struct slh_job *job, size_t block, size_t b)
{
  const uint8_t *in = list->memory + job->in;
  const size_t head = slh_head_size(list, block), size = head + list->in_size;
  const size_t from = b * block, first = b == 0 ? head : 0;
  if (slh_whole_blocks(list, block, b) > 0) return in + (from - head);
  memset(out, 0, block);
  if (b == 0) slh_head(out, list, job, block);
  if (from + first < size)
    slh_copy(out + first, in + (from + first - head), min_size(size - from, block) - first);
  if (from <= size && size < from + block) out[size - from] = block == SLH_SHAKE ? 0x1f : 0x80;
  if (b + 1 < slh_blocks(list, block)) return out;
  if (block == SLH_SHAKE)
    out[block - 1] ^= 0x80;
  else
    store64_be(out + block - 8, 8 * (block + size));
  return out;
}

/* The only block of another job's text, over one of the same list: what differs. */
INLINE void slh_block_again(uint8_t *out, const struct slh_list *list, const struct slh_job *job,
                            size_t block)
{
  if (block == SLH_SHAKE)
    slh_whole(out + list->n, list, job);
  else
    slh_compressed(out, list, job);
  slh_copy(out + slh_head_size(list, block), list->memory + job->in, list->in_size);
}

#endif
