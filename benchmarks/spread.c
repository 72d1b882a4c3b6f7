/* SPDX-License-Identifier: MIT
 * What is told of samples. */
#include <stdlib.h>

#include "measure.h"

enum { RESAMPLES = 1000, TAIL = RESAMPLES / 40 }; /* 2.5 % at each end */

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Marsaglia's xorshift64: the same numbers in each run. */
static uint64_t next(uint64_t *x)
{
  *x ^= *x << 13;
  *x ^= *x >> 7;
  return *x ^= *x << 17;
}

/* The median of as many values drawn from the n sorted ones, with repetition. */
static double resampled_median(const double *s, unsigned n, uint64_t *random)
{
  unsigned times[MAX_SAMPLES] = {0}, seen = 0, i = 0;
  for (unsigned k = 0; k < n; k++) times[next(random) % n]++;
  while ((seen += times[i]) < n / 2) i++;
  unsigned below = i; /* the value of rank n/2 - 1, counted from 0 */
  while (seen < n / 2 + 1) seen += times[++i];
  return (s[below] + s[i]) / 2;
}

/* 95 % of the medians that other samples might have had: Criterion's interval. */
static void bootstrap(const double *s, unsigned n, struct spread *spread)
{
  double medians[RESAMPLES];
  uint64_t random = 1;
  for (int i = 0; i < RESAMPLES; i++) medians[i] = resampled_median(s, n, &random);
  qsort(medians, RESAMPLES, sizeof *medians, ascending);
  spread->low = medians[TAIL];
  spread->high = medians[RESAMPLES - 1 - TAIL];
}

/* The quartiles are lib1305's, for any multiple of 4. */
struct spread spread_of(double *s, unsigned n)
{
  if (n == 1) return (struct spread){s[0], s[0], s[0], s[0], s[0], s[0], s[0]};
  qsort(s, n, sizeof *s, ascending);
  double sum = 0;
  for (unsigned i = n / 4; i < 3 * n / 4; i++) sum += s[i];
  struct spread spread = {.min = s[0],
                          .q1 = (s[n / 4 - 1] + s[n / 4]) / 2,
                          .median = (s[n / 2 - 1] + s[n / 2]) / 2,
                          .q3 = (s[3 * n / 4 - 1] + s[3 * n / 4]) / 2,
                          .iqm = sum / (n / 2)};
  bootstrap(s, n, &spread);
  return spread;
}
