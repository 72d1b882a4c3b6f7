/* SPDX-License-Identifier: MIT
 * The kernels for lists of SLH-DSA's hash function calls, against the portable level's. */
#include "levels.h"

#include <string.h>

#include "kernels.h"

enum { ROOM = 65536, JOBS = 600, MOST_LANES = 16 };

static const struct {
  const char *name;
  size_t offset; /* in struct kernels */
  slh_kernel *portable;
  int chains; /* takes them */
} kernels[SLH_KERNELS] = {
  {"sha256", offsetof(struct kernels, slh_sha256), kw_slh_sha256, 1},
  {"sha256 few", offsetof(struct kernels, slh_sha256_few), kw_slh_sha256, 1},
  {"sha512", offsetof(struct kernels, slh_sha512), kw_slh_sha512, 0},
  {"shake", offsetof(struct kernels, slh_shake), kw_slh_shake, 1},
};

static uint8_t whole[ROOM], want[ROOM];
static struct slh_job jobs[JOBS];

const char *slh_kernel_name(size_t kernel) { return kernels[kernel].name; }

/* Compares all of the memory: what no job has for its output must stay. */
static void compare(size_t kernel, struct slh_list *list, uint8_t *memory, size_t size)
{
  slh_kernel *run;
  memcpy(&run, (const uint8_t *)&kw_kernels + kernels[kernel].offset, sizeof run);
  random_bytes(memory, size);
  memcpy(want, memory, size);
  list->memory = want;
  portable_list(kernels[kernel].portable, list);
  list->memory = memory;
  run(list);
  CHECK(same(memory, want, size), "n %zu, messages of %zu bytes, %zu jobs", list->n, list->in_size,
        list->count);
}

/* F and PRF, H, T_len, T_k of the sets; and what no set has. */
static size_t any_in_size(size_t n)
{
  const size_t words[] = {1, 1, 2, 2 * n + 3, 14, 17, 22, 33, 35, 3 + random_below(9)};
  return n * words[random_below(SIZE(words))];
}

/* Mostly as in chains and trees; or near a carry, from one byte or half of the word to the next. */
static uint32_t any_index(void)
{
  switch (random_below(4)) {
    case 0: return (uint32_t)(random_below(0xffff) << 16 | (0xffff - random_below(16)));
    case 1: return (uint32_t)(random_below(0xffffff) << 8 | (0xff - random_below(16)));
    default: return (uint32_t)random_below(1 << 14);
  }
}

/* Messages one after the other, with outputs in their place; or anywhere, sharing bytes, with the
 * outputs in front of them all or behind. Many lie flush with the end of the memory. */
static void place(struct slh_job *job, size_t i, const struct slh_list *list, size_t room,
                  int front)
{
  const size_t in_place = list->count * list->in_size, outputs = list->count * list->n;
  const size_t last = room - outputs - list->in_size;
  size_t in = random_below(4) ? random_below(last + 1) : front ? last : 0;
  if (front) in += outputs;
  size_t out = (front ? 0 : room - outputs) + i * list->n;
  if (in_place <= room && list->seed->bytes[0] & 1)
    in = out = (front ? room - in_place : 0) + i * list->in_size;
  job->in = (uint16_t)in;
  job->out = (uint16_t)out;
}

static void any_jobs(size_t kernel, struct slh_list *list, size_t room)
{
  const int front = (int)random_below(2);
  const int chains = kernels[kernel].chains && list->in_size == list->n && random_below(4);
  const size_t longest = random_below(8) ? 15 : 255;
  const int equal = random_below(3) == 0;
  for (size_t i = 0; i < list->count; i++) {
    const size_t steps = equal ? longest : 1 + random_below(longest);
    jobs[i].index = any_index();
    jobs[i].height = (uint8_t)random_below(256);
    jobs[i].steps = (uint8_t)(chains ? steps : 1);
    jobs[i].key = (uint8_t)random_below(SLH_KEYS);
    place(&jobs[i], i, list, room, front);
  }
}

static void any_list(size_t kernel, uint8_t *memory, size_t room, size_t count)
{
  struct slh_seed seed;
  struct slh_list list = {.seed = &seed, .n = 16 + 8 * random_below(3), .jobs = jobs};
  random_bytes((uint8_t *)&seed, sizeof seed);
  for (size_t i = 0; i < SLH_KEYS; i++) random_bytes(list.adrs[i], 14);
  list.in_size = any_in_size(list.n);
  list.count = count;
  any_jobs(kernel, &list, room);
  compare(kernel, &list, memory, room);
}

/* Every number of jobs, so that lanes are idle, full and used again; then long lists. */
void slh_lists(size_t kernel)
{
  for (size_t count = 1; count <= 3 * MOST_LANES; count++)
    for (int turn = 0; turn < (quick ? 3 : 40); turn++) any_list(kernel, whole, ROOM, count);
  for (int turn = 0; turn < (quick ? 5 : 100); turn++)
    any_list(kernel, whole, ROOM, 1 + random_below(JOBS));
}

/* The memory, of just the size that the list needs, at a page that can't be touched. */
void slh_guards(size_t kernel)
{
  static uint8_t *pages;
  if (!pages) pages = guarded_pages();
  for (int turn = 0; turn < (quick ? 60 : 1000); turn++) {
    const size_t count = 1 + random_below(2 * MOST_LANES + 1);
    const size_t room = 67 * SLH_MAX_N + count * SLH_MAX_N;
    any_list(kernel, turn & 1 ? before_guard(pages, room) : behind_guard(pages), room, count);
  }
}
