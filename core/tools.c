/* SPDX-License-Identifier: MIT
 * Wiping, comparing, naming. */
#include <string.h>

#include "katwise.h"
#include "platform.h"

void kw_wipe(void *p, size_t size)
{
  if (size) wipe(p, size);
}

__attribute__((noinline)) void kw_wipe_stack(size_t size)
{
  uint8_t dead[size];
  wipe(dead, size);
}

int kw_equal(const void *a, const void *b, size_t size)
{
  const uint8_t *x = a, *y = b;
  uint32_t difference = 0;
  for (size_t i = 0; i < size; i++) {
    difference |= (uint32_t)(x[i] ^ y[i]);
    OPAQUE(difference); /* no early end */
  }
  return (int)((difference - 1) >> 31);
}

const char *kw_status_text(kw_status status)
{
  switch (status) {
    case KW_OK: return "ok";
    case KW_BAD_ARGUMENT: return "bad argument";
    case KW_BAD_STATE: return "call not possible in this state";
    case KW_BAD_TAG: return "the tag does not authenticate the message";
    case KW_NO_RANDOM: return "the operating system gave no randomness";
    case KW_BAD_SIGNATURE: return "the signature is not one of the message under this key";
    case KW_BAD_KEY: return "the parts of the secret key do not fit each other";
    case KW_FAULT: return "the machine has computed wrongly";
    case KW_UNAVAILABLE: return "level not available on this machine";
  }
  return "unknown status";
}

const char *kw_version(void) { return KATWISE_VERSION; }
