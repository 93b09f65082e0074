#ifndef EMU_PUBLIC_SM_20_INTRINSICS_H
#define EMU_PUBLIC_SM_20_INTRINSICS_H
#include "cuda_runtime.h"
#endif
