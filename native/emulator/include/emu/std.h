// The part of the standard library that nvcc includes by itself.
#ifndef EMU_STD_H
#define EMU_STD_H

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
#include <time.h>
#include <type_traits>
#include <utility>

// The library has decided what it runs on by now. nvcc defines none of these.
#undef __wasm
#undef __wasm__
#undef __wasm32
#undef __wasm32__
#undef __wasi__
#undef __wasip1__

#endif
