#ifndef __EMU_PUBLIC_SM_20_ATOMIC_FUNCTIONS_H
#define __EMU_PUBLIC_SM_20_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
