#ifndef EMU_PUBLIC_TEXTURE_TYPES_H
#define EMU_PUBLIC_TEXTURE_TYPES_H
#include "cuda_runtime.h"
#endif
