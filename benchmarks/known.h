/* SPDX-License-Identifier: MIT
 * Known answers: no time is taken of a level that gets one wrong. */
#ifndef BENCH_KNOWN_H
#define BENCH_KNOWN_H

/* Checks an algorithm on every level that was asked for, and portable; how many known answers each
 * of them got right. Ends the program at a wrong one, or if there is none at all. */
unsigned known_answers(const char *algorithm);

/* Ends the program unless the keys and the first signature are those of tests/kat. */
struct keys;
void known_signature(const char *algorithm, const struct keys *keys);

#endif
