/* SPDX-License-Identifier: MIT
 * Secrets are marked as memory without a value, and a checker reports whatever depends on it:
 * MemorySanitizer, where it is built in, else valgrind's memcheck. */
#ifndef KATWISE_SECRET_H
#define KATWISE_SECRET_H

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define SECRET(p, size) __msan_poison(p, size)
#define PUBLIC(p, size) __msan_unpoison(p, size)
static inline int checker_runs(void) { return 1; }
#endif
#endif
#ifndef SECRET
#include <valgrind/memcheck.h>
#define SECRET(p, size) (void)VALGRIND_MAKE_MEM_UNDEFINED(p, size)
#define PUBLIC(p, size) (void)VALGRIND_MAKE_MEM_DEFINED(p, size)
static inline int checker_runs(void) { return RUNNING_ON_VALGRIND != 0; }
#endif

#endif
