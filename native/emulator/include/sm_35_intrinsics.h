#ifndef __EMU_PUBLIC_SM_35_INTRINSICS_H
#define __EMU_PUBLIC_SM_35_INTRINSICS_H
#include "cuda_runtime.h"
#endif
