/* SPDX-License-Identifier: MIT
 * What a call must leave as it was: the registers that belong to the caller, the modes of floating
 * point; and the upper halves of vector registers must be clean, or the caller's SSE code gets
 * slow. `checked_call` fills the registers with marks, makes a call, and stores what they hold
 * then. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cpu.h"
#include "katwise.h"

enum { ARGUMENTS = 10 }; /* of any call, at most */

#if defined(__x86_64__)
enum { SAVED = 6, VECTORS = 16, VECTOR_BYTES = 64 };

struct registers {
  uint64_t saved[SAVED]; /* rbx rbp r12 r13 r14 r15 */
  uint64_t width;        /* of the vectors to store: 0, 32 or 64 bytes */
  uint32_t mxcsr_before, mxcsr;
  uint16_t x87_before, x87;
  uint32_t pad;
  uint8_t vectors[VECTORS][VECTOR_BYTES];
};

int checked_call(const void *function, const uintptr_t arguments[ARGUMENTS],
                 struct registers *after);

#define EACH16(f) \
  f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)
#define STORE_YMM(i) "vmovups %ymm" #i ", 72+64*" #i "(%rdx)\n"
#define STORE_ZMM(i) "vmovups %zmm" #i ", 72+64*" #i "(%rdx)\n"

/* Offsets: width 48, mxcsr_before 56, mxcsr 60, x87_before 64, x87 66, vectors 72. */
__asm__(
    ".text\n"
    ".globl checked_call\n"
    ".type checked_call, @function\n"
    "checked_call:\n"
    "push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
    "sub $24, %rsp\n"
    "mov %rdx, (%rsp)\n"
    "stmxcsr 56(%rdx)\n"
    "fnstcw 64(%rdx)\n"
    "mov %rdi, %rax\n"
    "mov %rsi, %r10\n"
    "cmpq $0, 48(%rdx)\n"
    "je 1f\n"
    "vzeroupper\n"
    "1:\n"
    "movabs $0x1111111111111111, %rbx\n"
    "movabs $0x2222222222222222, %rbp\n"
    "movabs $0x3333333333333333, %r12\n"
    "movabs $0x4444444444444444, %r13\n"
    "movabs $0x5555555555555555, %r14\n"
    "movabs $0x6666666666666666, %r15\n"
    "mov (%r10), %rdi\n mov 8(%r10), %rsi\n mov 16(%r10), %rdx\n"
    "mov 24(%r10), %rcx\n mov 32(%r10), %r8\n mov 40(%r10), %r9\n"
    "push 72(%r10)\n push 64(%r10)\n push 56(%r10)\n push 48(%r10)\n"
    "call *%rax\n"
    "add $32, %rsp\n"
    "mov (%rsp), %rdx\n"
    "mov %rbx, (%rdx)\n mov %rbp, 8(%rdx)\n mov %r12, 16(%rdx)\n"
    "mov %r13, 24(%rdx)\n mov %r14, 32(%rdx)\n mov %r15, 40(%rdx)\n"
    "stmxcsr 60(%rdx)\n"
    "fnstcw 66(%rdx)\n"
    "cmpq $32, 48(%rdx)\n"
    "jb 3f\n"
    "ja 2f\n" EACH16(STORE_YMM) "jmp 3f\n"
                                "2:\n" EACH16(STORE_ZMM) "vzeroupper\n"
                                                         "3:\n"
                                                         "add $24, %rsp\n"
                                                         "pop %r15\n pop %r14\n pop %r13\n pop "
                                                         "%r12\n pop %rbp\n pop %rbx\n"
                                                         "ret\n"
                                                         ".size checked_call, . - checked_call\n"
                                                         ".previous\n");

static void prepare(struct registers *r)
{
  const uint32_t found = kw_cpu_features();
  r->width = found & CPU_AVX512 ? 64 : found & CPU_AVX2 ? 32 : 0;
}

static void check_registers(const struct registers *r)
{
  for (size_t i = 0; i < SAVED; i++)
    CHECK(r->saved[i] == 0x1111111111111111 * (i + 1), "saved register %zu", i);
  CHECK(r->mxcsr == r->mxcsr_before, "MXCSR");
  CHECK(r->x87 == r->x87_before, "x87 control word");
  for (size_t i = 0; i < VECTORS && r->width; i++)
    CHECK(all_bytes(r->vectors[i] + 16, 0, r->width - 16), "upper part of vector %zu", i);
}

#elif defined(__riscv) && __riscv_xlen == 64
enum { SAVED = 24 };

struct registers {
  uint64_t saved[SAVED]; /* s0 .. s11, fs0 .. fs11 */
  uint64_t sp_before, sp;
};

int checked_call(const void *function, const uintptr_t arguments[ARGUMENTS],
                 struct registers *after);

#define EACH12(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11)
#define PUSH(i) "sd s" #i ", 32+8*" #i "(sp)\n fsd fs" #i ", 128+8*" #i "(sp)\n"
#define POP(i) "ld s" #i ", 32+8*" #i "(sp)\n fld fs" #i ", 128+8*" #i "(sp)\n"
#define MARK(i) "addi s" #i ", t1, " #i "\n addi t2, t1, 12+" #i "\n fmv.d.x fs" #i ", t2\n"
#define SHOW(i) "sd s" #i ", 8*" #i "(t0)\n fsd fs" #i ", 96+8*" #i "(t0)\n"

__asm__(".text\n"
        ".globl checked_call\n"
        ".type checked_call, @function\n"
        "checked_call:\n"
        "addi sp, sp, -224\n"
        "sd ra, 16(sp)\n"
        "sd a2, 24(sp)\n" EACH12(PUSH) "sd sp, 192(a2)\n"
                                       "mv t0, a0\n"
                                       "mv t3, a1\n"
                                       "li t1, 0x1234567\n" EACH12(
                                           MARK) "ld a0, 0(t3)\n ld a1, 8(t3)\n ld a2, 16(t3)\n"
                                                 "ld a3, 24(t3)\n ld a4, 32(t3)\n ld a5, 40(t3)\n"
                                                 "ld a6, 48(t3)\n ld a7, 56(t3)\n"
                                                 "ld t1, 64(t3)\n ld t2, 72(t3)\n"
                                                 "sd t1, 0(sp)\n sd t2, 8(sp)\n"
                                                 "jalr t0\n"
                                                 "ld t0, 24(sp)\n"
                                                 "sd sp, 200(t0)\n" EACH12(SHOW) EACH12(
                                                     POP) "ld ra, 16(sp)\n"
                                                          "addi sp, sp, 224\n"
                                                          "ret\n"
                                                          ".size checked_call, . - checked_call\n"
                                                          ".previous\n");

static void prepare(struct registers *r) { (void)r; }

static void check_registers(const struct registers *r)
{
  for (size_t i = 0; i < SAVED; i++) CHECK(r->saved[i] == 0x1234567 + i, "saved register %zu", i);
  CHECK(r->sp == r->sp_before, "stack pointer");
}
#endif

enum { MESSAGE = 700, MESSAGES = 24, OUT = 200 };

static uint8_t message[MESSAGE], key[64], out[MESSAGES * OUT];

#define ARGUMENT(x) (uintptr_t)(x)
#define CALL(function, ...) \
  call(#function, (const void *)(uintptr_t)(function), (const uintptr_t[ARGUMENTS]){__VA_ARGS__})

static void call(const char *name, const void *function, const uintptr_t arguments[ARGUMENTS])
{
  static struct registers registers;
  memset(&registers, 0x77, sizeof registers);
  prepare(&registers);
  const int status = checked_call(function, arguments, &registers);
  CHECK(status == KW_OK, "%s: status %d", name, status);
  check_registers(&registers);
}

static void test_hash(const kw_hash *hash, size_t n)
{
  const size_t size = kw_hash_is_xof(hash) ? OUT : kw_hash_digest_size(hash);
  const void *in[MESSAGES];
  size_t sizes[MESSAGES];
  kw_hash_state state;
  for (size_t i = 0; i < MESSAGES; i++) in[i] = message, sizes[i] = i < 20 ? n : n / 2;
  CALL(kw_hash_once, ARGUMENT(hash), ARGUMENT(out), size, ARGUMENT(message), n);
  CALL(kw_hash_init, ARGUMENT(&state), ARGUMENT(hash));
  CALL(kw_hash_update, ARGUMENT(&state), ARGUMENT(message), n);
  CALL(kw_hash_squeeze, ARGUMENT(&state), ARGUMENT(out), size);
  CALL(kw_hash_many, ARGUMENT(hash), MESSAGES, ARGUMENT(out), size, ARGUMENT(in), ARGUMENT(sizes));
}

static void test_mac(const kw_mac *mac, size_t n)
{
  const size_t key_size = kw_mac_key_size(mac), tag_size = kw_mac_tag_size(mac);
  kw_mac_state state;
  CALL(kw_mac_once, ARGUMENT(mac), ARGUMENT(out), tag_size, ARGUMENT(message), n, ARGUMENT(key),
       key_size);
  CALL(kw_mac_init, ARGUMENT(&state), ARGUMENT(mac), ARGUMENT(key), key_size);
  CALL(kw_mac_update, ARGUMENT(&state), ARGUMENT(message), n);
  CALL(kw_mac_final, ARGUMENT(&state), ARGUMENT(out), tag_size);
  CALL(kw_mac_init, ARGUMENT(&state), ARGUMENT(mac), ARGUMENT(key), key_size);
  CALL(kw_mac_update, ARGUMENT(&state), ARGUMENT(message), n);
  CALL(kw_mac_final_verify, ARGUMENT(&state), ARGUMENT(out), tag_size);
}

static void test_sig(const kw_sig *sig)
{
  static uint8_t pk[64], sk[128], expanded[4096], signature[49856];
  const size_t pk_size = kw_sig_public_key_size(sig), sk_size = kw_sig_secret_key_size(sig);
  const size_t size = kw_sig_signature_size(sig), expanded_size = kw_sig_expanded_size(sig);
  const kw_sig_options options = {.threads = 2, .checks = KW_CHECK_VERIFY | KW_CHECK_ROOTS};
  const kw_signed item = {signature, size, message, MESSAGE}, items[] = {item, item, item};
  kw_status results[3];
  if (expanded_size > sizeof expanded) die("a larger set");
  CALL(kw_sig_keygen_from_seed, ARGUMENT(sig), ARGUMENT(pk), pk_size, ARGUMENT(sk), sk_size,
       ARGUMENT(message), kw_sig_seed_size(sig), 0);
  CALL(kw_sig_expand, ARGUMENT(sig), ARGUMENT(expanded), expanded_size, ARGUMENT(sk), sk_size, 2);
  CALL(kw_sign_internal, ARGUMENT(sig), ARGUMENT(signature), size, ARGUMENT(message), MESSAGE,
       ARGUMENT(sk), sk_size, ARGUMENT(key), kw_sig_randomness_size(sig));
  CALL(kw_verify_internal, ARGUMENT(sig), ARGUMENT(signature), size, ARGUMENT(message), MESSAGE,
       ARGUMENT(pk), pk_size);
  CALL(kw_sign_derand, ARGUMENT(sig), ARGUMENT(signature), size, ARGUMENT(message), MESSAGE,
       ARGUMENT(expanded), expanded_size, ARGUMENT(key), kw_sig_randomness_size(sig),
       ARGUMENT(&options));
  CALL(kw_verify, ARGUMENT(sig), ARGUMENT(signature), size, ARGUMENT(message), MESSAGE,
       ARGUMENT(pk), pk_size, 0);
  CALL(kw_verify_many, ARGUMENT(sig), 3, ARGUMENT(results), ARGUMENT(items), ARGUMENT(pk), pk_size,
       0);
}

static void test_level(const char *level)
{
  use_level(level);
  for (size_t i = 0; i < kw_sig_count(); i++) {
    const char *name = kw_sig_name(kw_sig_at(i));
    if (!strchr(name, 'f')) continue; /* s sets make the same calls, and take longer */
    context("%s %s", level, name);
    plan(1);
    begin_case();
    test_sig(kw_sig_at(i));
  }
  for (size_t n = 0; n <= MESSAGE; n += 35) {
    for (size_t i = 0; i < kw_hash_count(); i++) {
      context("%s %s, %zu bytes", level, kw_hash_name(kw_hash_at(i)), n);
      begin_case();
      test_hash(kw_hash_at(i), n);
    }
    for (size_t i = 0; i < kw_mac_count(); i++) {
      context("%s %s, %zu bytes", level, kw_mac_name(kw_mac_at(i)), n);
      begin_case();
      test_mac(kw_mac_at(i), n);
    }
  }
}

int main(void)
{
  const char *levels[MAX_LEVELS];
  const size_t count = distinct_levels(levels);
  plan(count * (MESSAGE / 35 + 1) * (kw_hash_count() + kw_mac_count()));
  for (size_t i = 0; i < count; i++) test_level(levels[i]);
  return report("registers");
}
