/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "katwise.h"
#include "kernels.h"

enum { SHOWN = 20 }; /* failures printed in full */

static size_t planned, executed, checks, failures;
static char current[200];

void check(int passed, const char *file, int line, const char *condition, const char *format, ...)
{
  checks++;
  if (passed) return;
  if (failures++ < SHOWN) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s:%d: %s: ", file, line, current);
    vfprintf(stderr, format, list);
    fprintf(stderr, ": not true: %s\n", condition);
    va_end(list);
  }
}

void context(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(current, sizeof current, format, list);
  va_end(list);
}

void plan(size_t cases) { planned += cases; }
void begin_case(void) { executed++; }

static void print_levels(int available)
{
  const char *separator = "";
  for (size_t i = 0; i < kw_level_count(); i++)
    if (kw_level_available(i) == available) {
      printf("%s%s", separator, kw_level_name(i));
      separator = " ";
    }
  if (!*separator) printf("-");
}

int report(const char *program)
{
  printf("%s: %zu/%zu cases executed/expected, %zu checks, %zu failed", program, executed, planned,
         checks, failures);
  printf("; levels here: ");
  print_levels(1);
  printf("; not here: ");
  print_levels(0);
  printf("\n");
  if (executed == 0 || executed != planned) fprintf(stderr, "%s: cases are missing\n", program);
  return failures || executed == 0 || executed != planned ? EXIT_FAILURE : EXIT_SUCCESS;
}

void die(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(2);
}

static uint64_t random_state;

void seed(uint64_t value) { random_state = value; }

/* SplitMix64: a counter and a bijective mixing. */
uint64_t next_random(void)
{
  uint64_t z = random_state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

size_t random_below(size_t bound) { return (size_t)(next_random() % bound); }

void random_bytes(uint8_t *out, size_t size)
{
  for (size_t i = 0; i < size; i++) out[i] = (uint8_t)next_random();
}

int same(const void *a, const void *b, size_t size) { return size == 0 || memcmp(a, b, size) == 0; }

int all_bytes(const void *p, uint8_t value, size_t size)
{
  const uint8_t *bytes = p;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != value) return 0;
  return 1;
}

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

uint8_t *guarded_pages(void)
{
  const size_t page = page_size();
  if (GUARDED % page != 0) die("pages of %zu bytes: GUARDED has to be a multiple", page);
  uint8_t *all = mmap(NULL, GUARDED + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, GUARDED, PROT_READ | PROT_WRITE) != 0)
    die("no memory for guarded pages");
  return all + page;
}

uint8_t *before_guard(uint8_t *pages, size_t size) { return pages + (GUARDED - size); }
uint8_t *behind_guard(uint8_t *pages) { return pages; }

size_t available_levels(const char *names[MAX_LEVELS])
{
  size_t count = 0;
  for (size_t i = 0; i < kw_level_count() && count < MAX_LEVELS; i++)
    if (kw_level_available(i)) names[count++] = kw_level_name(i);
  return count;
}

/* The merged table of a level, without what only names it; padding counts, too. */
static void read_table(struct kernels *table, const char *level)
{
  use_level(level);
  memcpy(table, &kw_kernels, sizeof *table);
  table->level = NULL;
  table->needs = 0;
  table->start_status = 0;
}

size_t distinct_levels(const char *names[MAX_LEVELS])
{
  static struct kernels tables[MAX_LEVELS];
  const char *all[MAX_LEVELS], *used = kw_level_current();
  const size_t available = available_levels(all);
  size_t count = 0;
  for (size_t i = 0; i < available; i++) {
    size_t known = 0;
    read_table(&tables[count], all[i]);
    while (known < count && !same(&tables[known], &tables[count], sizeof *tables)) known++;
    if (known == count) names[count++] = all[i];
  }
  use_level(used);
  return count;
}

void use_level(const char *name)
{
  kw_status status = kw_level_use(name);
  if (status != KW_OK) die("level %s: %s", name, kw_status_text(status));
}
