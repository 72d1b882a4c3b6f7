/* SPDX-License-Identifier: MIT
 * Detection by CPUID and XGETBV (Intel SDM volume 1, 13.3 and 14.3, 15.2): an extension counts only
 * if the operating system keeps its registers, too. */
#include "cpu.h"

#define BIT(word, n) ((word) >> (n) & 1)

uint32_t kw_cpu_decode(const struct cpuid *id)
{
  uint32_t ecx = id->leaf1_ecx, ebx = id->leaf7_ebx;
  uint32_t xcr0 = BIT(ecx, 27) ? id->xcr0 : 0; /* OSXSAVE */
  int ymm = (xcr0 & 0x06) == 0x06, zmm = (xcr0 & 0xe6) == 0xe6;
  int avx2 = ymm && BIT(ecx, 28) && BIT(ebx, 5) && BIT(ebx, 3) && BIT(ebx, 8);
  int avx512 = avx2 && zmm && BIT(ebx, 16) && BIT(ebx, 17) && BIT(ebx, 30) && BIT(ebx, 31);
  uint32_t features = 0;
  if (BIT(ecx, 9) && BIT(ecx, 19) && BIT(ebx, 29)) features |= CPU_SHANI;
  if (avx2) features |= CPU_AVX2;
  if (avx512) features |= CPU_AVX512;
  if (id->leaf0_ebx == 0x68747541) features |= CPU_AMD; /* "Auth"enticAMD */
  return features;
}

#if defined(__x86_64__)
#include <cpuid.h>

static uint32_t read_xcr0(void)
{
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

uint32_t kw_cpu_features(void)
{
  struct cpuid id = {0};
  uint32_t eax, ebx, ecx, edx;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return 0;
  id.leaf1_ecx = ecx;
  if (BIT(ecx, 27)) id.xcr0 = read_xcr0();
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) id.leaf7_ebx = ebx;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx)) id.leaf0_ebx = ebx;
  return kw_cpu_decode(&id);
}
#else
uint32_t kw_cpu_features(void) { return 0; }
#endif
