/* SPDX-License-Identifier: MIT
 *
 * What all test programs share. A program plans cases, runs them, and checks things in each of
 * them; it fails if a check fails, or if it ran another number of cases than it planned.
 */
#ifndef KATWISE_CHECK_H
#define KATWISE_CHECK_H
#include <stddef.h>
#include <stdint.h>

#define PRINTF_LIKE(text, values) __attribute__((format(printf, text, values)))
#define SIZE(array) (sizeof(array) / sizeof *(array))

/* The text says which values of the loops around it are in use. */
#define CHECK(condition, ...) check((condition) != 0, __FILE__, __LINE__, #condition, __VA_ARGS__)

PRINTF_LIKE(5, 6)
void check(int passed, const char *file, int line, const char *condition, const char *format, ...);

/* Shown with each failure from here on: what is being tested. */
PRINTF_LIKE(1, 2) void context(const char *format, ...);

void plan(size_t cases);
void begin_case(void);

/* Prints "program: executed/planned cases, .."; the program's exit status. */
int report(const char *program);

/* A mistake of the test itself, or of the machine: prints a line, ends the program. */
PRINTF_LIKE(1, 2) __attribute__((noreturn)) void die(const char *format, ...);

/* ---- Values ---- */

/* The same numbers in each run; seed() starts them anew. */
void seed(uint64_t value);
uint64_t next_random(void);
size_t random_below(size_t bound);
void random_bytes(uint8_t *out, size_t size);

int same(const void *a, const void *b, size_t size);
int all_bytes(const void *p, uint8_t value, size_t size);

/* ---- Memory ---- */

enum { GUARDED = 65536 };

/* GUARDED bytes between two pages that can't be read or written. */
uint8_t *guarded_pages(void);

/* size bytes that end where the guard begins, or begin where the guard ends; size <= GUARDED. */
uint8_t *before_guard(uint8_t *pages, size_t size);
uint8_t *behind_guard(uint8_t *pages);

/* ---- Levels ---- */

/* The names of the levels that this machine has, "portable" first; how many. */
enum { MAX_LEVELS = 16 };
size_t available_levels(const char *names[MAX_LEVELS]);

/* Those of them that have sets of kernels of their own: "auto" is often the same as another. */
size_t distinct_levels(const char *names[MAX_LEVELS]);
void use_level(const char *name);

#endif
