/* SPDX-License-Identifier: MIT */
#ifndef KATWISE_MAC_H
#define KATWISE_MAC_H
#include "katwise.h"

struct kw_mac {
  const char *name, *standard;
  uint8_t key_size, tag_size; /* bytes */
};

size_t kw_mac_index(const kw_mac *mac); /* a row's place in the table (algorithms.c) */

#endif
