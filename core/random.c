/* SPDX-License-Identifier: MIT
 * The one door to the operating system's randomness: a call for each request, no pool, no state. */
#include <string.h>

#include "katwise.h"
#include "platform.h"

#if defined(__wasm__)
/* crypto.getRandomValues, by the loader; 0 or -1 */
__attribute__((import_module("katwise"), import_name("random"))) int katwise_random(void *, size_t);

static int fill(uint8_t *out, size_t size) { return katwise_random(out, size); }

#elif defined(__linux__) || defined(__FreeBSD__)
#include <errno.h>
#include <sys/random.h>

static int fill(uint8_t *out, size_t size)
{
  while (size > 0) {
    ssize_t n = getrandom(out, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    out += n;
    size -= (size_t)n;
  }
  return 0;
}

#else
#include <sys/random.h>
#include <unistd.h>

static int fill(uint8_t *out, size_t size)
{
  for (size_t n; size > 0; out += n, size -= n) {
    n = min_size(size, 256); /* the most that one getentropy gives */
    if (getentropy(out, n) != 0) return -1;
  }
  return 0;
}
#endif

kw_status kw_random(void *out, size_t size)
{
  if (!out && size) return KW_BAD_ARGUMENT;
  if (size == 0 || fill(out, size) == 0) return KW_OK;
  kw_wipe(out, size);
  return KW_NO_RANDOM;
}
