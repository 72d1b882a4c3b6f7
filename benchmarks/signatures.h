/* SPDX-License-Identifier: MIT
 * Jobs of signatures. */
#ifndef BENCH_SIGNATURES_H
#define BENCH_SIGNATURES_H
#include "jobs.h"

enum {
  SIGNATURES = 16,  /* how much work verification is depends on the message: so many are signed */
  BATCH = 8,        /* of them in one call */
  MESSAGE_SIZE = 3, /* "abc", "bbc", "cbc" and so on */
  MAX_KEY = 128,    /* bytes of keys and seeds */
  MAX_SIGNATURE = 49856,
  SPOILT = 5, /* while outputs are checked, verification gets one signature with a flipped bit */
};

/* The pair of keys whose seed is 00 01 02 and so on, and what it signs. */
struct keys {
  uint8_t seed[MAX_KEY], pk[MAX_KEY], sk[MAX_KEY];
  size_t seed_size, pk_size, sk_size, signature_size;
  uint8_t message[SIGNATURES][MESSAGE_SIZE];
  uint8_t signature[SIGNATURES][MAX_SIGNATURE], spoilt[MAX_SIGNATURE];
  kw_signed item[SIGNATURES];
};

/* The keys of an algorithm, until the next call: they and the first signature are known answers
 * (known.c); the portable level has accepted the others. */
const struct keys *keys_of(const kw_sig *sig);

/* operation: "keygen", "sign", "sign2" (two threads), "verify" or "verify8" (eight in a call). */
struct job job_of_signature(const kw_sig *sig, const char *operation, const struct keys *keys);

/* The output of a run with job->checking set. */
void signature_expected(const struct job *job, uint8_t *out);

run_fn *signature_runner(const char *operation); /* NULL if there is none of this name */

#endif
