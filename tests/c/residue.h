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

/* Any others: begin, add words of 8 bytes, end. */
void secrets_begin(void);
void secrets_add(const uint8_t *p, size_t n);
void secrets_end(void);

/* Checks that none of them lies there. */
void search(const char *what, const uint8_t *dead, size_t dead_size);

/* Runs a call on a painted stack, and searches that, and those of threads that it began. */
void examine(const char *what, void (*call)(void));

void step(kw_status status); /* of a call's parts: the worst counts */

/* residue_sig.c */
size_t sig_cases(void);
void test_sigs(const char *level);
void leak_of_sig(void);

#endif
