/* SPDX-License-Identifier: MIT
 *
 * A sample is the time of so many calls that it is 50 steps of the clock or more; twice as many
 * must take twice as long, unless a single one is that long by far. Lanes take turns, so that all
 * of them see the same machine. */
#include "measure.h"

#include <math.h>
#include <string.h>

#include "signatures.h"
#include "timer.h"

enum { MAX_OUT = MAX_SIGNATURE, MAX_ATTEMPTS = 100, FEWEST = 4 };

static const double STEPS = 50;
static const double LONG_NS = 1e6;  /* a call that makes a sample by itself */
static const double COLD_NS = 20e6; /* one that does not need to be warm */

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

/* The output that all lanes must give: the known signature; a hash or tag of OpenSSL's, by single
 * calls, else of the portable level. */
static void find_expected(const struct job *job, uint8_t expected[MAX_OUT])
{
  struct job single = *job;
  struct lane lanes[MAX_LANES];
  if (job->sig) {
    signature_expected(job, expected);
    return;
  }
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
  struct job check = *job;
  check.checking = 1;
  find_expected(job, expected);
  if (plan->corrupt) expected[job_out_size(job) - 1] ^= 1;
  for (size_t i = 0; i < count; i++) {
    memset(out, 0, sizeof out);
    use_level(&lanes[i]);
    lanes[i].run(&check, 1, out);
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
static size_t calibrate(const struct job *job, const struct lane *lane, double enough,
                        uint64_t mark)
{
  size_t n = 1;
  for (double t; (t = least(job, lane, n, mark)) < enough;)
    n = t < enough / 8 ? 4 * n : (size_t)((double)n * enough / t * 1.1) + 1;
  for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    double quotient = least(job, lane, 2 * n, mark) / least(job, lane, n, mark);
    if (quotient > 1.8 && quotient < 2.2) return n;
  }
  fail_row(job, lane, "twice the calls don't take twice the time: is the machine very busy?");
}

/* So many samples of calls that take ns each fit the budget: all, a multiple of 4, or 1. */
static unsigned samples_of(const struct plan *plan, double ns)
{
  unsigned fit = (unsigned)fmin(plan->budget_ns / ns, plan->samples);
  if (fit < FEWEST) return ns > 4 * plan->budget_ns ? 1 : FEWEST;
  return fit - fit % FEWEST;
}

static struct row prepare(const struct plan *plan, const struct job *job, const struct lane *lane,
                          uint64_t mark)
{
  const double enough = fmax(STEPS * timer.step, plan->sample_ns);
  struct row row = {.lane = lane, .calls = 1, .warm = 0};
  use_level(lane);
  double first = sample(job, lane, 1, mark).ns;
  if (first < fmax(LONG_NS, enough)) row.calls = calibrate(job, lane, enough, mark);
  if (first < COLD_NS) row.warm = (row.calls + 7) / 8;
  row.samples = first < enough ? plan->samples : samples_of(plan, first);
  return row;
}

/* Whether a lane takes a sample in this round: few are spread over all rounds. */
static int takes_part(const struct row *row, unsigned round, unsigned rounds)
{
  return (round + 1) * row->samples / rounds > round * row->samples / rounds;
}

static struct sample take_sample(const struct job *job, const struct row *row, uint64_t mark)
{
  const double n = (double)row->calls;
  use_level(row->lane);
  sample(job, row->lane, row->warm, mark);
  struct sample t = sample(job, row->lane, row->calls, mark);
  return (struct sample){t.ns / n, t.cycles / n};
}

void measure(const struct plan *plan, const struct job *job, const struct lane *lanes, size_t count,
             struct row *rows)
{
  static double ns[MAX_LANES][MAX_SAMPLES], cycles[MAX_LANES][MAX_SAMPLES];
  unsigned taken[MAX_LANES] = {0};
  uint64_t mark = check_outputs(plan, job, lanes, count);
  for (size_t i = 0; i < count; i++) rows[i] = prepare(plan, job, &lanes[i], mark);
  for (unsigned round = 0; round < plan->samples; round++) {
    for (size_t k = 0; k < count; k++) {
      size_t i = (k + round) % count; /* who is first changes */
      if (!takes_part(&rows[i], round, plan->samples)) continue;
      struct sample t = take_sample(job, &rows[i], mark);
      ns[i][taken[i]] = t.ns;
      cycles[i][taken[i]++] = t.cycles;
    }
  }
  for (size_t i = 0; i < count; i++) {
    rows[i].ns = spread_of(ns[i], rows[i].samples);
    rows[i].cycles = spread_of(cycles[i], rows[i].samples);
  }
}
