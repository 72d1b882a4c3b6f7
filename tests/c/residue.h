/* SPDX-License-Identifier: MIT
 * The parts of the program `residue`: what the calls work on, and what is secret of it. */
#ifndef KATWISE_RESIDUE_H
#define KATWISE_RESIDUE_H
#include "katwise.h"

enum { MESSAGE = 1000, MESSAGES = 40, STEP = 24, OUT = 400, KEY = 32, TAG = 16 };

extern const kw_hash *hash; /* the row in use */
extern const kw_mac *mac;
extern uint8_t message[MESSAGE + MESSAGES * STEP], key[KEY], out[MESSAGES * OUT], tag[TAG];
extern size_t size, out_size;

/* Makes the list of secrets: the message, and the chaining values behind each block but for what
 * became output. */
void secrets_of_hash(size_t count, const void *const in[], const size_t in_size[]);

/* The message, the key in all its forms, the accumulator behind each block, and, where it is not
 * handed out, the right tag. */
void secrets_of_mac(int with_tag);

/* Checks that none of them lies there. */
void search(const char *what, const uint8_t *dead, size_t dead_size);

#endif
