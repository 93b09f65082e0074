#ifndef EMU_PUBLIC_VECTOR_TYPES_H
#define EMU_PUBLIC_VECTOR_TYPES_H
#include "emu/vector_types.h"
#endif
