/* SPDX-License-Identifier: MIT
 *
 * Jobs of signatures. All messages take part in turn. Each output is compared as a whole, and a
 * run gives the number of those that were right. */
#include "signatures.h"

#include <string.h>

#include "known.h"

static struct keys keys;

static void make_keys(const kw_sig *sig)
{
  memset(&keys, 0, sizeof keys);
  keys.seed_size = kw_sig_seed_size(sig);
  keys.pk_size = kw_sig_public_key_size(sig);
  keys.sk_size = kw_sig_secret_key_size(sig);
  keys.signature_size = kw_sig_signature_size(sig);
  if (keys.seed_size > MAX_KEY || keys.pk_size > MAX_KEY || keys.sk_size > MAX_KEY ||
      keys.signature_size > MAX_SIGNATURE)
    fail("%s: keys or signatures too large for this program", kw_sig_name(sig));
  for (size_t i = 0; i < keys.seed_size; i++) keys.seed[i] = (uint8_t)i;
  if (kw_sig_keygen_from_seed(sig, keys.pk, keys.pk_size, keys.sk, keys.sk_size, keys.seed,
                              keys.seed_size, 1) != KW_OK)
    fail("%s: no keys", kw_sig_name(sig));
}

static int sign(const kw_sig *sig, size_t i, unsigned threads, uint8_t *out)
{
  const kw_sig_options options = {.threads = threads};
  return kw_sign_deterministic(sig, out, keys.signature_size, keys.message[i], MESSAGE_SIZE,
                               keys.sk, keys.sk_size, &options) == KW_OK;
}

static int accepted(const kw_sig *sig, const kw_signed *item)
{
  return kw_verify(sig, item->signature, item->signature_size, item->msg, item->msg_size, keys.pk,
                   keys.pk_size, NULL) == KW_OK;
}

static void make_signatures(const kw_sig *sig)
{
  for (size_t i = 0; i < SIGNATURES; i++) {
    memcpy(keys.message[i], "abc", MESSAGE_SIZE);
    keys.message[i][0] = (uint8_t)('a' + i);
    if (!sign(sig, i, 1, keys.signature[i])) fail("%s: no signature", kw_sig_name(sig));
    keys.item[i] =
        (kw_signed){keys.signature[i], keys.signature_size, keys.message[i], MESSAGE_SIZE};
  }
  memcpy(keys.spoilt, keys.signature[SPOILT], keys.signature_size);
  keys.spoilt[keys.signature_size / 2] ^= 1;
}

const struct keys *keys_of(const kw_sig *sig)
{
  if (kw_level_use("auto") != KW_OK) fail("auto: this level cannot be used");
  make_keys(sig);
  make_signatures(sig);
  known_signature(kw_sig_name(sig), &keys);
  if (kw_level_use("portable") != KW_OK) fail("portable: this level cannot be used");
  for (size_t i = 0; i < SIGNATURES; i++)
    if (!accepted(sig, &keys.item[i]))
      fail("%s: the portable level refuses a signature of level auto", kw_sig_name(sig));
  return &keys;
}

struct job job_of_signature(const kw_sig *sig, const char *operation, const struct keys *of)
{
  const int verifies = strncmp(operation, "verify", 6) == 0;
  const int signs = strncmp(operation, "sign", 4) == 0;
  return (struct job){.algorithm = kw_sig_name(sig),
                      .operation = operation,
                      .sig = sig,
                      .keys = of,
                      .size = verifies || signs ? MESSAGE_SIZE : 0,
                      .messages = verifies ? SIGNATURES : 1,
                      .out_size = verifies ? 1
                                  : signs  ? of->signature_size
                                           : of->pk_size + of->sk_size};
}

void signature_expected(const struct job *job, uint8_t *out)
{
  const struct keys *of = job->keys;
  if (job->messages > 1) {
    memset(out, 1, SIGNATURES);
    out[SPOILT] = 0;
  } else if (job->size > 0) {
    memcpy(out, of->signature[0], of->signature_size);
  } else {
    memcpy(out, of->pk, of->pk_size);
    memcpy(out + of->pk_size, of->sk, of->sk_size);
  }
}

static uint64_t run_keygen(const struct job *job, size_t n, uint8_t *out)
{
  uint64_t right = 0;
  for (; n > 0; n--) {
    uint8_t *sk = out + keys.pk_size;
    kw_status status = kw_sig_keygen_from_seed(job->sig, out, keys.pk_size, sk, keys.sk_size,
                                               keys.seed, keys.seed_size, 1);
    right += status == KW_OK && memcmp(out, keys.pk, keys.pk_size) == 0 &&
             memcmp(sk, keys.sk, keys.sk_size) == 0;
  }
  return right;
}

static uint64_t sign_in_turn(const struct job *job, size_t n, unsigned threads, uint8_t *out)
{
  static size_t turn;
  uint64_t right = 0;
  for (; n > 0; n--) {
    size_t i = job->checking ? 0 : turn++ % SIGNATURES;
    right +=
        sign(job->sig, i, threads, out) && memcmp(out, keys.signature[i], keys.signature_size) == 0;
  }
  return right;
}

static uint64_t run_sign(const struct job *job, size_t n, uint8_t *out)
{
  return sign_in_turn(job, n, 1, out);
}

static uint64_t run_sign2(const struct job *job, size_t n, uint8_t *out)
{
  return sign_in_turn(job, n, 2, out);
}

/* A run is right if all are accepted; when outputs are checked, one must not be. */
static const kw_signed *items(const struct job *job, kw_signed spoilt[SIGNATURES])
{
  if (!job->checking) return keys.item;
  memcpy(spoilt, keys.item, sizeof keys.item);
  spoilt[SPOILT].signature = keys.spoilt;
  return spoilt;
}

static uint64_t run_verify(const struct job *job, size_t n, uint8_t *out)
{
  kw_signed spoilt[SIGNATURES];
  const kw_signed *item = items(job, spoilt);
  uint64_t right = 0;
  for (; n > 0; n--) {
    size_t good = 0;
    for (size_t i = 0; i < SIGNATURES; i++) good += out[i] = (uint8_t)accepted(job->sig, &item[i]);
    right += good == SIGNATURES;
  }
  return right;
}

static uint64_t run_verify8(const struct job *job, size_t n, uint8_t *out)
{
  kw_signed spoilt[SIGNATURES];
  kw_status results[SIGNATURES];
  const kw_signed *item = items(job, spoilt);
  uint64_t right = 0;
  for (; n > 0; n--) {
    size_t good = 0;
    for (size_t i = 0; i < SIGNATURES; i += BATCH)
      if (kw_verify_many(job->sig, BATCH, results + i, item + i, keys.pk, keys.pk_size, NULL) !=
          KW_OK)
        return 0;
    for (size_t i = 0; i < SIGNATURES; i++) good += out[i] = results[i] == KW_OK;
    right += good == SIGNATURES;
  }
  return right;
}

run_fn *signature_runner(const char *operation)
{
  static const struct {
    const char *operation;
    run_fn *run;
  } runners[] = {{"keygen", run_keygen},
                 {"sign", run_sign},
                 {"sign2", run_sign2},
                 {"verify", run_verify},
                 {"verify8", run_verify8}};
  for (size_t i = 0; i < sizeof runners / sizeof *runners; i++)
    if (strcmp(operation, runners[i].operation) == 0) return runners[i].run;
  return NULL;
}
