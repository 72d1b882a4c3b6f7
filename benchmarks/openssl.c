/* SPDX-License-Identifier: MIT
 *
 * OpenSSL's lanes, from the way that most programs use to the fastest:
 *   EVP_Q_digest   by name (not for a XOF of another length than OpenSSL's default)
 *   EVP_Digest     with EVP_sha256() and the like, which OpenSSL fetches at each call
 *   fetched        the same, or EVP_MAC, with the algorithm fetched beforehand
 *   reused         and one context for all messages
 *   internal       poly1305 below EVP, in functions that only the static library shows
 * EVP_Digest gives a XOF's default length alone: where that is another, by the steps it has inside.
 */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

#include "jobs.h"

static EVP_MD *fetched;
static const EVP_MD *by_name; /* not fetched */
static EVP_MD_CTX *md_context;
static EVP_MAC *mac;
static EVP_MAC_CTX *mac_context;

const char *openssl_version(void) { return OpenSSL_version(OPENSSL_VERSION_STRING); }

static int has_default_size(const struct job *job)
{
  return (size_t)EVP_MD_get_size(fetched) == job->out_size;
}

static int hash_with(EVP_MD_CTX *context, const EVP_MD *md, const struct job *job, size_t i,
                     uint8_t *out)
{
  if (!EVP_DigestInit_ex2(context, md, NULL) || !EVP_DigestUpdate(context, job->in[i], job->size))
    return 0;
  return kw_hash_is_xof(job->hash) ? EVP_DigestFinalXOF(context, out, job->out_size)
                                   : EVP_DigestFinal_ex(context, out, NULL);
}

static int hash_fresh(const EVP_MD *md, const struct job *job, size_t i, uint8_t *out)
{
  if (has_default_size(job)) return EVP_Digest(job->in[i], job->size, out, NULL, md, NULL);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int good = context && hash_with(context, md, job, i, out);
  EVP_MD_CTX_free(context);
  return good;
}

static int hash_quick(const struct job *job, size_t i, uint8_t *out)
{
  return EVP_Q_digest(NULL, job->algorithm, NULL, job->in[i], job->size, out, NULL);
}

static int hash_by_name(const struct job *job, size_t i, uint8_t *out)
{
  return hash_fresh(by_name, job, i, out);
}

static int hash_fetched(const struct job *job, size_t i, uint8_t *out)
{
  return hash_fresh(fetched, job, i, out);
}

static int hash_reused(const struct job *job, size_t i, uint8_t *out)
{
  return hash_with(md_context, fetched, job, i, out);
}

static int mac_with(EVP_MAC_CTX *context, const struct job *job, uint8_t *out)
{
  size_t size;
  return EVP_MAC_init(context, job->key, job->key_size, NULL) &&
         EVP_MAC_update(context, job->in[0], job->size) &&
         EVP_MAC_final(context, out, &size, job->out_size);
}

static int mac_fresh(const struct job *job, size_t i, uint8_t *out)
{
  (void)i;
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
  int good = context && mac_with(context, job, out);
  EVP_MAC_CTX_free(context);
  return good;
}

static int mac_reused(const struct job *job, size_t i, uint8_t *out)
{
  (void)i;
  return mac_with(mac_context, job, out);
}

/* run_fn from a function for one message. */
#define RUN(name, one)                                                \
  static uint64_t name(const struct job *job, size_t n, uint8_t *out) \
  {                                                                   \
    uint64_t sum = 0;                                                 \
    for (; n > 0; n--, sum += job_mark(job, out))                     \
      for (size_t i = 0; i < job->messages; i++)                      \
        if (!one(job, i, out + i * job->out_size)) return 0;          \
    return sum;                                                       \
  }
RUN(run_hash_quick, hash_quick)
RUN(run_hash_by_name, hash_by_name)
RUN(run_hash_fetched, hash_fetched)
RUN(run_hash_reused, hash_reused)
RUN(run_mac_fresh, mac_fresh)
RUN(run_mac_reused, mac_reused)

#ifdef HAVE_OPENSSL_POLY1305
size_t Poly1305_ctx_size(void);
void Poly1305_Init(void *context, const unsigned char key[32]);
void Poly1305_Update(void *context, const unsigned char *in, size_t size);
void Poly1305_Final(void *context, unsigned char tag[16]);

static int poly1305(const struct job *job, size_t i, uint8_t *out)
{
  static _Alignas(64) uint8_t context[1024];
  Poly1305_Init(context, job->key);
  Poly1305_Update(context, job->in[i], job->size);
  Poly1305_Final(context, out);
  return 1;
}
RUN(run_poly1305, poly1305)
#endif

/* The names of the two libraries are the same, but for case. */
static size_t hash_lanes(const struct job *job, struct lane *lanes, size_t count)
{
  EVP_MD_free(fetched);
  fetched = EVP_MD_fetch(NULL, job->algorithm, NULL);
  by_name = EVP_get_digestbyname(job->algorithm);
  if (!md_context) md_context = EVP_MD_CTX_new();
  if (!fetched || !md_context) return count;
  if (has_default_size(job))
    lanes[count++] = (struct lane){"openssl", "EVP_Q_digest", run_hash_quick};
  if (by_name) lanes[count++] = (struct lane){"openssl", "EVP_Digest", run_hash_by_name};
  lanes[count++] = (struct lane){"openssl", "fetched", run_hash_fetched};
  lanes[count++] = (struct lane){"openssl", "reused", run_hash_reused};
  return count;
}

static size_t mac_lanes(const struct job *job, struct lane *lanes, size_t count)
{
#ifdef HAVE_OPENSSL_POLY1305
  if (strcmp(job->algorithm, "poly1305") == 0 && Poly1305_ctx_size() <= 1024)
    lanes[count++] = (struct lane){"openssl", "internal", run_poly1305};
#endif
  if (!mac) mac = EVP_MAC_fetch(NULL, job->algorithm, NULL);
  if (mac && !mac_context) mac_context = EVP_MAC_CTX_new(mac);
  if (!mac || !mac_context) return count;
  lanes[count++] = (struct lane){"openssl", "fetched", run_mac_fresh};
  lanes[count++] = (struct lane){"openssl", "reused", run_mac_reused};
  return count;
}

size_t openssl_lanes(const struct job *job, struct lane *lanes, size_t count)
{
  if (strcmp(job->operation, "hash") == 0) return hash_lanes(job, lanes, count);
  if (strcmp(job->operation, "mac") == 0) return mac_lanes(job, lanes, count);
  return count;
}
