/* SPDX-License-Identifier: MIT
 * kw_random, and keys and signatures made with it, over an operating system that this program can
 * make fail: the linker puts __wrap_getrandom in the place of getrandom. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "katwise.h"

enum { GOOD, SHORT, INTERRUPTED, FAILS_LATER, FAILS, GIVES_NOTHING };
static int behaviour;
static size_t calls;

ssize_t __real_getrandom(void *out, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *out, size_t size, unsigned flags);

static ssize_t failure(int error)
{
  errno = error;
  return -1;
}

ssize_t __wrap_getrandom(void *out, size_t size, unsigned flags)
{
  calls++;
  switch (behaviour) {
    case SHORT: return __real_getrandom(out, size > 7 ? 7 : size, flags);
    case INTERRUPTED: return calls % 3 ? failure(EINTR) : __real_getrandom(out, size, flags);
    case FAILS_LATER: return calls > 2 ? failure(EIO) : __real_getrandom(out, 10, flags);
    case FAILS: return failure(ENOSYS);
    case GIVES_NOTHING: return 0;
    default: return __real_getrandom(out, size, flags);
  }
}

enum { LARGE = 1 << 20 };
static uint8_t a[LARGE], b[LARGE];

static void behave(int how)
{
  behaviour = how;
  calls = 0;
}

/* Each byte value 4096 times on average; 5 standard deviations (64) off happens once in 10000 runs
 * of 256 values; 8 never. */
static void looks_random(void)
{
  size_t counts[256] = {0};
  behave(GOOD);
  CHECK(kw_random(a, LARGE) == KW_OK && kw_random(b, LARGE) == KW_OK, "status");
  CHECK(!same(a, b, LARGE), "two draws differ");
  for (size_t i = 0; i < LARGE; i++) counts[a[i]]++;
  for (size_t i = 0; i < 256; i++)
    CHECK(counts[i] > 4096 - 512 && counts[i] < 4096 + 512, "%zu times %zu", counts[i], i);
}

/* Exactly size bytes are written, in one request to the system: no pool that a fork could copy. */
static void sizes(void)
{
  behave(GOOD);
  for (size_t n = 0; n <= 300; n++) {
    memset(a, 0, 600);
    calls = 0;
    CHECK(kw_random(a + 100, n) == KW_OK, "status");
    CHECK(calls == (n ? 1 : 0), "%zu requests for %zu bytes", calls, n);
    CHECK(all_bytes(a, 0, 100) && all_bytes(a + 100 + n, 0, 600 - 100 - n), "%zu bytes", n);
    CHECK(n < 16 || !all_bytes(a + 100, 0, n), "%zu bytes", n);
  }
}

/* Every byte is filled, however small the pieces. */
static void pieces(void)
{
  static const int how[] = {SHORT, INTERRUPTED};
  for (size_t i = 0; i < SIZE(how); i++) {
    behave(how[i]);
    memset(a, 0, 1000);
    for (int turn = 0; turn < 10; turn++) {
      CHECK(kw_random(b, 1000) == KW_OK, "status");
      for (size_t k = 0; k < 1000; k++) a[k] |= b[k];
    }
    for (size_t k = 0; k < 1000; k++) CHECK(a[k], "byte %zu is filled", k);
  }
}

static void failures(void)
{
  static const int how[] = {FAILS, FAILS_LATER, GIVES_NOTHING};
  for (size_t i = 0; i < SIZE(how); i++) {
    behave(how[i]);
    memset(a, 0x5a, 200);
    CHECK(kw_random(a, 100) == KW_NO_RANDOM, "status");
    CHECK(all_bytes(a, 0, 100) && all_bytes(a + 100, 0x5a, 100), "wiped, and nothing else");
    CHECK(kw_random(a, 0) == KW_OK && kw_random(NULL, 0) == KW_OK, "nothing is always there");
  }
  behave(GOOD);
}

static void after_fork(void)
{
  int ends[2];
  uint8_t child[32];
  CHECK(kw_random(a, 32) == KW_OK, "status");
  if (pipe(ends) != 0) die("no pipe");
  const pid_t pid = fork();
  if (pid < 0) die("no process");
  if (pid == 0) {
    int good = kw_random(a, 32) == KW_OK && write(ends[1], a, 32) == 32;
    _exit(good ? 0 : 1);
  }
  int status = -1;
  CHECK(kw_random(a, 32) == KW_OK, "status");
  CHECK(read(ends[0], child, 32) == 32 && waitpid(pid, &status, 0) == pid && status == 0, "child");
  CHECK(!same(a, child, 32), "parent and child differ");
  close(ends[0]);
  close(ends[1]);
}

/* ---- Keys and signatures ---- */

enum { PK = 32, SK = 64, SIGNATURE = 17088 }; /* of SLH-DSA-SHA2-128f */

static void new_signatures(void)
{
  const kw_sig *sig = kw_sig_find("SLH-DSA-SHA2-128f");
  uint8_t pk[2][PK], sk[2][SK];
  behave(GOOD);
  for (size_t i = 0; i < 2; i++) {
    calls = 0;
    CHECK(kw_sig_keygen(sig, pk[i], PK, sk[i], SK, 0) == KW_OK && calls == 1, "keys");
    CHECK(!same(pk[i], pk[0], PK) == (i > 0), "another pair each time");
  }
  for (size_t i = 0; i < 2; i++) {
    uint8_t *signature = i ? b : a;
    calls = 0;
    kw_status status = kw_sign(sig, signature, SIGNATURE, "abc", 3, sk[0], SK, NULL);
    CHECK(status == KW_OK && calls == 1, "signature");
    CHECK(kw_verify(sig, signature, SIGNATURE, "abc", 3, pk[0], PK, NULL) == KW_OK, "verify");
    CHECK(kw_verify(sig, signature, SIGNATURE, "abd", 3, pk[0], PK, NULL) == KW_BAD_SIGNATURE,
          "another message");
  }
  CHECK(!same(a, b, 16), "R differs");
}

static void no_signatures(void)
{
  static const int how[] = {FAILS, FAILS_LATER, GIVES_NOTHING};
  const kw_sig *sig = kw_sig_find("SLH-DSA-SHA2-128f");
  uint8_t pk[PK + 1], sk[SK + 1], good[SK] = {1};
  for (size_t i = 0; i < SIZE(how); i++) {
    behave(how[i]);
    memset(pk, 0x5a, sizeof pk);
    memset(sk, 0x5a, sizeof sk);
    CHECK(kw_sig_keygen(sig, pk, PK, sk, SK, 0) == KW_NO_RANDOM, "keys");
    CHECK(all_bytes(pk, 0, PK) && all_bytes(sk, 0, SK) && pk[PK] == 0x5a && sk[SK] == 0x5a,
          "zero, and nothing else is written");
    behave(how[i]);
    memset(a, 0x5a, SIGNATURE + 1);
    kw_status status = kw_sign(sig, a, SIGNATURE, "abc", 3, good, SK, NULL);
    CHECK(status == KW_NO_RANDOM, "signature: %s", kw_status_text(status));
    CHECK(all_bytes(a, 0, SIGNATURE) && a[SIGNATURE] == 0x5a, "zero, and nothing else");
    status = kw_sign_deterministic(sig, a, SIGNATURE, "abc", 3, good, SK, NULL);
    CHECK(status == KW_OK, "without randomness: %s", kw_status_text(status));
  }
  behave(GOOD);
}

int main(void)
{
  static const struct {
    const char *name;
    void (*run)(void);
  } tests[] = {
    {"looks random", looks_random},
    {"sizes", sizes},
    {"pieces", pieces},
    {"failures", failures},
    {"after fork", after_fork},
    {"new signatures", new_signatures},
    {"no signatures", no_signatures},
  };
  plan(SIZE(tests));
  for (size_t i = 0; i < SIZE(tests); i++) {
    context("%s", tests[i].name);
    begin_case();
    tests[i].run();
  }
  return report("random");
}
