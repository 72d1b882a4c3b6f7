/* SPDX-License-Identifier: MIT
 *
 * A signature algorithm is a row: a scheme and its parameter set. The public calls check arguments
 * and get randomness (sig.c), format and hash messages (format.c), and hold the state of streaming
 * (verify.c); a scheme has the rest.
 */
#ifndef KATWISE_SIG_H
#define KATWISE_SIG_H
#include "katwise.h"
#include "slh_dsa/set.h"

enum {
  SIG_MAX_PUBLIC_KEY = 64,
  SIG_MAX_SEED = 96,
  SIG_MAX_RANDOMNESS = 32,
  SIG_MAX_DIGEST = 64,
  SIG_MAX_BEGINNING = 32,
  SIG_GROUP = 8, /* signatures that are verified side by side */
};

struct sig_sizes { /* bytes */
  size_t public_key, secret_key, signature, seed, randomness, expanded;
  size_t beginning; /* what of a signature the digest of a message depends on */
};

/* A formatted message (FIPS 205: M'), in parts. */
struct message {
  struct part {
    const void *data;
    size_t size;
  } part[4];
  size_t parts;
};

struct signing {
  const kw_sig *sig;
  uint8_t *signature;
  const struct message *message;
  const uint8_t *sk; /* an expanded one, or not */
  int expanded;
  const uint8_t *randomness; /* NULL: none */
  unsigned threads, checks;
};

struct sig_scheme {
  size_t context_max;
  struct sig_sizes (*sizes)(const kw_sig *sig);
  void (*keygen)(const kw_sig *sig, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                 unsigned threads);
  /* Of a key or an expanded one; KW_BAD_KEY if the latter is none. */
  kw_status (*public_key)(const kw_sig *sig, uint8_t *pk, const uint8_t *sk, int expanded);
  kw_status (*expand)(const kw_sig *sig, uint8_t *expanded, const uint8_t *sk, unsigned threads);
  /* What is written to the signature is written after the message's last byte was read. */
  kw_status (*sign)(const struct signing *s);

  /* Of a message to verify a digest is made: begin, then the message's parts, then end. */
  void (*digest_begin)(const kw_sig *sig, kw_hash_state *state, const uint8_t *signature,
                       const uint8_t *pk);
  void (*digest_end)(const kw_sig *sig, kw_hash_state *state, uint8_t digest[SIG_MAX_DIGEST],
                     const uint8_t *signature, const uint8_t *pk);
  /* count <= SIG_GROUP of them side by side. */
  void (*verify)(const kw_sig *sig, size_t count, kw_status results[],
                 const uint8_t *const signature[], uint8_t digest[][SIG_MAX_DIGEST],
                 const uint8_t *pk);
};

struct kw_sig {
  const char *name, *standard;
  const struct sig_scheme *scheme;
  union {
    struct slh_set slh;
  } set;
};

extern const struct sig_scheme kw_slh_dsa;

/* The row at the place that a state remembers, and the place of a row (algorithms.c). */
size_t kw_sig_index(const kw_sig *sig);

/* ---- sig.c ---- */

struct sig_sizes kw_sig_sizes(const kw_sig *sig); /* of a NULL row: zeros */
int kw_is_public_key(const kw_sig *sig, const void *pk, size_t size);

/* ---- format.c: FIPS 205, 10.2 ---- */

struct format {
  struct message message;
  uint8_t head[2];
  uint8_t digest[11 + 64]; /* the OID of a hash function, DER, and the message's digest */
};

extern const kw_sig_options kw_no_options;

kw_status kw_sig_check_options(const kw_sig *sig, const kw_sig_options *o, size_t msg_size);
/* The whole; or what comes before a message, and the digest of one that was pre-hashed. */
void kw_format(struct format *f, const kw_sig *sig, const kw_sig_options *o, const void *msg,
               size_t msg_size);
void kw_format_begin(struct format *f, const kw_sig_options *o, int prehashed);
void kw_format_digest(struct format *f, const kw_hash_state *state);

/* The parts of a message, or the one, go into a hash. */
void kw_message_absorb(kw_hash_state *state, const struct message *message);
void kw_hash_whole(kw_hash_state *state, const kw_hash *hash, const void *msg, size_t size);

#endif
