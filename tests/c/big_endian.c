/* SPDX-License-Identifier: MIT
 *
 * Prints, for every algorithm, the outputs for messages of all lengths, folded into one. Needs no
 * C library: so clang alone can build it for big-endian machines, with 32 or 64 bits, and an
 * emulator runs it (tests/test_c.py). On this machine the C library gives what it takes.
 */
#include <string.h>

#include "katwise.h"

enum { LONGEST = 600, OUT = 64 };

#ifdef __mips__
#ifdef __mips64
enum { WRITE = 5001, EXIT = 5058 };
#else
enum { WRITE = 4004, EXIT = 4001 };
#endif

static long system_call(long number, long a, const void *b, size_t c)
{
  register long v0 __asm__("$2") = number, a0 __asm__("$4") = a;
  register const void *a1 __asm__("$5") = b;
  register size_t a2 __asm__("$6") = c;
  register long a3 __asm__("$7");
  __asm__ volatile("syscall" : "+r"(v0), "=r"(a3) : "r"(a0), "r"(a1), "r"(a2) : "memory");
  return v0;
}

static void print(const char *s, size_t n) { system_call(WRITE, 1, s, n); }

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
  for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return to;
}
void *memmove(void *to, const void *from, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    const size_t at = (uintptr_t)to < (uintptr_t)from ? i : n - 1 - i;
    ((uint8_t *)to)[at] = ((const uint8_t *)from)[at];
  }
  return to;
}
void *memset(void *to, int value, size_t n)
{
  for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = (uint8_t)value;
  return to;
}
int strcmp(const char *a, const char *b)
{
  while (*a && *a == *b) a++, b++;
  return *a - *b;
}
size_t strlen(const char *s)
{
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
char *getenv(const char *name)
{
  (void)name;
  return NULL;
}

/* For random.c and parallel.c, which need a system. */
kw_status kw_random(void *out, size_t size)
{
  memset(out, 0, size);
  return KW_NO_RANDOM;
}
void kw_parallel(unsigned threads, void (*body)(void *context), void *context);
void kw_parallel(unsigned threads, void (*body)(void *context), void *context)
{
  (void)threads;
  body(context);
}

int main(void);
void __start(void) { system_call(EXIT, kw_level_use("auto") ? 2 : main(), NULL, 0); }
#else
#include <stdio.h>
static void print(const char *s, size_t n) { fwrite(s, 1, n, stdout); }
#endif

static uint8_t message[LONGEST + 32];

static void print_line(const char *name, const uint8_t *out)
{
  char line[2 * OUT + 1];
  for (size_t i = 0; i < OUT; i++) {
    line[2 * i] = "0123456789abcdef"[out[i] >> 4];
    line[2 * i + 1] = "0123456789abcdef"[out[i] & 15];
  }
  line[2 * OUT] = '\n';
  print(name, strlen(name));
  print(" ", 1);
  print(line, sizeof line);
}

/* Each output is added to the fold in its place; the fold goes round by three bytes. */
static void fold(uint8_t sum[OUT], const uint8_t *out, size_t n)
{
  uint8_t moved[OUT];
  for (size_t i = 0; i < OUT; i++) moved[i] = sum[(i + 3) % OUT];
  for (size_t i = 0; i < OUT; i++) sum[i] = (uint8_t)(moved[i] + (i < n ? out[i] : 0) + i % 7);
}

static int fold_hash(const kw_hash *hash)
{
  uint8_t sum[OUT] = {0}, out[OUT];
  const size_t n = kw_hash_is_xof(hash) ? OUT : kw_hash_digest_size(hash);
  for (size_t size = 0; size <= LONGEST; size++) {
    if (kw_hash_once(hash, out, n, message, size) != KW_OK) return 0;
    fold(sum, out, n);
  }
  print_line(kw_hash_name(hash), sum);
  return 1;
}

static int fold_mac(const kw_mac *mac)
{
  uint8_t sum[OUT] = {0}, tag[OUT];
  const size_t n = kw_mac_tag_size(mac), key_size = kw_mac_key_size(mac);
  for (size_t size = 0; size <= LONGEST; size++) {
    const uint8_t *key = message + LONGEST - size; /* another one each time */
    if (kw_mac_once(mac, tag, n, message, size, key, key_size) != KW_OK) return 0;
    fold(sum, tag, n);
  }
  print_line(kw_mac_name(mac), sum);
  return 1;
}

/* Keys of every set; a signature of the f sets, which verifies. */
static int fold_sig(const kw_sig *sig)
{
  static uint8_t pk[64], sk[128], signature[49856];
  const size_t pk_size = kw_sig_public_key_size(sig), sk_size = kw_sig_secret_key_size(sig);
  const size_t size = kw_sig_signature_size(sig);
  const char *name = kw_sig_name(sig);
  uint8_t sum[OUT] = {0};
  if (kw_sig_keygen_from_seed(sig, pk, pk_size, sk, sk_size, message, kw_sig_seed_size(sig), 0))
    return 0;
  fold(sum, pk, pk_size);
  if (name[strlen(name) - 1] == 'f') {
    if (kw_sign_deterministic(sig, signature, size, message, 99, sk, sk_size, NULL) ||
        kw_verify(sig, signature, size, message, 99, pk, pk_size, NULL))
      return 0;
    for (size_t at = 0; at + OUT <= size; at += OUT) fold(sum, signature + at, OUT);
  }
  print_line(name, sum);
  return 1;
}

int main(void)
{
  for (size_t i = 0; i < sizeof message; i++) message[i] = (uint8_t)(i * i * 167 + i * 13 + 5);
  for (size_t i = 0; i < kw_hash_count(); i++)
    if (!fold_hash(kw_hash_at(i))) return 1;
  for (size_t i = 0; i < kw_mac_count(); i++)
    if (!fold_mac(kw_mac_at(i))) return 1;
  for (size_t i = 0; i < kw_sig_count(); i++)
    if (!fold_sig(kw_sig_at(i))) return 1;
  return 0;
}
