// The part of the standard library that nvcc includes by itself.
#ifndef __EMU_STD_H
#define __EMU_STD_H

// Otherwise the C library calls clock() deprecated, because there are no processes here.
#define _WASI_EMULATED_PROCESS_CLOCKS

// Parts of the C++ library that nvcc lets device code use: the others are host functions there too.
#pragma clang force_cuda_host_device begin
#include <initializer_list>
#include <__utility/forward.h>
#include <__utility/move.h>
#pragma clang force_cuda_host_device end

#include <__algorithm/max.h>
#include <__algorithm/min.h>
#include <cmath>
#include <cstdlib>
#include <limits.h>
#include <new>
#include <string.h>
// uint, ulong and others of the C library's short names: its stdlib.h brings them on Linux.
#include <sys/types.h>
#include <time.h>
#include <type_traits>
#include <utility>

// The C library has no clock() that links, and no name for the clock of the processor's time.
extern "C" inline clock_t clock(void) {
  static const unsigned processorTime = 2;
  struct timespec now;
  clock_gettime((clockid_t)&processorTime, &now);
  return (clock_t)now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

// The library has decided what it runs on by now. nvcc defines none of these.
#undef __wasm
#undef __wasm__
#undef __wasm32
#undef __wasm32__
#undef __wasm64
#undef __wasm64__
#undef __wasi__
#undef __wasip1__

#endif
