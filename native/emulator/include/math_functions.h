#ifndef EMU_PUBLIC_MATH_FUNCTIONS_H
#define EMU_PUBLIC_MATH_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
