#ifndef EMU_CUDA_DEVICE_RUNTIME_API_H
#define EMU_CUDA_DEVICE_RUNTIME_API_H
#include "cuda_runtime.h"
#endif
