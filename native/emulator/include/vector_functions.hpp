#ifndef __EMU_PUBLIC_VECTOR_FUNCTIONS_HPP
#define __EMU_PUBLIC_VECTOR_FUNCTIONS_HPP
#include "cuda_runtime.h"
#endif
