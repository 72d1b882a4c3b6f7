/* SPDX-License-Identifier: MIT
 * One entry of a KAT file, on the level in use. Each value is computed in several ways. */
#ifndef KATWISE_KAT_H
#define KATWISE_KAT_H
#include "json.h"
#include "katwise.h"

struct field {
  uint8_t *value; /* NULL: absent, or malformed */
  size_t size;
};

/* The hex of an entry's field. Release with free(f.value). */
struct field field_read(const struct json *entry, const char *name);

void kat_hash(const kw_hash *hash, const struct json *entry);
void kat_mac(const kw_mac *mac, const struct json *entry);

/* quick: one way to sign, chosen by the entry's number; slow entries are verified alone. */
void kat_sig(const kw_sig *sig, const struct json *entry, size_t number, int quick);
int kat_sig_is_left_out(const struct json *entry); /* nothing of it is quick */

#endif
