#ifndef __EMU_PUBLIC_CUDA_PROFILER_API_H
#define __EMU_PUBLIC_CUDA_PROFILER_API_H
#include "cuda_runtime.h"
#endif
