/* SPDX-License-Identifier: MIT
 * FIPS 205, section 5: WOTS+. The values of a key are its len chains, n bytes each, in a row. */
#include "slh_dsa/slh_dsa.h"

/* base_2b (algorithm 4) of the message, then of the sum of what its digits lack of w - 1: padding
 * the sum to whole bytes puts its digits where a division would. */
void kw_slh_wots_digits(const struct slh_set *set, uint8_t *digit, const uint8_t *message)
{
  const unsigned lg_w = set->lg_w, mask = (1u << lg_w) - 1;
  const size_t len1 = slh_len1(set);
  uint32_t bits = 0, sum = 0;
  unsigned have = 0;
  for (size_t i = 0; i < len1; i++) {
    for (; have < lg_w; have += 8) bits = bits << 8 | *message++;
    have -= lg_w;
    digit[i] = (uint8_t)(bits >> have & mask);
    sum += mask - digit[i];
  }
  for (size_t i = slh_len(set); i > len1; i--, sum >>= lg_w) digit[i - 1] = (uint8_t)(sum & mask);
}

void kw_slh_wots_starts(struct slh_worker *w, uint8_t *value, size_t keys)
{
  const size_t n = w->set->n, len = slh_len(w->set);
  kw_slh_begin(w, n);
  for (size_t key = 0; key < keys; key++)
    for (size_t c = 0; c < len; c++, value += n)
      slh_put(w, key, (unsigned)c, 0, w->memory, value, 1);
  kw_slh_run(w);
}

void kw_slh_wots_whole(struct slh_worker *w, size_t first, uint8_t *value, size_t keys)
{
  const size_t n = w->set->n, len = slh_len(w->set);
  const unsigned steps = (1u << w->set->lg_w) - 1;
  kw_slh_begin(w, n);
  for (size_t key = first; key < first + keys; key++)
    for (size_t c = 0; c < len; c++, value += n)
      slh_put(w, key, (unsigned)c, 0, value, value, steps);
}

/* A counting sort, longest first. Chains without steps are left out. */
static void uneven(struct slh_worker *w, size_t first, uint8_t *value, size_t keys, int from_digit)
{
  const size_t n = w->set->n, len = slh_len(w->set), total = keys * len, before = w->list.count;
  const unsigned mask = (1u << w->set->lg_w) - 1, flip = from_digit ? 0 : mask;
  uint16_t at[257] = {0}; /* at[i]: the place of the next chain with mask - i steps */
  for (size_t i = 0; i < total; i++) at[(w->digit[i] ^ flip) + 1]++;
  for (unsigned i = 0; i < mask; i++) at[i + 1] = (uint16_t)(at[i] + at[i + 1]);
  const size_t end = before + at[mask];
  kw_slh_begin(w, n);
  for (size_t i = 0; i < total; i++, value += n) {
    const unsigned missing = w->digit[i] ^ flip;
    if (missing == mask) continue;
    w->list.count = before + at[missing]++;
    slh_put(w, first + i / len, (unsigned)(i % len), from_digit ? missing : 0, value, value,
            mask - missing);
  }
  w->list.count = end;
}

void kw_slh_wots_to_digits(struct slh_worker *w, size_t first, uint8_t *value, size_t keys)
{
  uneven(w, first, value, keys, 0);
}
void kw_slh_wots_to_ends(struct slh_worker *w, size_t first, uint8_t *value, size_t keys)
{
  uneven(w, first, value, keys, 1);
}

void kw_slh_wots_compress(struct slh_worker *w, const uint8_t *value, uint8_t *pk, size_t keys)
{
  const size_t n = w->set->n, size = slh_len(w->set) * n;
  kw_slh_begin(w, size);
  for (size_t key = 0; key < keys; key++)
    slh_put(w, key, 0, 0, value + key * size, pk + key * n, 1);
  kw_slh_run(w);
}
