#ifndef EMU_PUBLIC_HOST_DEFINES_H
#define EMU_PUBLIC_HOST_DEFINES_H
#include "cuda_runtime.h"
#endif
