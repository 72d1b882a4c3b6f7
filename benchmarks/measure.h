/* SPDX-License-Identifier: MIT
 * From a job to rows. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#include "jobs.h"

enum { MAX_SAMPLES = 128 };

struct spread {
  double min, q1, median, q3, iqm;
  double low, high; /* 95 % of the median's bootstrap */
};

struct row {
  const struct lane *lane;
  struct spread ns, cycles; /* of the whole job; cycles: all 0 unless they are counted */
  size_t calls, warm;       /* of the job in each sample, and before it */
  unsigned samples;
};

struct plan {
  unsigned samples; /* of each lane, a multiple of 4 up to MAX_SAMPLES */
  double sample_ns; /* the least length of one */
  double budget_ns; /* for a lane's samples, of calls that take long: fewer are taken then */
  int corrupt;      /* for tests: expect another output */
};

/* Checks the output of each lane, finds how often to call it, and takes samples, lanes in turn. */
void measure(const struct plan *plan, const struct job *job, const struct lane *lanes, size_t count,
             struct row *rows);

/* Of n values, which get sorted; n is 1 or a multiple of 4. */
struct spread spread_of(double *values, unsigned n);

#endif
