#ifndef __EMU_PUBLIC_HOST_DEFINES_H
#define __EMU_PUBLIC_HOST_DEFINES_H
#include "cuda_runtime.h"
#endif
