#ifndef __EMU_PUBLIC_DEVICE_DOUBLE_FUNCTIONS_H
#define __EMU_PUBLIC_DEVICE_DOUBLE_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
