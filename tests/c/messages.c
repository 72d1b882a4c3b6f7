/* SPDX-License-Identifier: MIT */
#include "messages.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static int digit(char c)
{
  static const char digits[] = "0123456789abcdef";
  const char *p = c ? strchr(digits, c) : NULL;
  return p ? (int)(p - digits) : -1;
}

static uint8_t *allocate(size_t size)
{
  uint8_t *p = malloc(size + 1);
  if (!p) die("no memory");
  return p;
}

/* The hex digits up to `end`, an even number of them. */
static uint8_t *hex_until(const char *hex, const char *end, size_t *size)
{
  *size = (size_t)(end - hex) / 2;
  if ((end - hex) % 2) return NULL;
  uint8_t *out = allocate(*size);
  for (size_t i = 0; i < *size; i++) {
    const int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) {
      free(out);
      return NULL;
    }
    out[i] = (uint8_t)(high << 4 | low);
  }
  return out;
}

uint8_t *hex_read(const char *hex, size_t *size) { return hex_until(hex, hex + strlen(hex), size); }

/* A number of at most nine digits; what follows it. */
static const char *number_read(const char *text, size_t *value)
{
  const size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 9) return NULL;
  *value = (size_t)strtoul(text, NULL, 10);
  return text + digits;
}

int range_read(const char *text, size_t *first, size_t *last, size_t *step)
{
  *step = 1;
  text = number_read(text, first);
  if (!text || strncmp(text, "..", 2) != 0) return 0;
  text = number_read(text + 2, last);
  if (text && strncmp(text, "..", 2) == 0) text = number_read(text + 2, step);
  return text && !*text && *first <= *last && *step > 0;
}

static int is_number(const char *text, size_t *value)
{
  text = number_read(text, value);
  return text && !*text;
}

static int repeated(struct messages *m, const char *text)
{
  const char *colon = strchr(text, ':');
  size_t size, times;
  if (!colon || colon == text || !is_number(colon + 1, &times)) return 0;
  uint8_t *unit = hex_until(text, colon, &size);
  if (!unit) return 0;
  m->size = m->shortest = size * times;
  m->bytes = allocate(m->size);
  for (size_t i = 0; i < m->size; i++) m->bytes[i] = unit[i % size];
  free(unit);
  return 1;
}

static int counted(struct messages *m, const char *text, size_t modulus)
{
  size_t step;
  m->range = modulus == 256 && range_read(text, &m->shortest, &m->size, &step) && step == 1;
  if (!m->range) {
    if (!is_number(text, &m->size)) return 0;
    m->shortest = m->size;
  }
  m->bytes = allocate(m->size);
  for (size_t i = 0; i < m->size; i++) m->bytes[i] = (uint8_t)(i % modulus);
  return 1;
}

static const char *after(const char *text, const char *prefix)
{
  const size_t size = strlen(prefix);
  return strncmp(text, prefix, size) == 0 ? text + size : NULL;
}

int messages_read(struct messages *m, const char *rule)
{
  const char *rest;
  memset(m, 0, sizeof *m);
  if ((rest = after(rule, "hex:"))) {
    m->bytes = hex_read(rest, &m->size);
    m->shortest = m->size;
    return m->bytes != NULL;
  }
  if ((rest = after(rule, "counting:"))) return counted(m, rest, 256);
  if ((rest = after(rule, "mod251:"))) return counted(m, rest, 251);
  if ((rest = after(rule, "repeat:"))) return repeated(m, rest);
  return 0;
}
