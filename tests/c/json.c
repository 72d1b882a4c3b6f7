/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct reader {
  const char *path, *text, *at;
};

static void *allocate(size_t size)
{
  void *p = calloc(1, size);
  if (!p) die("no memory");
  return p;
}

__attribute__((noreturn)) static void wrong(const struct reader *r, const char *expected)
{
  size_t line = 1;
  for (const char *p = r->text; p < r->at; p++) line += *p == '\n';
  die("%s:%zu: %s expected, not \"%.10s\"", r->path, line, expected, r->at);
}

static char peek(struct reader *r)
{
  while (*r->at && strchr(" \t\r\n", *r->at)) r->at++;
  return *r->at;
}

static void expect(struct reader *r, char c)
{
  const char name[] = {'\'', c, '\'', 0};
  if (peek(r) != c) wrong(r, name);
  r->at++;
}

static char *read_string(struct reader *r)
{
  expect(r, '"');
  char *out = allocate(strcspn(r->at, "\n") + 1), *to = out;
  for (; *r->at != '"'; r->at++) {
    if (*r->at == '\\') {
      r->at++;
      if (*r->at != '"' && *r->at != '\\') wrong(r, "\\\" or \\\\");
    }
    if ((unsigned char)*r->at < ' ') wrong(r, "the end of the string");
    *to++ = *r->at;
  }
  r->at++;
  return out;
}

static void read_number(struct reader *r, struct json *value)
{
  const size_t digits = strspn(r->at, "0123456789");
  if (digits == 0 || digits > 15) wrong(r, "a value");
  value->type = JSON_NUMBER;
  value->string = allocate(digits + 1);
  memcpy(value->string, r->at, digits);
  value->number = (size_t)strtoull(value->string, NULL, 10);
  r->at += digits;
}

static struct json *read_value(struct reader *r, int depth);

static void read_children(struct reader *r, struct json *value, char end, int depth)
{
  struct json **next = &value->first;
  r->at++;
  if (depth > 3) wrong(r, "less nesting");
  for (int more = peek(r) != end; more;) {
    char *key = end == '}' ? read_string(r) : NULL;
    if (key) expect(r, ':');
    *next = read_value(r, depth + 1);
    (*next)->key = key;
    next = &(*next)->next;
    more = peek(r) == ',';
    if (more) r->at++;
  }
  expect(r, end);
}

static struct json *read_value(struct reader *r, int depth)
{
  struct json *value = allocate(sizeof *value);
  switch (peek(r)) {
    case '{':
      value->type = JSON_OBJECT;
      read_children(r, value, '}', depth);
      break;
    case '[':
      value->type = JSON_ARRAY;
      read_children(r, value, ']', depth);
      break;
    case '"':
      value->type = JSON_STRING;
      value->string = read_string(r);
      break;
    case 't':
      if (strncmp(r->at, "true", 4) != 0) wrong(r, "true");
      value->type = JSON_TRUE;
      r->at += 4;
      break;
    default: read_number(r, value);
  }
  return value;
}

static char *read_file(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) die("%s: can't be read", path);
  const long size = ftell(file);
  rewind(file);
  char *text = allocate((size_t)size + 1);
  if (size < 0 || fread(text, 1, (size_t)size, file) != (size_t)size)
    die("%s: can't be read", path);
  fclose(file);
  return text;
}

struct json *json_read(const char *path)
{
  char *text = read_file(path);
  struct reader r = {path, text, text};
  struct json *value = read_value(&r, 0);
  if (peek(&r)) wrong(&r, "the end of the file");
  free(text);
  return value;
}

void json_free(struct json *value)
{
  while (value) {
    struct json *next = value->next;
    json_free(value->first);
    free(value->key);
    free(value->string);
    free(value);
    value = next;
  }
}

const struct json *json_get(const struct json *object, const char *key)
{
  for (const struct json *p = object->first; p; p = p->next)
    if (strcmp(p->key, key) == 0) return p;
  return NULL;
}
