#ifndef EMU_PUBLIC_SM_20_ATOMIC_FUNCTIONS_H
#define EMU_PUBLIC_SM_20_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
