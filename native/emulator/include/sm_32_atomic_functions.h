#ifndef EMU_PUBLIC_SM_32_ATOMIC_FUNCTIONS_H
#define EMU_PUBLIC_SM_32_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
