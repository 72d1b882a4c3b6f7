/* SPDX-License-Identifier: MIT
 *
 * Jobs in the lanes of a kernel: each lane has its own chain, and the next one when that has ended.
 * All lanes run to the end that is nearest, so that chains of one length never stop in between.
 */
#ifndef KATWISE_SLH_DSA_LANES_H
#define KATWISE_SLH_DSA_LANES_H
#include "platform.h"
#include "slh_dsa/jobs.h"

/* Not inlined, for a small stack: frames of kernels that are not in use at once would add up. */
#define SLH_APART static __attribute__((noinline)) void

struct slh_lanes {
  const struct slh_job *next, *end;
  struct slh_job job[16]; /* what is left of each lane's job */
  uint32_t now;           /* steps that were run */
  uint16_t ends[256];     /* the lanes that need attention after so many steps, modulo 256 */
};

INLINE void slh_lanes_start(struct slh_lanes *s, const struct slh_list *list)
{
  memset(s, 0, sizeof *s);
  s->next = list->jobs;
  s->end = list->jobs + list->count;
}

/* SHA-256 has the index in two words, of which the upper one stays in a run: up to the carry. */
INLINE uint32_t slh_piece(const struct slh_job *job)
{
  const uint32_t to_carry = 0x10000 - (job->index & 0xffff);
  return job->steps < to_carry ? job->steps : to_carry;
}

/* Gives lane l the rest of its job, or the next one; if there is none, the lane is idle. */
INLINE int slh_lanes_take(struct slh_lanes *s, size_t l)
{
  if (s->job[l].steps == 0) {
    if (s->next == s->end) return 0;
    s->job[l] = *s->next++;
  }
  s->ends[(s->now + slh_piece(&s->job[l])) % 256] |= (uint16_t)(1u << l);
  return 1;
}

/* The steps that all lanes run now; some lane is busy. */
INLINE uint32_t slh_lanes_run(struct slh_lanes *s)
{
  const uint32_t before = s->now;
  while (s->ends[++s->now % 256] == 0) continue;
  return s->now - before;
}

/* The lanes that need attention after that run, as bits: their values have to be stored. */
INLINE unsigned slh_lanes_ended(struct slh_lanes *s)
{
  uint16_t *ends = &s->ends[s->now % 256];
  const unsigned ended = *ends;
  *ends = 0;
  for (unsigned lanes = ended; lanes != 0; lanes &= lanes - 1) {
    struct slh_job *job = &s->job[__builtin_ctz(lanes)];
    const uint32_t done = slh_piece(job);
    job->steps = (uint8_t)(job->steps - done);
    job->index += done;
    job->in = job->out;
  }
  return ended;
}

/* Whether all jobs of the list are chains of one length, and can be run to their ends at once. */
INLINE int slh_even(const struct slh_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->jobs[i].steps != list->jobs[0].steps ||
        slh_piece(&list->jobs[i]) != list->jobs[0].steps)
      return 0;
  return 1;
}

/* Whether no job of the list is a chain. */
INLINE int slh_single(const struct slh_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->jobs[i].steps != 1) return 0;
  return 1;
}

#endif
