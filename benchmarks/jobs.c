/* SPDX-License-Identifier: MIT
 * Jobs, and katwise's own lanes. */
#include "jobs.h"

#include <string.h>

#include "signatures.h"

static uint8_t text[MAX_SIZE];

static void fill(struct job *job)
{
  if (text[1] == 0)
    for (size_t k = 0; k < sizeof text; k++) text[k] = (uint8_t)(k % 251);
  for (size_t i = 0; i < job->messages; i++) {
    job->in[i] = text + i * job->size;
    job->in_size[i] = job->size;
  }
}

struct job job_of_hash(const kw_hash *hash, const char *operation, size_t size, size_t messages)
{
  struct job job = {.algorithm = kw_hash_name(hash),
                    .operation = operation,
                    .hash = hash,
                    .size = size,
                    .messages = messages};
  job.out_size = kw_hash_is_xof(hash) ? XOF_OUTPUT : kw_hash_digest_size(hash);
  fill(&job);
  return job;
}

struct job job_of_mac(const kw_mac *mac, const char *operation, size_t size)
{
  struct job job = {.algorithm = kw_mac_name(mac),
                    .operation = operation,
                    .mac = mac,
                    .size = size,
                    .messages = 1,
                    .out_size = kw_mac_tag_size(mac),
                    .key_size = kw_mac_key_size(mac)};
  if (job.key_size > sizeof job.key || job.out_size > sizeof job.tag)
    fail("%s: key or tag too large for this program", job.algorithm);
  fill(&job);
  for (size_t i = 0; i < sizeof job.key; i++) job.key[i] = (uint8_t)i;
  if (kw_mac_once(mac, job.tag, job.out_size, job.in[0], size, job.key, job.key_size) != KW_OK)
    fail("%s: no tag", job.algorithm);
  return job;
}

size_t job_out_size(const struct job *job) { return job->messages * job->out_size; }

uint64_t job_mark(const struct job *job, const uint8_t *out)
{
  uint64_t sum = 0, first;
  if (job->sig) return 1;
  for (size_t i = 0; i < job->messages; i++, sum += first)
    memcpy(&first, out + i * job->out_size, sizeof first);
  return sum;
}

static uint64_t run_hash(const struct job *job, size_t n, uint8_t *out)
{
  uint64_t sum = 0;
  for (; n > 0; n--, sum += job_mark(job, out))
    for (size_t i = 0; i < job->messages; i++)
      if (kw_hash_once(job->hash, out + i * job->out_size, job->out_size, job->in[i], job->size) !=
          KW_OK)
        return 0;
  return sum;
}

static uint64_t run_many(const struct job *job, size_t n, uint8_t *out)
{
  uint64_t sum = 0;
  for (; n > 0; n--, sum += job_mark(job, out))
    if (kw_hash_many(job->hash, job->messages, out, job->out_size, (const void *const *)job->in,
                     job->in_size) != KW_OK)
      return 0;
  return sum;
}

static uint64_t run_mac(const struct job *job, size_t n, uint8_t *out)
{
  uint64_t sum = 0;
  for (; n > 0; n--, sum += job_mark(job, out))
    if (kw_mac_once(job->mac, out, job->out_size, job->in[0], job->size, job->key, job->key_size) !=
        KW_OK)
      return 0;
  return sum;
}

/* Its output is the tag itself, if that was accepted. */
static uint64_t run_verify(const struct job *job, size_t n, uint8_t *out)
{
  uint64_t sum = 0;
  for (; n > 0; n--, sum += job_mark(job, out)) {
    if (kw_mac_verify(job->mac, job->tag, job->out_size, job->in[0], job->size, job->key,
                      job->key_size) != KW_OK)
      return 0;
    memcpy(out, job->tag, sizeof job->tag);
  }
  return sum;
}

run_fn *katwise_runner(const char *operation)
{
  static const struct {
    const char *operation;
    run_fn *run;
  } runners[] = {{"hash", run_hash},
                 {"many", run_many},
                 {"blocks", run_many},
                 {"mac", run_mac},
                 {"verify", run_verify}};
  for (size_t i = 0; i < sizeof runners / sizeof *runners; i++)
    if (strcmp(operation, runners[i].operation) == 0) return runners[i].run;
  return NULL;
}

size_t katwise_lanes(const struct job *job, struct lane *lanes, size_t count)
{
  run_fn *run = (job->sig ? signature_runner : katwise_runner)(job->operation);
  const int threads = strcmp(job->operation, "sign2") == 0; /* of the fastest level alone */
  for (size_t i = 0; i < kw_level_count() && count < MAX_LEVELS; i++) {
    const char *level = kw_level_name(i);
    if (threads && strcmp(level, "auto") != 0) continue;
    if (kw_level_available(i) && level_wanted(level))
      lanes[count++] = (struct lane){"c", level, run};
  }
  return count;
}

#ifndef HAVE_OPENSSL
size_t openssl_lanes(const struct job *job, struct lane *lanes, size_t count)
{
  (void)job, (void)lanes;
  return count;
}
const char *openssl_version(void) { return NULL; }
#endif
