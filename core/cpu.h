/* SPDX-License-Identifier: MIT
 * Which instructions this machine can run. */
#ifndef KATWISE_CPU_H
#define KATWISE_CPU_H
#include <stdint.h>

enum {
  CPU_SHANI = 1,  /* SSSE3, SSE4.1, SHA */
  CPU_AVX2 = 2,   /* AVX2, BMI1, BMI2, and the operating system keeps ymm registers */
  CPU_AVX512 = 4, /* AVX-512 F, DQ, BW, VL, and the operating system keeps zmm registers */
  CPU_AMD = 8,    /* the vendor: what runs well, not what runs */
};

/* What CPUID and XGETBV answer; kept apart from asking, so that tests can give any answer. */
struct cpuid {
  uint32_t leaf0_ebx, leaf1_ecx, leaf7_ebx;
  uint32_t xcr0; /* 0 without OSXSAVE */
};

uint32_t kw_cpu_decode(const struct cpuid *id);
uint32_t kw_cpu_features(void);

#endif
