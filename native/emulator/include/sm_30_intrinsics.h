#ifndef EMU_PUBLIC_SM_30_INTRINSICS_H
#define EMU_PUBLIC_SM_30_INTRINSICS_H
#include "cuda_runtime.h"
#endif
