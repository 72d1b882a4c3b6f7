/* SPDX-License-Identifier: MIT
 * POSIX threads that live as long as a call does. WebAssembly has the caller's alone. */
#include "parallel.h"

#ifdef __wasm__
void kw_parallel(unsigned threads, void (*body)(void *context), void *context)
{
  (void)threads;
  body(context);
}
#else
#include <pthread.h>
#include <signal.h>

enum { MAX_THREADS = 64 };

struct work {
  void (*body)(void *context);
  void *context;
};

static void *run(void *argument)
{
  const struct work *work = argument;
  work->body(work->context);
  return NULL;
}

void kw_parallel(unsigned threads, void (*body)(void *context), void *context)
{
  struct work work = {body, context};
  pthread_t thread[MAX_THREADS];
  sigset_t all, before;
  unsigned running = 0;
  if (threads > MAX_THREADS) threads = MAX_THREADS;
  if (threads > 1) { /* signals are for the program's own threads */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (running < threads - 1 && pthread_create(&thread[running], NULL, run, &work) == 0)
      running++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  body(context);
  for (unsigned i = 0; i < running; i++) pthread_join(thread[i], NULL);
}
#endif
