#ifndef __EMU_PUBLIC_VECTOR_TYPES_H
#define __EMU_PUBLIC_VECTOR_TYPES_H
#include "emu/vector_types.h"
#endif
