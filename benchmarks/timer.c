/* SPDX-License-Identifier: MIT
 *
 * Time is CLOCK_MONOTONIC, or that of the process alone. Cycles come from perf_event where the
 * machine has its counters; never from rdcycle (a trap under Linux 6.6 on RISC-V), and never from
 * the time stamp counter, which ticks at a rate of its own. Where only the latter is there, the
 * core's clock is measured by chains of dependent instructions, whose cycles are known, and cycles
 * are called estimated. */
#include "timer.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#endif

struct timer timer;

static uint64_t quantum = 1;
static clockid_t counter = CLOCK_MONOTONIC;
static int perf = -1;

static void open_perf(void)
{
#ifdef __linux__
  struct perf_event_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.size = sizeof attr;
  attr.type = PERF_TYPE_HARDWARE;
  attr.config = PERF_COUNT_HW_CPU_CYCLES;
  attr.exclude_kernel = attr.exclude_hv = 1;
  perf = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0UL);
#endif
}

static uint64_t nanoseconds(void)
{
  struct timespec t;
  clock_gettime(counter, &t);
  uint64_t ns = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
  return ns - ns % quantum;
}

struct reading timer_read(void)
{
  struct reading now = {0, 0};
  if (perf >= 0 && read(perf, &now.cycles, sizeof now.cycles) != sizeof now.cycles) now.cycles = 0;
  now.ns = nanoseconds();
  return now;
}

/* Readings until enough of them differ; the least difference, and the mean cost. */
static void calibrate(void)
{
  enum { STEPS = 20, READINGS = 1000 };
  const uint64_t start = nanoseconds();
  uint64_t last = start, least = UINT64_MAX, readings = 0;
  for (unsigned steps = 0; steps < STEPS || readings < READINGS; readings++) {
    uint64_t now = nanoseconds();
    if (now == last) continue;
    if (now - last < least) least = now - last;
    last = now;
    steps++;
  }
  timer.step = (double)least;
  timer.overhead = (double)(last - start) / (double)readings;
}

#ifdef __x86_64__
#include <x86intrin.h>

static const int CHAIN = 160000;

static void adds(void)
{
  uint64_t x = 0, y = 1;
  for (int i = 0; i < CHAIN; i += 16)
    __asm__ volatile(".rept 16\n add %1, %0\n .endr" : "+r"(x) : "r"(y));
}

static void multiplications(void)
{
  uint64_t x = 3, y = 5;
  for (int i = 0; i < CHAIN; i += 16)
    __asm__ volatile(".rept 16\n imul %1, %0\n .endr" : "+r"(x) : "r"(y));
}

/* Ticks of a run, the least of some: interruptions only add. */
static double ticks(void (*chain)(void))
{
  uint64_t best = UINT64_MAX;
  for (int i = 0; i < 12; i++) {
    uint64_t start = __rdtsc();
    chain();
    uint64_t t = __rdtsc() - start;
    if (t < best) best = t;
  }
  return (double)best;
}

static double tsc_ghz(void)
{
  uint64_t ns = nanoseconds(), t = __rdtsc();
  while (nanoseconds() - ns < 20000000) continue;
  return (double)(__rdtsc() - t) / (double)(nanoseconds() - ns);
}

double timer_core_ghz(void)
{
  double by_adds = CHAIN * 1.0 / ticks(adds);                       /* 1 cycle each */
  double by_multiplications = CHAIN * 3.0 / ticks(multiplications); /* 3 cycles each */
  double between = by_adds / by_multiplications;
  return between > 0.95 && between < 1.05 ? by_adds * timer.tsc_ghz : 0;
}
#else
static double tsc_ghz(void) { return 0; }
double timer_core_ghz(void) { return 0; }
#endif

void timer_start(uint64_t steps_of, int cpu_time)
{
  timer.counter = cpu_time ? "CLOCK_PROCESS_CPUTIME_ID" : "CLOCK_MONOTONIC";
  if (cpu_time) counter = CLOCK_PROCESS_CPUTIME_ID;
  if (steps_of > 1) quantum = steps_of;
  open_perf();
  calibrate();
  timer.tsc_ghz = tsc_ghz();
  timer.core_ghz = timer_core_ghz();
  timer.cycles = perf >= 0 ? "perf_event" : timer.core_ghz > 0 ? "estimated" : "none";
}
