/* SPDX-License-Identifier: MIT
 * Reads what tests/kat/README.md describes, and no more of JSON than that: objects, arrays, strings
 * without escapes other than \" and \\, natural numbers, and true. Anything else ends the program.
 */
#ifndef KATWISE_JSON_H
#define KATWISE_JSON_H
#include <stddef.h>

struct json {
  enum { JSON_STRING, JSON_NUMBER, JSON_TRUE, JSON_OBJECT, JSON_ARRAY } type;
  char *key;    /* inside an object */
  char *string; /* also the digits of a number */
  size_t number;
  struct json *first, *next; /* the first child; the next sibling */
};

struct json *json_read(const char *path);
void json_free(struct json *value);

/* The member of an object, NULL if there is none. */
const struct json *json_get(const struct json *object, const char *key);

#endif
