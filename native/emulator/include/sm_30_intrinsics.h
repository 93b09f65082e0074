#ifndef __EMU_PUBLIC_SM_30_INTRINSICS_H
#define __EMU_PUBLIC_SM_30_INTRINSICS_H
#include "cuda_runtime.h"
#endif
