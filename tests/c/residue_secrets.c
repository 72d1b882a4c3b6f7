/* SPDX-License-Identifier: MIT
 * The list of secrets: words of 8 bytes as they lie in memory; and of 4 bytes, since kernels for
 * several messages keep words of different messages side by side. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hash/hash.h"
#include "mac/poly1305.h"
#include "residue.h"

enum { MOST = 250000, FEW_HALVES = 3 }; /* one equal half can be chance, three are not */

static uint64_t whole[MOST], half[MOST];
static size_t wholes, halves;

static void add(uint64_t word)
{
  if (wholes == MOST) die("MOST is too small");
  if (word >> 16) whole[wholes++] = word;
}

static void add_half(uint32_t word)
{
  if (halves == MOST) die("MOST is too small");
  if (word >> 16) half[halves++] = word;
}

static int in_order(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort(void)
{
  qsort(whole, wholes, sizeof *whole, in_order);
  qsort(half, halves, sizeof *half, in_order);
}

static uint64_t swap_halves(uint64_t x)
{
  const uint64_t y = __builtin_bswap64(x);
  return y >> 32 | y << 32;
}

/* As bytes, and as the words of either size that hashes read. */
static void add_forms(const uint8_t *p)
{
  const uint64_t x = load64(p);
  add(x);
  add(__builtin_bswap64(x));
  add(swap_halves(x));
}

static void add_message(void)
{
  wholes = halves = 0;
  for (size_t i = 0; i + 8 <= sizeof message; i += 4) {
    const uint32_t x = load32(message + i);
    add_forms(message + i);
    add_half(x);
    add_half(__builtin_bswap32(x));
  }
}

void secrets_begin(void) { wholes = halves = 0; }

void secrets_add(const uint8_t *p, size_t n)
{
  for (size_t i = 0; i + 8 <= n; i += 8) add_forms(p + i);
}

void secrets_end(void) { sort(); }

/* ---- Chaining values ---- */

static int is_output(const uint8_t word[8])
{
  for (size_t i = 0; i + 8 <= sizeof out; i++)
    if (memcmp(out + i, word, 8) == 0) return 1;
  return 0;
}

static void add_chain(const union chain *chain, int final)
{
  const size_t words = hash->engine == &kw_sponge              ? 25
                       : hash->engine == &kw_merkle_damgard_32 ? 4
                                                               : 8;
  for (size_t i = 0; i < words; i++) {
    const uint64_t x = chain->keccak[i]; /* the union's parts begin at one place */
    uint8_t be32[8], be64[8];
    store64(be32, swap_halves(x));
    store64_be(be64, x);
    if (!final || !(is_output((const uint8_t *)&x) || is_output(be32) || is_output(be64))) add(x);
  }
}

static void add_chains(const uint8_t *in, size_t n)
{
  const struct hash_engine *engine = hash->engine;
  const size_t block = hash->block_size;
  uint8_t tail[MAX_TAIL];
  union chain chain;
  engine->start(hash, &chain);
  for (size_t at = 0; at + block <= n; at += block) {
    engine->absorb(hash, &chain, in + at, 1);
    add_chain(&chain, 0);
  }
  size_t blocks = engine->pad(hash, tail, in + (n - n % block), n % block, n);
  engine->absorb(hash, &chain, tail, blocks);
  add_chain(&chain, 1);
  for (size_t read = block; read < out_size; read += block) {
    engine->absorb(hash, &chain, kw_zero_block, 1);
    add_chain(&chain, 1);
  }
}

void secrets_of_hash(size_t count, const void *const in[], const size_t in_size[])
{
  add_message();
  for (size_t i = 0; i < count; i++) add_chains(in[i], in_size[i]);
  sort();
}

/* ---- Poly1305 ---- */

/* In radix 2^64, and in radix 2^32, whose limbs have 8 bytes each. */
static void add_limbs(uint64_t x)
{
  add(x);
  add((uint32_t)x);
  add(x >> 32);
}

void secrets_of_mac(int with_tag)
{
  struct poly1305 p;
  add_message();
  poly1305_start(&p, key);
  for (size_t i = 0; i < KEY; i += 8) add_limbs(load64(key + i));
  for (size_t i = 0; i < 2; i++) {
    const uint64_t low = (uint32_t)p.r[i], high = p.r[i] >> 32;
    add_limbs(p.r[i]);
    add(p.r[i] + (p.r[i] >> 2)); /* 5/4 of r, or of its limbs */
    add(low + (low >> 2));
    add(high + (high >> 2));
  }
  for (size_t at = 0; at + POLY1305_BLOCK <= size; at += POLY1305_BLOCK) {
    kw_kernels.poly1305_blocks(&p, message + at, 1);
    add_limbs(p.h[0]);
    add_limbs(p.h[1]);
  }
  const uint64_t h0 = load64_le(tag) - p.s[0], borrow = load64_le(tag) < p.s[0];
  add_limbs(h0); /* the last accumulator: the tag without s */
  add_limbs(load64_le(tag + 8) - p.s[1] - borrow);
  if (with_tag) {
    add_limbs(load64_le(tag));
    add_limbs(load64_le(tag + 8));
  }
  sort();
}

/* ---- The search ---- */

static int found(const uint64_t *list, size_t count, uint64_t word)
{
  return bsearch(&word, list, count, sizeof word, in_order) != NULL;
}

void search(const char *what, const uint8_t *dead, size_t dead_size)
{
  size_t hits = 0, half_hits = 0, depth = 0;
  for (size_t i = 0; i + 8 <= dead_size; i++)
    if (found(whole, wholes, load64(dead + i))) hits++, depth = dead_size - i;
  for (size_t i = 0; i + 4 <= dead_size; i += 4) {
    const int hit = found(half, halves, load32(dead + i));
    if (hit && half_hits++ == 0 && !depth) depth = dead_size - i;
  }
  CHECK(hits == 0 && half_hits < FEW_HALVES,
        "%s: %zu secrets of 8 bytes, %zu of 4 remain, one %zu bytes below the stack's end", what,
        hits, half_hits, depth);
}
