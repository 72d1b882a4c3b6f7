/* SPDX-License-Identifier: MIT
 * Work that several threads share. */
#ifndef KATWISE_PARALLEL_H
#define KATWISE_PARALLEL_H

/* Runs body(context) in the calling thread, and beside it in up to threads - 1 others: as many as
 * the system gives. Returns when all have ended. */
void kw_parallel(unsigned threads, void (*body)(void *context), void *context);

#endif
