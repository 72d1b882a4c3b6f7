/* SPDX-License-Identifier: MIT
 * What is measured: an operation with its arguments (job), and who runs it (lane). */
#ifndef BENCH_JOBS_H
#define BENCH_JOBS_H
#include "katwise.h"

enum {
  XOF_OUTPUT = 32,    /* bytes taken of a XOF */
  MAX_OUTPUT = 64,    /* of one message */
  MESSAGES = 64,      /* of the jobs with several messages */
  MANY_SIZE = 1024,   /* of each of these */
  BLOCKS_SIZE = 9216, /* of those that tell what a block costs: 64, 72 and 128 divide it */
  MAX_SIZE = 1 << 24,
};

struct job {
  const char *algorithm, *operation;
  const kw_hash *hash; /* two of the three are NULL */
  const kw_mac *mac;
  const kw_sig *sig;
  const struct keys *keys;         /* of sig (signatures.h) */
  int checking;                    /* sig: the output is compared with another than later */
  size_t size, messages, out_size; /* of each message, how many, of each output */
  const uint8_t *in[MESSAGES];
  size_t in_size[MESSAGES];
  uint8_t key[32], tag[16];
  size_t key_size;
};

/* Runs the job n times; out gets the outputs of each, in turn. The sum of all marks: nobody can
 * leave a call out, and the sum is checked. (Of signatures, 1 for each run that was right.) */
typedef uint64_t run_fn(const struct job *job, size_t n, uint8_t *out);

struct lane {
  const char *runtime, *level; /* "c" with a level of katwise; a peer with the way it is called */
  run_fn *run;
};
enum { MAX_LANES = 24, MAX_LEVELS = 16 }; /* of katwise, leaving room for the peers */

/* The first bytes of each output, as one number. */
uint64_t job_mark(const struct job *job, const uint8_t *out);
size_t job_out_size(const struct job *job); /* of all messages */

/* Message i is a part of one long string: byte k of it is k mod 251. */
struct job job_of_hash(const kw_hash *hash, const char *operation, size_t size, size_t messages);
struct job job_of_mac(const kw_mac *mac, const char *operation, size_t size);

run_fn *katwise_runner(const char *operation); /* of hashes and MACs; NULL: none of this name */

/* Adds the lanes that can run the job; how many there are then. */
size_t katwise_lanes(const struct job *job, struct lane *lanes, size_t count);
size_t openssl_lanes(const struct job *job, struct lane *lanes, size_t count);
const char *openssl_version(void); /* NULL: built without it */

/* 1 if the level was asked for (bench.c). */
int level_wanted(const char *level);

_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
