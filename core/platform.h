/* SPDX-License-Identifier: MIT
 * What every file may use: unaligned loads and stores of either byte order, wiping. */
#ifndef KATWISE_PLATFORM_H
#define KATWISE_PLATFORM_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LE32(x) (x)
#define LE64(x) (x)
#define BE32(x) __builtin_bswap32(x)
#define BE64(x) __builtin_bswap64(x)
#else
#define LE32(x) __builtin_bswap32(x)
#define LE64(x) __builtin_bswap64(x)
#define BE32(x) (x)
#define BE64(x) (x)
#endif

INLINE uint32_t load32(const uint8_t *p)
{
  uint32_t x;
  memcpy(&x, p, sizeof x);
  return x;
}
INLINE uint64_t load64(const uint8_t *p)
{
  uint64_t x;
  memcpy(&x, p, sizeof x);
  return x;
}
INLINE uint32_t load32_le(const uint8_t *p) { return LE32(load32(p)); }
INLINE uint32_t load32_be(const uint8_t *p) { return BE32(load32(p)); }
INLINE uint64_t load64_le(const uint8_t *p) { return LE64(load64(p)); }
INLINE uint64_t load64_be(const uint8_t *p) { return BE64(load64(p)); }

INLINE void store32(uint8_t *p, uint32_t x) { memcpy(p, &x, sizeof x); }
INLINE void store64(uint8_t *p, uint64_t x) { memcpy(p, &x, sizeof x); }
INLINE void store32_le(uint8_t *p, uint32_t x) { store32(p, LE32(x)); }
INLINE void store32_be(uint8_t *p, uint32_t x) { store32(p, BE32(x)); }
INLINE void store64_le(uint8_t *p, uint64_t x) { store64(p, LE64(x)); }
INLINE void store64_be(uint8_t *p, uint64_t x) { store64(p, BE64(x)); }

/* Zeros that stay: the compiler has to assume that the assembler statement reads them. */
INLINE void wipe(void *p, size_t size)
{
  memset(p, 0, size);
  __asm__ volatile("" : : "r"(p) : "memory");
}

/* Wipes the stack below the caller's frame, where the calls that it made left what their compilers
 * put there: spilled words of messages, keys and chaining values. */
void kw_wipe_stack(size_t size);

/* Bytes, by the kernels that were called; tests/c/residue.c looks for what is left. */
enum {
  KERNEL_STACK = 512,
  SHA512_STACK = 2304, /* sha512_pair.inc keeps the schedules of two blocks */
  MANY_STACK = 3072,   /* several messages */
};

INLINE size_t min_size(size_t a, size_t b) { return a < b ? a : b; }

INLINE int overlap(const void *a, size_t a_size, const void *b, size_t b_size)
{
  return a_size && b_size && (uintptr_t)a < (uintptr_t)b + b_size &&
         (uintptr_t)b < (uintptr_t)a + a_size;
}

/* Makes x a value that the compiler knows nothing about. */
#ifdef KATWISE_MSAN /* MemorySanitizer takes the statement as a use of x (preset msan) */
#define OPAQUE(x) (void)(x)
#else
#define OPAQUE(x) __asm__("" : "+r"(x))
#endif

/* Says that what was computed from secrets is no secret now: it goes into a signature. Only tests
 * for constant time (KATWISE_SECRETS) want to know. */
#ifdef KATWISE_SECRETS
#include "secret.h"
#define PUBLISHED(p, size) PUBLIC(p, size)
#else
#define PUBLISHED(p, size) (void)(p)
#endif

/* Names of the form base_SUFFIX, for files that are included once for each width. */
#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

/* The kernels' loops over round numbers must vanish: their indices have to be constants. */
#define PRAGMA_(x) _Pragma(#x)
#if defined(__clang__)
#define UNROLL(n) PRAGMA_(clang loop unroll(full))
#else
#define UNROLL(n) PRAGMA_(GCC unroll n)
#endif

#endif
