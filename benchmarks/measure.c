/* SPDX-License-Identifier: MIT
 *
 * A sample is the time of so many calls that it is 50 steps of the clock or more; twice as many
 * must take twice as long. Lanes take turns, so that all of them see the same machine. */
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timer.h"

enum { MAX_OUT = MESSAGES * MAX_OUTPUT, MAX_ATTEMPTS = 100 };

static const double STEPS = 50;

struct sample {
  double ns, cycles;
};

static uint8_t out[MAX_OUT];

static void use_level(const struct lane *lane)
{
  if (strcmp(lane->runtime, "c") == 0 && kw_level_use(lane->level) != KW_OK)
    fail("%s: this level cannot be used", lane->level);
}

static _Noreturn void fail_row(const struct job *job, const struct lane *lane, const char *why)
{
  fail("%s %s of %zu bytes, %s %s: %s", job->algorithm, job->operation, job->size, lane->runtime,
       lane->level, why);
}

static struct sample sample(const struct job *job, const struct lane *lane, size_t n, uint64_t mark)
{
  struct reading start = timer_read();
  uint64_t sum = lane->run(job, n, out);
  struct reading end = timer_read();
  if (sum != (uint64_t)n * mark) fail_row(job, lane, "the sum of the outputs is wrong");
  return (struct sample){(double)(end.ns - start.ns), (double)(end.cycles - start.cycles)};
}

/* The output that all lanes must give: OpenSSL's, by single calls, else the portable level's. */
static void find_expected(const struct job *job, uint8_t expected[MAX_OUT])
{
  struct job single = *job;
  struct lane lanes[MAX_LANES];
  single.operation = job->hash ? "hash" : "mac";
  if (job_out_size(job) > MAX_OUT) fail("%s: outputs too large for this program", job->algorithm);
  if (kw_level_use("portable") != KW_OK) fail("portable: this level cannot be used");
  size_t count = openssl_lanes(&single, lanes, 0);
  if (count == 0) lanes[0].run = katwise_runner(single.operation);
  lanes[0].run(&single, 1, expected);
}

static uint64_t check_outputs(const struct plan *plan, const struct job *job,
                              const struct lane *lanes, size_t count)
{
  static uint8_t expected[MAX_OUT];
  find_expected(job, expected);
  if (plan->corrupt) expected[job_out_size(job) - 1] ^= 1;
  for (size_t i = 0; i < count; i++) {
    memset(out, 0, sizeof out);
    use_level(&lanes[i]);
    lanes[i].run(job, 1, out);
    if (memcmp(out, expected, job_out_size(job)) != 0) fail_row(job, &lanes[i], "wrong output");
  }
  return job_mark(job, expected);
}

/* The least of a few times: interruptions only add. */
static double least(const struct job *job, const struct lane *lane, size_t n, uint64_t mark)
{
  double ns = INFINITY;
  for (int i = 0; i < 3; i++) ns = fmin(ns, sample(job, lane, n, mark).ns);
  return ns;
}

/* How many calls make a sample: enough of them, and twice as many take twice the time. Finding out
 * warms caches and branch predictors up, too. */
static size_t calibrate(const struct plan *plan, const struct job *job, const struct lane *lane,
                        uint64_t mark)
{
  const double enough = fmax(STEPS * timer.step, plan->sample_ns);
  size_t n = 1;
  use_level(lane);
  for (double t; (t = least(job, lane, n, mark)) < enough;)
    n = t < enough / 8 ? 4 * n : (size_t)((double)n * enough / t * 1.1) + 1;
  for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    double quotient = least(job, lane, 2 * n, mark) / least(job, lane, n, mark);
    if (quotient > 1.8 && quotient < 2.2) return n;
  }
  fail_row(job, lane, "twice the calls don't take twice the time: is the machine very busy?");
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* lib1305's definition, for any multiple of 4. */
struct spread spread_of(double *s, unsigned n)
{
  qsort(s, n, sizeof *s, ascending);
  double sum = 0;
  for (unsigned i = n / 4; i < 3 * n / 4; i++) sum += s[i];
  return (struct spread){(s[n / 4 - 1] + s[n / 4]) / 2, (s[n / 2 - 1] + s[n / 2]) / 2,
                         (s[3 * n / 4 - 1] + s[3 * n / 4]) / 2, sum / (n / 2)};
}

void measure(const struct plan *plan, const struct job *job, const struct lane *lanes, size_t count,
             struct row *rows)
{
  static double ns[MAX_LANES][MAX_SAMPLES], cycles[MAX_LANES][MAX_SAMPLES];
  uint64_t mark = check_outputs(plan, job, lanes, count);
  for (size_t i = 0; i < count; i++) {
    rows[i].lane = &lanes[i];
    rows[i].calls = calibrate(plan, job, &lanes[i], mark);
  }
  for (unsigned s = 0; s < plan->samples; s++) {
    for (size_t k = 0; k < count; k++) {
      size_t i = (k + s) % count; /* who is first changes */
      double n = (double)rows[i].calls;
      use_level(&lanes[i]);
      sample(job, &lanes[i], (rows[i].calls + 7) / 8, mark); /* warm */
      struct sample t = sample(job, &lanes[i], rows[i].calls, mark);
      ns[i][s] = t.ns / n;
      cycles[i][s] = t.cycles / n;
    }
  }
  for (size_t i = 0; i < count; i++) {
    rows[i].ns = spread_of(ns[i], plan->samples);
    rows[i].cycles = spread_of(cycles[i], plan->samples);
  }
}
