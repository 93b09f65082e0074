#ifndef EMU_PUBLIC_CUDA_RUNTIME_API_H
#define EMU_PUBLIC_CUDA_RUNTIME_API_H
#include "cuda_runtime.h"
#endif
