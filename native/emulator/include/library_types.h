#ifndef EMU_PUBLIC_LIBRARY_TYPES_H
#define EMU_PUBLIC_LIBRARY_TYPES_H
#include "cuda_runtime.h"
#endif
