/* SPDX-License-Identifier: MIT
 * The clock, and what is known about it. */
#ifndef BENCH_TIMER_H
#define BENCH_TIMER_H
#include <stdint.h>

struct timer {
  const char *counter;
  double step;        /* ns: the least difference of two readings, seen from here */
  double overhead;    /* ns: one reading */
  double tsc_ghz;     /* ticks of the time stamp counter a ns; 0: there is none */
  double core_ghz;    /* clock cycles of the core a ns; 0: unknown */
  const char *cycles; /* "perf_event": counted; "estimated": ns * core_ghz; "none" */
};
extern struct timer timer;

/* Opens and calibrates. quantum > 1: a clock that moves in steps of so many ns, for tests.
 * cpu_time: a clock that stands still while others have the processor. */
void timer_start(uint64_t quantum, int cpu_time);

/* The present clock of the core, in cycles a ns, by chains of dependent instructions; else 0. */
double timer_core_ghz(void);

struct reading {
  uint64_t ns, cycles;
}; /* cycles: 0 unless timer.cycles is "perf_event" */

struct reading timer_read(void);

#endif
