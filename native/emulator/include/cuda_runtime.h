// What every CUDA source sees without including anything: language qualifiers, vector types, built-in variables,
// device functions, the C library's math, memory and string functions, and the runtime API.
#ifndef EMU_CUDA_RUNTIME_H
#define EMU_CUDA_RUNTIME_H

#include "emu/qualifiers.h"
#include "emu/vector_types.h"
#include "emu/builtins.h"

#if __has_include("emu/host_api.h")
#include "emu/host_api.h"
#else
typedef __SIZE_TYPE__ size_t;
typedef int cudaError_t;
typedef struct CUstream_st *cudaStream_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
#endif

#endif
