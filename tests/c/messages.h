/* SPDX-License-Identifier: MIT
 * The messages that KAT files give by rule (tests/kat/README.md). */
#ifndef KATWISE_MESSAGES_H
#define KATWISE_MESSAGES_H
#include <stddef.h>
#include <stdint.h>

struct messages {
  uint8_t *bytes;
  size_t size;     /* the longest message; the others are its beginnings */
  size_t shortest; /* == size but for a range, counting:A..B */
  int range;
};

/* 0 for an unknown or malformed rule. Release with free(m->bytes). */
int messages_read(struct messages *m, const char *rule);

/* Lower-case hex into new memory; NULL if malformed. */
uint8_t *hex_read(const char *hex, size_t *size);

/* "A..B" or "A..B..STEP"; 0 if malformed. */
int range_read(const char *text, size_t *first, size_t *last, size_t *step);

#endif
