/* SPDX-License-Identifier: MIT
 * bench: katwise's algorithms on every level of this machine, with OpenSSL beside them. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"
#include "known.h"
#include "measure.h"
#include "output.h"
#include "signatures.h"
#include "timer.h"

static const char usage[] =
    "bench: how fast katwise is on each level of this machine, OpenSSL beside it.\n"
    "  --algorithm NAME   this one alone (may be repeated, as the next three)\n"
    "  --level NAME       katwise on this level alone\n"
    "  --operation NAME   hash, many, blocks, mac, verify, keygen, sign, sign2 or verify8\n"
    "  --size BYTES       hash or authenticate messages of this size instead of the usual ones\n"
    "  --quick            fewer sizes, samples and signature algorithms\n"
    "  --cpu-time         the processor's time alone, on a machine with other work; no threads\n"
    "  --json FILE        write the rows as JSON, too\n"
    "  --corrupt          for tests: expect wrong outputs, and so fail\n"
    "  --timer-step NS    for tests: a clock that moves in such steps\n";

enum { MAX_WANTED = 32 };
struct wanted {
  const char *names[MAX_WANTED];
  size_t count;
};
static struct wanted algorithms, levels, operations, sizes;

static struct plan plan = {.samples = 32, .sample_ns = 40000, .budget_ns = 500e6};
static int quick, cpu_time, jobs_done;
static FILE *json;
static const char *json_path;

/* No JSON stays behind. */
void fail(const char *format, ...)
{
  va_list values;
  fflush(stdout);
  fprintf(stderr, "bench: ");
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fprintf(stderr, "\n");
  if (json) remove(json_path);
  exit(1);
}

static _Noreturn void bad_usage(const char *what, const char *value)
{
  fprintf(stderr, "bench: %s: %s\n", what, value);
  exit(2);
}

static int is_wanted(const struct wanted *list, const char *name)
{
  for (size_t i = 0; i < list->count; i++)
    if (strcmp(list->names[i], name) == 0) return 1;
  return list->count == 0;
}

int level_wanted(const char *level) { return is_wanted(&levels, level); }

static size_t number(const char *option, const char *value, size_t most)
{
  char *end;
  errno = 0;
  unsigned long long n = strtoull(value, &end, 10);
  if (*value < '0' || *value > '9' || *end || errno || n > most) bad_usage(option, value);
  return (size_t)n;
}

static void measure_job(struct job job)
{
  struct lane lanes[MAX_LANES];
  struct row rows[MAX_LANES];
  if (!is_wanted(&operations, job.operation)) return;
  size_t count = openssl_lanes(&job, lanes, katwise_lanes(&job, lanes, 0));
  if (count == 0) return;
  measure(&plan, &job, lanes, count, rows);
  print_rows(stdout, &job, rows, count);
  if (json) json_rows(json, &job, rows, count);
  jobs_done++;
}

static size_t sizes_of(const size_t *usual, size_t usual_count, size_t chosen[MAX_WANTED])
{
  for (size_t i = 0; i < usual_count; i++) chosen[i] = usual[i];
  for (size_t i = 0; i < sizes.count; i++) chosen[i] = number("--size", sizes.names[i], MAX_SIZE);
  return sizes.count ? sizes.count : usual_count;
}

static void measure_hash(const kw_hash *hash)
{
  static const size_t full[] = {8, 64, 576, 1536, 4096, 16384, 64576, 65536};
  static const size_t few[] = {8, 64, 4096, 65536};
  size_t chosen[MAX_WANTED];
  size_t count = quick ? sizes_of(few, 4, chosen) : sizes_of(full, 8, chosen);
  for (size_t i = 0; i < count; i++) measure_job(job_of_hash(hash, "hash", chosen[i], 1));
  if (sizes.count) return;
  measure_job(job_of_hash(hash, "hash", MANY_SIZE, MESSAGES));
  measure_job(job_of_hash(hash, "many", MANY_SIZE, MESSAGES));
}

static void measure_mac(const kw_mac *mac)
{
  static const size_t full[] = {11, 26, 61, 139, 314, 709, 1597, 3595, 8090, 18205};
  static const size_t few[] = {11, 61, 1597, 18205};
  size_t chosen[MAX_WANTED];
  size_t count = quick ? sizes_of(few, 4, chosen) : sizes_of(full, 10, chosen);
  for (size_t i = 0; i < count; i++) measure_job(job_of_mac(mac, "mac", chosen[i]));
  for (size_t i = 0; i < count; i++) measure_job(job_of_mac(mac, "verify", chosen[i]));
}

/* What a block costs in the hash functions that a signature algorithm is made of, where several
 * messages fill the lanes; once for all algorithms. sha3-512 has the shortest blocks. */
static void measure_blocks(int shake)
{
  static const char *const of[2][2] = {{"sha256", "sha512"}, {"sha3-512", NULL}};
  static int done[2];
  for (int i = 0; i < 2 && of[shake][i] && !done[shake]; i++) {
    known_answers(of[shake][i]);
    measure_job(job_of_hash(kw_hash_find(of[shake][i]), "blocks", BLOCKS_SIZE, MESSAGES));
  }
  done[shake] = 1;
}

/* --quick: those that sign fastest. */
static int signature_wanted(const char *name)
{
  const int few = !strcmp(name, "SLH-DSA-SHA2-128f") || !strcmp(name, "SLH-DSA-SHAKE-128f");
  return algorithms.count || !quick ? is_wanted(&algorithms, name) : few;
}

static void measure_signatures(const kw_sig *sig)
{
  static const char *const all[] = {"keygen", "sign", "sign2", "verify", "verify8"};
  const struct keys *keys = NULL;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!is_wanted(&operations, all[i]) || (cpu_time && strcmp(all[i], "sign2") == 0)) continue;
    if (!keys) keys = keys_of(sig);
    measure_job(job_of_signature(sig, all[i], keys));
  }
}

static void measure_all(void)
{
  for (size_t i = 0; i < kw_hash_count(); i++) {
    const kw_hash *hash = kw_hash_at(i);
    if (!is_wanted(&algorithms, kw_hash_name(hash))) continue;
    known_answers(kw_hash_name(hash));
    measure_hash(hash);
  }
  for (size_t i = 0; i < kw_mac_count(); i++) {
    const kw_mac *mac = kw_mac_at(i);
    if (!is_wanted(&algorithms, kw_mac_name(mac))) continue;
    known_answers(kw_mac_name(mac));
    measure_mac(mac);
  }
  for (size_t i = 0; i < kw_sig_count(); i++) {
    const kw_sig *sig = kw_sig_at(i);
    if (!signature_wanted(kw_sig_name(sig))) continue;
    measure_blocks(strstr(kw_sig_name(sig), "SHAKE") != NULL);
    measure_signatures(sig);
  }
}

static void check_names(void)
{
  for (size_t i = 0; i < algorithms.count; i++)
    if (!kw_hash_find(algorithms.names[i]) && !kw_mac_find(algorithms.names[i]) &&
        !kw_sig_find(algorithms.names[i]))
      bad_usage("--algorithm: there is none of this name", algorithms.names[i]);
  for (size_t i = 0; i < levels.count; i++)
    if (kw_level_use(levels.names[i]) != KW_OK)
      bad_usage("--level: this build or this machine lacks it", levels.names[i]);
  for (size_t i = 0; i < operations.count; i++)
    if (!katwise_runner(operations.names[i]) && !signature_runner(operations.names[i]))
      bad_usage("--operation: there is none of this name", operations.names[i]);
  for (size_t i = 0; i < sizes.count; i++) number("--size", sizes.names[i], MAX_SIZE);
}

static void add(struct wanted *list, const char *option, const char *name)
{
  if (list->count == MAX_WANTED) bad_usage(option, "given too often");
  list->names[list->count++] = name;
}

static void option_with_value(const char *option, const char *value, size_t *quantum)
{
  if (!strcmp(option, "--algorithm"))
    add(&algorithms, option, value);
  else if (!strcmp(option, "--level"))
    add(&levels, option, value);
  else if (!strcmp(option, "--operation"))
    add(&operations, option, value);
  else if (!strcmp(option, "--size"))
    add(&sizes, option, value);
  else if (!strcmp(option, "--timer-step"))
    *quantum = number(option, value, 100000000);
  else if (!strcmp(option, "--json"))
    json_path = value;
  else
    bad_usage("unknown option", option);
}

static void run(void)
{
  print_timer(stdout);
  if (json) json_begin(json);
  measure_all();
  if (jobs_done == 0) fail("these algorithms have no such operation");
  if (json) json_end(json);
  if (json && fclose(json) != 0) fail("%s: could not be written", json_path);
}

int main(int argc, char *argv[])
{
  size_t quantum = 1;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) return fputs(usage, stdout) < 0;
    if (!strcmp(argv[i], "--quick"))
      quick = 1;
    else if (!strcmp(argv[i], "--cpu-time"))
      cpu_time = 1;
    else if (!strcmp(argv[i], "--corrupt"))
      plan.corrupt = 1;
    else if (i + 1 == argc)
      bad_usage("unknown option, or its value is missing", argv[i]);
    else
      option_with_value(argv[i], argv[i + 1], &quantum), i++;
  }
  check_names();
  if (json_path && !(json = fopen(json_path, "w"))) bad_usage("cannot be written", json_path);
  if (quick) plan.samples = 16, plan.sample_ns = 20000, plan.budget_ns = 100e6;
  timer_start(quantum, cpu_time);
  run();
  return 0;
}
