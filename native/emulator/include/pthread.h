// The C library's header, with functions about other threads. Host code has one thread, so no other one can be found.
#include_next <pthread.h>
#ifndef __EMU_PTHREAD_H
#define __EMU_PTHREAD_H

#include <errno.h>
#include <stdlib.h>

static inline int pthread_cancel(pthread_t thread) {
  (void)thread;
  return ESRCH;
}

/** Ends the program, as it ends when its last thread does. */
__attribute__((noreturn)) static inline void pthread_exit(void *result) {
  (void)result;
  exit(EXIT_SUCCESS);
}

#endif
