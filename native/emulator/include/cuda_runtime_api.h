#ifndef __EMU_PUBLIC_CUDA_RUNTIME_API_H
#define __EMU_PUBLIC_CUDA_RUNTIME_API_H
#include "cuda_runtime.h"
#endif
