// OpenMP without its directives, as a compiler sees it that is not asked for them: one thread, which is the whole team.
#ifndef __EMU_PUBLIC_OMP_H
#define __EMU_PUBLIC_OMP_H

#include <time.h>

typedef int omp_lock_t;

static inline void omp_set_num_threads(int) {}
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline void omp_set_dynamic(int) {}
static inline int omp_get_dynamic(void) { return 0; }
static inline void omp_set_nested(int) {}
static inline void omp_init_lock(omp_lock_t *lock) { *lock = 0; }
static inline void omp_destroy_lock(omp_lock_t *) {}
static inline void omp_set_lock(omp_lock_t *lock) { *lock = 1; }
static inline void omp_unset_lock(omp_lock_t *lock) { *lock = 0; }
static inline double omp_get_wtick(void) { return 1e-9; }
static inline double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
