/* SPDX-License-Identifier: MIT
 * The sets of this build, and the table merged from those in use. */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "katwise.h"
#include "kernels.h"

/* In the order of merging: later sets win. CMake defines KATWISE_X86, KATWISE_RISCV64 and
 * KATWISE_SIMD128. */
// clang-format off
static const struct kernels *const sets[] = {
  &kw_portable,
#ifdef KATWISE_X86
  &kw_avx2,
  &kw_shani,
  &kw_avx512,
  &kw_zen4,
#endif
#ifdef KATWISE_RISCV64
  &kw_rv64,
#endif
#ifdef KATWISE_SIMD128
  &kw_simd128,
#endif
};
// clang-format on
enum { SETS = sizeof sets / sizeof *sets };

struct kernels kw_kernels;

#define INHERIT(field) \
  if (set->field) kw_kernels.field = set->field

static void merge(const struct kernels *set)
{
  INHERIT(sha256_blocks);
  INHERIT(sha512_blocks);
  INHERIT(sha256_lanes);
  INHERIT(sha512_lanes);
  INHERIT(sha256_many);
  INHERIT(sha512_many);
  INHERIT(keccak_f1600);
  INHERIT(keccak_lanes);
  INHERIT(keccak_many);
  INHERIT(poly1305_once);
  INHERIT(poly1305_blocks);
  INHERIT(poly1305_final);
  INHERIT(slh_sha256);
  INHERIT(slh_sha256_few);
  INHERIT(slh_sha512);
  INHERIT(slh_shake);
}

/* The table merged from each set that needs no feature but these, and from nothing before. */
static void use_features(uint32_t features, const char *level)
{
  const int start_status = kw_kernels.start_status;
  memset(&kw_kernels, 0, sizeof kw_kernels);
  for (size_t i = 0; i < SETS; i++)
    if ((sets[i]->needs & ~features) == 0) merge(sets[i]);
  kw_kernels.level = level;
  kw_kernels.start_status = start_status;
}

size_t kw_level_count(void) { return SETS + 1; }

const char *kw_level_name(size_t index)
{
  if (index < SETS) return sets[index]->level;
  return index == SETS ? "auto" : NULL;
}

int kw_level_available(size_t index)
{
  if (index < SETS) return (sets[index]->needs & ~(kw_cpu_features() | CPU_AMD)) == 0;
  return index == SETS;
}

const char *kw_level_current(void) { return kw_kernels.level; }

static kw_status find(const char *name, size_t *index)
{
  for (size_t i = 0; name && i <= SETS; i++) {
    if (strcmp(name, kw_level_name(i)) != 0) continue;
    *index = i;
    return kw_level_available(i) ? KW_OK : KW_UNAVAILABLE;
  }
  return KW_BAD_ARGUMENT;
}

/* A level is a machine that has what its set needs, and nothing else. */
kw_status kw_level_use(const char *name)
{
  size_t i;
  kw_status status = find(name, &i);
  if (status == KW_OK)
    use_features(i < SETS ? sets[i]->needs : kw_cpu_features(), kw_level_name(i));
  return status;
}

static const char *level_wanted(void)
{
  const char *name = getenv("KATWISE_CPU");
  return name && *name ? name : "auto";
}

/* When the library is loaded, and before the constructors of a program that it is linked into (101
 * is the first priority that programs have; Darwin's linker knows none): nobody can forget it. */
#ifdef __APPLE__
#define FIRST constructor
#else
#define FIRST constructor(101)
#endif
__attribute__((FIRST)) static void start(void)
{
  kw_status status = kw_level_use(level_wanted());
  if (status != KW_OK) use_features(kw_cpu_features(), "auto");
  kw_kernels.start_status = status;
}

kw_status kw_level_start_status(void) { return (kw_status)kw_kernels.start_status; }
