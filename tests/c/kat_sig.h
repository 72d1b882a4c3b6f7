/* SPDX-License-Identifier: MIT
 * Something signed, to be verified in several ways, as it is and with changes (kat_verify.c). */
#ifndef KATWISE_KAT_SIG_H
#define KATWISE_KAT_SIG_H
#include "kat.h"

enum part { SIGNATURE, MESSAGE, PUBLIC_KEY, CONTEXT, PARTS };

struct signed_case {
  const kw_sig *sig;
  struct field part[PARTS];
  const kw_hash *prehash;
  int internal;
};

kw_sig_options signed_options(const struct signed_case *c);

/* The same options for the message hashed before, by this state. */
void signed_hash(const struct signed_case *c, kw_sig_options *options, kw_hash_state *state);

/* By all ways to verify. */
void signed_verify(const struct signed_case *c, kw_status right);

/* Each of the entry's mutations is refused. */
void signed_mutations(const struct signed_case *c, const struct json *entry);

#endif
