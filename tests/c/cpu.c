/* SPDX-License-Identifier: MIT
 * Detection: every combination of the bits that matter, and levels that depend on nothing else. */
#include "cpu.h"

#include <string.h>

#include "check.h"
#include "katwise.h"
#include "kernels.h"

#define BIT(n) ((uint32_t)1 << (n))

/* What a feature needs, in the words of the Intel SDM: the register, then its bits. */
static const struct feature {
  uint32_t feature, ecx, ebx, xcr0;
} features[] = {
  /* SSSE3, SSE4.1; SHA */
  {CPU_SHANI, BIT(9) | BIT(19), BIT(29), 0},
  /* OSXSAVE, AVX; BMI1, AVX2, BMI2; SSE and AVX state */
  {CPU_AVX2, BIT(27) | BIT(28), BIT(3) | BIT(5) | BIT(8), BIT(1) | BIT(2)},
  /* and: AVX512F, DQ, BW, VL; opmask, ZMM_Hi256, Hi16_ZMM state */
  {CPU_AVX512, BIT(27) | BIT(28), BIT(3) | BIT(5) | BIT(8) | BIT(16) | BIT(17) | BIT(30) | BIT(31),
   BIT(1) | BIT(2) | BIT(5) | BIT(6) | BIT(7)},
};

static const uint8_t ecx_bits[] = {9, 19, 27, 28}, ebx_bits[] = {3, 5, 8, 16, 17, 29, 30, 31},
                     xcr0_bits[] = {1, 2, 5, 6, 7};

static uint32_t scatter(uint32_t number, const uint8_t *bits, size_t count)
{
  uint32_t word = 0;
  for (size_t i = 0; i < count; i++) word |= (number >> i & 1) << bits[i];
  return word;
}

/* Other bits must not matter: they are random. */
static void every_combination(void)
{
  enum { ALL = 1 << (SIZE(ecx_bits) + SIZE(ebx_bits) + SIZE(xcr0_bits)) };
  const uint32_t ecx_mask = scatter(~0u, ecx_bits, SIZE(ecx_bits));
  const uint32_t ebx_mask = scatter(~0u, ebx_bits, SIZE(ebx_bits));
  const uint32_t xcr0_mask = scatter(~0u, xcr0_bits, SIZE(xcr0_bits));
  context("every combination");
  for (uint32_t n = 0; n < ALL; n++) {
    const uint32_t noise = (uint32_t)next_random();
    const struct cpuid id = {
      .leaf0_ebx = n & 1 ? 0x68747541 : 0x756e6547, /* "Auth", "Genu" */
      .leaf1_ecx = scatter(n, ecx_bits, SIZE(ecx_bits)) | (noise & ~ecx_mask),
      .leaf7_ebx = scatter(n >> 4, ebx_bits, SIZE(ebx_bits)) | (noise & ~ebx_mask),
      .xcr0 = scatter(n >> 12, xcr0_bits, SIZE(xcr0_bits)) | (noise & ~xcr0_mask),
    };
    uint32_t right = n & 1 ? CPU_AMD : 0;
    for (size_t f = 0; f < SIZE(features); f++)
      if ((features[f].ecx & ~id.leaf1_ecx) == 0 && (features[f].ebx & ~id.leaf7_ebx) == 0 &&
          (features[f].xcr0 & ~id.xcr0) == 0)
        right |= features[f].feature;
    CHECK(kw_cpu_decode(&id) == right, "ecx %x ebx %x xcr0 %x", (unsigned)id.leaf1_ecx,
          (unsigned)id.leaf7_ebx, (unsigned)id.xcr0);
  }
}

/* Processors and systems that have been seen to go wrong elsewhere. */
static void known_machines(void)
{
  static const struct {
    const char *what;
    struct cpuid id;
    uint32_t features;
  } machines[] = {
    {"AVX-512 that the system does not keep", {0, 0x18080200, 0xd0030128, 0x07}, CPU_AVX2},
    {"a system that keeps all", {0, 0x18080200, 0xd0030128, 0xe7}, CPU_AVX2 | CPU_AVX512},
    {"no OSXSAVE", {0, 0x10080200, 0xd0030128, 0xe7}, 0},
    {"a system without AVX state", {0, 0x18080200, 0xd0030128, 0x03}, 0},
    {"AVX512F without VL and BW", {0, 0x18080200, 0x00010128, 0xe7}, CPU_AVX2},
    {"SHA on a processor without AVX", {0, 0x00080200, 0x20000000, 0}, CPU_SHANI},
    {"SHA where the system hides AVX", {0, 0x00080200, 0x20000128, 0}, CPU_SHANI},
    {"nothing", {0, 0, 0, 0}, 0},
  };
  for (size_t i = 0; i < SIZE(machines); i++) {
    context("%s", machines[i].what);
    CHECK(kw_cpu_decode(&machines[i].id) == machines[i].features, "features %x",
          (unsigned)kw_cpu_decode(&machines[i].id));
  }
}

/* The compiler's own detection must agree about this machine. */
static void this_machine(void)
{
  context("this machine");
#if defined(__x86_64__)
  const uint32_t found = kw_cpu_features();
  const int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                   __builtin_cpu_supports("bmi2");
  const int avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq");
  CHECK(((found & CPU_AVX2) != 0) == avx2, "AVX2");
  CHECK(((found & CPU_AVX512) != 0) == avx512, "AVX-512");
#else
  CHECK(kw_cpu_features() == 0, "no features of x86");
#endif
}

/* Whatever was in use before, the table of a level is the same. */
static void switching(void)
{
  const char *levels[MAX_LEVELS];
  const size_t count = available_levels(levels);
  for (size_t i = 0; i < count; i++) {
    use_level("portable");
    use_level(levels[i]);
    const struct kernels first = kw_kernels;
    for (size_t j = 0; j < count; j++) {
      context("%s after %s", levels[i], levels[j]);
      use_level(levels[j]);
      use_level(levels[i]);
      CHECK(memcmp(&kw_kernels, &first, sizeof first) == 0, "the same table");
      CHECK(strcmp(kw_kernels.level, levels[i]) == 0, "%s", kw_kernels.level);
    }
  }
  context("portable");
  use_level("portable");
  CHECK(kw_kernels.sha256_lanes <= 1 && kw_kernels.sha512_lanes <= 1 &&
            kw_kernels.keccak_lanes <= 1,
        "no kernels for several messages");
}

int main(void)
{
  static void (*const tests[])(void) = {every_combination, known_machines, this_machine, switching};
  seed(3);
  plan(SIZE(tests));
  for (size_t i = 0; i < SIZE(tests); i++) {
    begin_case();
    tests[i]();
  }
  return report("cpu");
}
