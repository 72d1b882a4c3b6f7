/* SPDX-License-Identifier: MIT
 * Lists of jobs, one call after the other: the specification of the kernels for several. */
#include "slh_dsa/jobs.h"

#include "kernels.h"
#include "slh_dsa/text.h"

/* Blocks for one call of a kernel. */
static size_t run_of_blocks(const struct slh_list *list, size_t block, size_t b)
{
  const size_t whole = slh_whole_blocks(list, block, b);
  return whole > 0 ? whole : 1;
}

static void sha256_call(const struct slh_list *list, const struct slh_job *job)
{
  uint32_t h[8];
  uint8_t block[SLH_SHA256];
  memcpy(h, list->seed->sha256, sizeof h);
  for (size_t b = 0, run; b < slh_blocks(list, SLH_SHA256); b += run) {
    run = run_of_blocks(list, SLH_SHA256, b);
    kw_kernels.sha256_blocks(h, slh_block(block, list, job, SLH_SHA256, b), run);
  }
  for (size_t i = 0; i < list->n / 4; i++) store32_be(list->memory + job->out + 4 * i, h[i]);
}

static void sha512_call(const struct slh_list *list, const struct slh_job *job)
{
  uint64_t h[8];
  uint8_t block[SLH_SHA512];
  memcpy(h, list->seed->sha512, sizeof h);
  for (size_t b = 0, run; b < slh_blocks(list, SLH_SHA512); b += run) {
    run = run_of_blocks(list, SLH_SHA512, b);
    kw_kernels.sha512_blocks(h, slh_block(block, list, job, SLH_SHA512, b), run);
  }
  for (size_t i = 0; i < list->n / 8; i++) store64_be(list->memory + job->out + 8 * i, h[i]);
}

static void shake_call(const struct slh_list *list, const struct slh_job *job)
{
  uint64_t a[25] = {0};
  uint8_t block[SLH_SHAKE];
  for (size_t b = 0; b < slh_blocks(list, SLH_SHAKE); b++) {
    const uint8_t *p = slh_block(block, list, job, SLH_SHAKE, b);
    for (size_t i = 0; i < SLH_SHAKE / 8; i++) a[i] ^= load64_le(p + 8 * i);
    kw_kernels.keccak_f1600(a);
  }
  for (size_t i = 0; i < list->n / 8; i++) store64_le(list->memory + job->out + 8 * i, a[i]);
}

static void each(const struct slh_list *list,
                 void (*call)(const struct slh_list *, const struct slh_job *))
{
  for (size_t i = 0; i < list->count; i++)
    for (struct slh_job job = list->jobs[i]; job.steps > 0; job.steps--) {
      call(list, &job);
      job.in = job.out;
      job.index++;
    }
}

void kw_slh_sha256(const struct slh_list *list) { each(list, sha256_call); }
void kw_slh_sha512(const struct slh_list *list) { each(list, sha512_call); }
void kw_slh_shake(const struct slh_list *list) { each(list, shake_call); }
