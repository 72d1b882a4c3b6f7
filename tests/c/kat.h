/* SPDX-License-Identifier: MIT
 * One entry of a KAT file, on the level in use. Each value is computed in several ways. */
#ifndef KATWISE_KAT_H
#define KATWISE_KAT_H
#include "json.h"
#include "katwise.h"

void kat_hash(const kw_hash *hash, const struct json *entry);
void kat_mac(const kw_mac *mac, const struct json *entry);

#endif
