/* SPDX-License-Identifier: MIT
 * Rows, printed. */
#include "output.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "timer.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static double core_at_start;

void print_timer(FILE *file)
{
  core_at_start = timer.core_ghz;
  fprintf(file, "timer   %s, step %.0f ns, one reading %.0f ns\n", timer.counter, timer.step,
          timer.overhead);
  if (timer.tsc_ghz > 0)
    fprintf(file,
            "core    %.3f GHz by chains of instructions; the TSC ticks at %.3f GHz "
            "(core/TSC %.3f)\n",
            timer.core_ghz, timer.tsc_ghz, timer.core_ghz / timer.tsc_ghz);
  fprintf(file, "cycles  %s\n",
          strcmp(timer.cycles, "perf_event") == 0  ? "counted by perf_event"
          : strcmp(timer.cycles, "estimated") == 0 ? "estimated: ns times the core's clock"
                                                   : "unknown: times are in ns");
}

static double cycles_of(const struct row *row)
{
  return row->cycles.median > 0 ? row->cycles.median : row->ns.median * timer.core_ghz;
}

/* ms of one key generation, signature or verification, with the median's interval. */
static void print_signature_rows(FILE *file, const struct job *job, const struct row *rows,
                                 size_t count)
{
  const double ms = 1e6 * (double)job->messages;
  fprintf(file, "\n%s %s\n  %-22s %11s %11s %11s %9s\n", job->algorithm, job->operation, "",
          "low ms", "median", "high", "samples");
  for (size_t i = 0; i < count; i++)
    fprintf(file, "  %-8s%-14s %11.4f %11.4f %11.4f %9u\n", rows[i].lane->runtime,
            rows[i].lane->level, rows[i].ns.low / ms, rows[i].ns.median / ms, rows[i].ns.high / ms,
            rows[i].samples);
  fflush(file);
}

void print_rows(FILE *file, const struct job *job, const struct row *rows, size_t count)
{
  if (job->sig) {
    print_signature_rows(file, job, rows, count);
    return;
  }
  const double bytes = (double)(job->size * job->messages);
  fprintf(file, "\n%s %s, ", job->algorithm, job->operation);
  if (job->messages > 1) fprintf(file, "%zu messages of ", job->messages);
  fprintf(file, "%zu bytes\n  %-22s %11s %11s %11s %9s", job->size, "", "q1 ns", "median", "q3",
          "MB/s");
  if (timer.core_ghz > 0 || rows[0].cycles.median > 0)
    fprintf(file, " %9s", rows[0].cycles.median > 0 ? "cycles/B" : "est. c/B");
  fprintf(file, "\n");
  for (size_t i = 0; i < count; i++) {
    const struct row *row = &rows[i];
    fprintf(file, "  %-8s%-14s %11.1f %11.1f %11.1f", row->lane->runtime, row->lane->level,
            row->ns.q1, row->ns.median, row->ns.q3);
    if (bytes > 0) {
      fprintf(file, " %9.1f", bytes / row->ns.median * 1000);
      if (cycles_of(row) > 0) fprintf(file, " %9.2f", cycles_of(row) / bytes);
    }
    fprintf(file, "\n");
  }
  fflush(file);
}

static void json_string(FILE *file, const char *name, const char *value, const char *after)
{
  fprintf(file, "\"%s\": \"", name);
  for (; *value; value++)
    if (*value == '"' || *value == '\\')
      fprintf(file, "\\%c", *value);
    else if ((unsigned char)*value >= ' ')
      fputc(*value, file);
  fprintf(file, "\"%s", after);
}

/* The processor as Linux calls it; its architecture if there is no such name. */
static void cpu_name(char *name, size_t size, const char *architecture)
{
  char line[256];
  FILE *file = fopen("/proc/cpuinfo", "r");
  snprintf(name, size, "%s", architecture);
  while (file && fgets(line, sizeof line, file)) {
    char *value = strstr(line, ": ");
    if (strncmp(line, "model name", 10) != 0 || !value) continue;
    value[strcspn(value, "\n")] = 0;
    snprintf(name, size, "%s", value + 2);
    break;
  }
  if (file) fclose(file);
}

void json_begin(FILE *file)
{
  struct utsname system;
  char cpu[256];
  if (uname(&system) != 0) memset(&system, 0, sizeof system);
  cpu_name(cpu, sizeof cpu, system.machine);
  fprintf(file, "{\"schema\": 1,\n \"machine\": {");
  json_string(file, "cpu", cpu, ", ");
  json_string(file, "architecture", system.machine, ", ");
  fprintf(file, "\"os\": \"%s %s\", \"cores\": %ld, ", system.sysname, system.release,
          sysconf(_SC_NPROCESSORS_ONLN));
  json_string(file, "compiler", COMPILER, ", \"versions\": {");
  json_string(file, "katwise", kw_version(), "");
  if (openssl_version()) {
    fprintf(file, ", ");
    json_string(file, "openssl", openssl_version(), "");
  }
  fprintf(file, "}},\n \"rows\": [");
}

static void json_spread(FILE *file, const char *name, struct spread s)
{
  fprintf(file,
          "\"%s\": {\"min\": %.3f, \"q1\": %.3f, \"median\": %.3f, \"q3\": %.3f, \"iqm\": %.3f, "
          "\"low\": %.3f, \"high\": %.3f}, ",
          name, s.min, s.q1, s.median, s.q3, s.iqm, s.low, s.high);
}

void json_rows(FILE *file, const struct job *job, const struct row *rows, size_t count)
{
  static int any;
  for (size_t i = 0; i < count; i++) {
    fprintf(file, "%s\n  {", any ? "," : "");
    any = 1;
    json_string(file, "runtime", rows[i].lane->runtime, ", ");
    json_string(file, "level", rows[i].lane->level, ", ");
    json_string(file, "algorithm", job->algorithm, ", ");
    json_string(file, "operation", job->operation, ", ");
    fprintf(file, "\"size\": %zu, \"messages\": %zu, ", job->size, job->messages);
    json_spread(file, "ns", rows[i].ns);
    if (rows[i].cycles.median > 0) json_spread(file, "cycles", rows[i].cycles);
    fprintf(file, "\"samples\": %u, \"calls\": %zu, \"checked\": true}", rows[i].samples,
            rows[i].calls);
  }
}

void json_end(FILE *file)
{
  fprintf(file,
          "\n ],\n \"timer\": {\"counter\": \"%s\", \"step_ns\": %.3f, "
          "\"overhead_ns\": %.3f, \"cycles\": \"%s\", \"tsc_ghz\": %.4f, \"core_ghz\": %.4f, "
          "\"core_ghz_end\": %.4f}}\n",
          timer.counter, timer.step, timer.overhead, timer.cycles, timer.tsc_ghz, core_at_start,
          timer_core_ghz());
}
