#ifndef EMU_PUBLIC_DEVICE_FUNCTIONS_H
#define EMU_PUBLIC_DEVICE_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
