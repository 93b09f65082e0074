#ifndef __EMU_PUBLIC_DEVICE_TYPES_H
#define __EMU_PUBLIC_DEVICE_TYPES_H
#include "cuda_runtime.h"
#endif
