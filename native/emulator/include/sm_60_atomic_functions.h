#ifndef EMU_PUBLIC_SM_60_ATOMIC_FUNCTIONS_H
#define EMU_PUBLIC_SM_60_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
