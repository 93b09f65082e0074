#ifndef __EMU_PUBLIC_SM_32_ATOMIC_FUNCTIONS_H
#define __EMU_PUBLIC_SM_32_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
