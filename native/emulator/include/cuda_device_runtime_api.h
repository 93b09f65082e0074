#ifndef __EMU_CUDA_DEVICE_RUNTIME_API_H
#define __EMU_CUDA_DEVICE_RUNTIME_API_H
#include "cuda_runtime.h"
#endif
