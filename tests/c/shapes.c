/* SPDX-License-Identifier: MIT
 * The shapes of algorithms that other machines use, compiled for this one and compared with the
 * portable level: Poly1305 in radix 2^32 (wasm), Keccak in the order of the standard (wasm,
 * RISC-V), with one and two lanes, with and without complemented lanes; lists of jobs in two lanes.
 *
 * `shapes secret` runs them on secrets, under valgrind or MemorySanitizer; `shapes leak` branches
 * on one: the checker has to find that. */
#include <string.h>

#include "check.h"
#include "katwise.h"
#include "kernels.h"
#include "mac/poly1305.h"
#include "mac/poly1305_32.inc"

#define LANES 1
#define SUFFIX plain
#include "hash/keccak_textbook.inc"
#include "hash/keccak_end.inc"

#define LANES 1
#define SUFFIX complement
#define COMPLEMENT
#include "hash/keccak_textbook.inc"
#include "hash/keccak_end.inc"

#define LANES 1
#define SUFFIX moving
#include "hash/keccak.inc"
#include "hash/keccak_end.inc"

#define LANES 2
#define SUFFIX plain_x2
#include "hash/keccak_textbook.inc"
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include "slh_dsa/keccak_jobs.inc"
#endif
#include "hash/keccak_end.inc"

static void (*const f1600[])(uint64_t *) = {f1600_plain, f1600_complement, f1600_moving,
                                            f1600_plain_x2};

static void keccak(void)
{
  for (int turn = 0; turn < 2000; turn++) {
    uint64_t want[25], got[25];
    for (size_t i = 0; i < 25; i++) want[i] = turn < 10 ? 0 - (uint64_t)(turn & 1) : next_random();
    for (size_t s = 0; s < SIZE(f1600); s++) {
      uint64_t right[25];
      memcpy(right, want, sizeof right);
      memcpy(got, want, sizeof got);
      kw_kernels.keccak_f1600(right);
      f1600[s](got);
      CHECK(same(got, right, sizeof got), "shape %zu, turn %d", s, turn);
    }
  }
}

__attribute__((unused)) static void keccak_many(void)
{
  const size_t rates[] = {72, 104, 136, 144, 168};
  for (size_t r = 0; r < SIZE(rates); r++)
    for (size_t blocks = 0; blocks <= 3; blocks++) {
      const size_t rate = rates[r];
      uint8_t in[2][3 * 168];
      const uint8_t *const list[] = {in[0], in[1]};
      uint64_t states[50] = {0};
      random_bytes(in[0], sizeof in);
      many_plain_x2(states, list, rate, blocks);
      for (size_t l = 0; l < 2; l++) {
        uint64_t right[25] = {0};
        for (size_t b = 0; b < blocks; b++) {
          for (size_t i = 0; i < rate / 8; i++) right[i] ^= load64_le(in[l] + b * rate + 8 * i);
          kw_kernels.keccak_f1600(right);
        }
        for (size_t i = 0; i < 25; i++)
          CHECK(states[2 * i + l] == right[i], "rate %zu, lane %zu, word %zu", rate, l, i);
      }
    }
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { ROOM = 8192, JOBS = 9 };

/* Chains, or calls with longer messages, each in its place. */
static void make_list(struct slh_list *list, struct slh_job *jobs, int chains)
{
  static struct slh_seed seed;
  random_bytes((uint8_t *)&seed, sizeof seed);
  *list = (struct slh_list){.seed = &seed, .jobs = jobs};
  list->n = 16 + 8 * random_below(3);
  list->in_size = list->n * (chains ? 1 : 2 + random_below(20));
  list->count = 1 + random_below(JOBS);
  random_bytes(list->adrs[0], 14);
  random_bytes(list->adrs[1], 14);
  for (size_t i = 0; i < list->count; i++) {
    const uint16_t at = (uint16_t)(i * list->in_size);
    jobs[i] = (struct slh_job){.in = at, .out = at, .steps = 1, .key = (uint8_t)random_below(2)};
    jobs[i].index = (uint32_t)next_random() >> 1;
    if (chains) jobs[i].steps = (uint8_t)(1 + random_below(15));
  }
}

static void lists(void)
{
  static uint8_t want[ROOM], got[ROOM];
  for (int turn = 0; turn < 2000; turn++) {
    struct slh_job jobs[JOBS];
    struct slh_list list;
    make_list(&list, jobs, turn & 1);
    random_bytes(want, sizeof want);
    memcpy(got, want, sizeof got);
    list.memory = want;
    kw_slh_shake(&list);
    list.memory = got;
    slh_plain_x2(&list);
    CHECK(same(got, want, sizeof got), "turn %d, n %zu, %zu jobs", turn, list.n, list.count);
  }
}
#endif

/* As messages at the edges: bytes of ff and 00, with some that are random. */
static void edge_bytes(uint8_t *p, size_t size)
{
  const uint64_t kind = next_random();
  for (size_t i = 0; i < size; i++)
    p[i] = kind & 4 && random_below(20) == 0 ? (uint8_t)next_random() : kind & 1 ? 0xff : 0;
  if (kind & 2) random_bytes(p, size);
}

static void poly1305(void)
{
  for (int turn = 0; turn < 20000; turn++) {
    uint8_t key[32], msg[200], want[16], once[16], pieces[16];
    struct poly1305 p;
    const size_t n = random_below(sizeof msg), blocks = n / 16, first = random_below(blocks + 1);
    edge_bytes(key, 16);
    edge_bytes(key + 16, 16);
    edge_bytes(msg, sizeof msg);
    kw_kernels.poly1305_once(want, msg, n, key);
    poly1305_once(once, msg, n, key);
    CHECK(same(once, want, 16), "once, %zu bytes, turn %d", n, turn);
    poly1305_start(&p, key);
    poly1305_blocks(&p, msg, first);
    CHECK(p.h[2] <= 4, "h is %llu 2^128", (unsigned long long)p.h[2]);
    kw_kernels.poly1305_blocks(&p, msg + 16 * first, blocks - first); /* one state for all shapes */
    poly1305_final(&p, pieces, msg + 16 * blocks, n % 16);
    CHECK(same(pieces, want, 16), "pieces, %zu bytes, turn %d", n, turn);
  }
}

#ifdef KATWISE_SECRETS
#include "shapes_secret.inc"
#else
static void secrets(int leak)
{
  (void)leak;
  die("nothing here looks for secrets");
}
#endif

int main(int argc, char **argv)
{
  static void (*const tests[])(void) = {
    keccak,
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ /* vectors are for these machines alone */
    keccak_many,
    lists,
#endif
    poly1305,
  };
  seed(5);
  use_level("portable");
  if (argc == 2) {
    secrets(strcmp(argv[1], "leak") == 0);
    return report("shapes");
  }
  plan(SIZE(tests));
  for (size_t i = 0; i < SIZE(tests); i++) {
    begin_case();
    tests[i]();
  }
  return report("shapes");
}
