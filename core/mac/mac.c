/* SPDX-License-Identifier: MIT
 * The public calls for message authentication: checks, and the buffer that streaming needs. */
#include "mac/mac.h"

#include <string.h>

#include "kernels.h"
#include "mac/poly1305.h"

enum phase { ABSORBING = 1 }; /* 0: never initialised, or finished and wiped */

struct state {
  uint16_t row; /* its place in the table */
  uint8_t phase;
  uint8_t at; /* bytes in block */
  struct poly1305 poly1305;
  uint8_t block[POLY1305_BLOCK];
} __attribute__((may_alias)); /* it lies in a kw_mac_state */
_Static_assert(sizeof(struct state) <= sizeof(kw_mac_state), "kw_mac_state is too small");
_Static_assert(_Alignof(struct state) <= _Alignof(kw_mac_state), "kw_mac_state's alignment");

static const uint8_t empty[1];

size_t kw_mac_state_size(void) { return sizeof(kw_mac_state); }

static const kw_mac *row_of(const struct state *s)
{
  return s && s->phase == ABSORBING ? kw_mac_at(s->row) : NULL;
}

kw_status kw_mac_init(kw_mac_state *state, const kw_mac *mac, const void *key, size_t key_size)
{
  struct state *s = (struct state *)state;
  if (!s) return KW_BAD_ARGUMENT;
  memset(state, 0, sizeof *state);
  if (!mac || !key || key_size != mac->key_size) return KW_BAD_ARGUMENT;
  s->row = (uint16_t)kw_mac_index(mac);
  s->phase = ABSORBING;
  poly1305_start(&s->poly1305, key);
  return KW_OK;
}

static void absorb(struct state *s, const uint8_t *msg, size_t size)
{
  if (s->at > 0) {
    size_t n = min_size(size, (size_t)(POLY1305_BLOCK - s->at));
    memcpy(s->block + s->at, msg, n);
    s->at = (uint8_t)(s->at + n);
    msg += n, size -= n;
    if (s->at < POLY1305_BLOCK) return;
    kw_kernels.poly1305_blocks(&s->poly1305, s->block, 1);
    s->at = 0;
  }
  kw_kernels.poly1305_blocks(&s->poly1305, msg, size / POLY1305_BLOCK);
  s->at = size % POLY1305_BLOCK;
  memcpy(s->block, msg + (size - s->at), s->at);
}

kw_status kw_mac_update(kw_mac_state *state, const void *msg, size_t msg_size)
{
  struct state *s = (struct state *)state;
  if (!s || (!msg && msg_size)) return KW_BAD_ARGUMENT;
  if (!row_of(s)) return KW_BAD_STATE;
  if (msg_size) {
    absorb(s, msg, msg_size);
    kw_wipe_stack(KERNEL_STACK);
  }
  return KW_OK;
}

kw_status kw_mac_final(kw_mac_state *state, void *tag, size_t tag_size)
{
  struct state *s = (struct state *)state;
  if (!tag) return KW_BAD_ARGUMENT;
  const kw_mac *mac = row_of(s);
  if (!mac || tag_size != mac->tag_size) {
    memset(tag, 0, tag_size);
    return s && !mac ? KW_BAD_STATE : KW_BAD_ARGUMENT;
  }
  kw_kernels.poly1305_final(&s->poly1305, tag, s->block, s->at);
  kw_wipe(state, sizeof *state);
  kw_wipe_stack(KERNEL_STACK);
  return KW_OK;
}

static kw_status compare(uint8_t expected[16], const void *tag)
{
  int equal = kw_equal(expected, tag, 16);
  kw_wipe(expected, 16);
  return equal ? KW_OK : KW_BAD_TAG;
}

kw_status kw_mac_final_verify(kw_mac_state *state, const void *tag, size_t tag_size)
{
  uint8_t expected[16];
  const struct state *s = (const struct state *)state;
  if (!s || !tag) return KW_BAD_ARGUMENT;
  if (!row_of(s)) return KW_BAD_STATE;
  if (tag_size != sizeof expected) return KW_BAD_ARGUMENT;
  kw_status status = kw_mac_final(state, expected, sizeof expected);
  return status == KW_OK ? compare(expected, tag) : status;
}

static int good_input(const kw_mac *mac, size_t tag_size, const void *msg, size_t msg_size,
                      const void *key, size_t key_size)
{
  return mac && tag_size == mac->tag_size && key && key_size == mac->key_size && (msg || !msg_size);
}

kw_status kw_mac_once(const kw_mac *mac, void *tag, size_t tag_size, const void *msg,
                      size_t msg_size, const void *key, size_t key_size)
{
  if (!tag) return KW_BAD_ARGUMENT;
  if (!good_input(mac, tag_size, msg, msg_size, key, key_size)) {
    memset(tag, 0, tag_size);
    return KW_BAD_ARGUMENT;
  }
  kw_kernels.poly1305_once(tag, msg ? msg : empty, msg_size, key);
  kw_wipe_stack(KERNEL_STACK);
  return KW_OK;
}

kw_status kw_mac_verify(const kw_mac *mac, const void *tag, size_t tag_size, const void *msg,
                        size_t msg_size, const void *key, size_t key_size)
{
  uint8_t expected[16];
  if (!tag || !good_input(mac, tag_size, msg, msg_size, key, key_size)) return KW_BAD_ARGUMENT;
  kw_kernels.poly1305_once(expected, msg ? msg : empty, msg_size, key);
  kw_wipe_stack(KERNEL_STACK);
  return compare(expected, tag);
}
