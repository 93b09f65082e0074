#ifndef EMU_PUBLIC_VECTOR_FUNCTIONS_HPP
#define EMU_PUBLIC_VECTOR_FUNCTIONS_HPP
#include "cuda_runtime.h"
#endif
