/* SPDX-License-Identifier: MIT
 * Calls for signatures, one argument of which is spoiled. */
#ifndef KATWISE_ERRORS_SIG_H
#define KATWISE_ERRORS_SIG_H
#include "katwise.h"

enum { MOST = 2 * 49856, KEYS = 1 << 16, SMALL = 256, CANARY = 0x5a };

extern uint8_t out[MOST + SMALL], other[MOST + SMALL];
extern uint8_t sk[KEYS], expanded[KEYS], pk[SMALL], msg[SMALL], context_bytes[SMALL];

/* All that a call may get. */
struct call {
  const kw_sig *sig;
  void *out, *other; /* other: the secret key of key generation */
  size_t out_size, other_size;
  const void *msg, *key, *in; /* in: seed, randomness or signature */
  size_t msg_size, key_size, in_size;
  kw_sig_options options;
};
typedef kw_status called(const struct call *c);

struct call good_call(const kw_sig *sig); /* signs or verifies msg */

/* The status is right, outputs are zero and nothing behind them is touched. */
void refused(called *f, const struct call *c, kw_status right, const char *what);

#define SPOILED(change, what)              \
  do {                                     \
    struct call c = *good;                 \
    change;                                \
    refused(f, &c, KW_BAD_ARGUMENT, what); \
  } while (0)
#define WRONG_SIZES(field)                                                               \
  do {                                                                                   \
    const size_t right = good->field, wrong[] = {0, 1, right - 1, right + 1, 2 * right}; \
    for (size_t i = 0; i < SIZE(wrong); i++)                                             \
      if (wrong[i] != right) SPOILED(c.field = wrong[i], #field);                        \
  } while (0)

/* The row, the key, and the output if there is one. */
void taking_a_key(called *f, const struct call *good);

/* Context, prehash and hashed: the same for signing and for verification. */
void options(called *f, const struct call *good);

#endif
