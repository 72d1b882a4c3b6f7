/* SPDX-License-Identifier: MIT
 * The shapes of algorithms that other machines use, compiled for this one and compared with the
 * portable level: Poly1305 in radix 2^32 (wasm), Keccak in the order of the standard (wasm,
 * RISC-V), with one and two lanes, with and without complemented lanes.
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

#define LANES 1
#define SUFFIX complement
#define COMPLEMENT
#include "hash/keccak_textbook.inc"

#define LANES 1
#define SUFFIX moving
#include "hash/keccak.inc"

#define LANES 2
#define SUFFIX plain_x2
#include "hash/keccak_textbook.inc"

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
