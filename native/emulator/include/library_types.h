#ifndef __EMU_PUBLIC_LIBRARY_TYPES_H
#define __EMU_PUBLIC_LIBRARY_TYPES_H
#include "cuda_runtime.h"
#endif
