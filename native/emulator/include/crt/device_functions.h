#ifndef EMU_PUBLIC_CRT_DEVICE_FUNCTIONS_H
#define EMU_PUBLIC_CRT_DEVICE_FUNCTIONS_H
#include "../cuda_runtime.h"
#endif
