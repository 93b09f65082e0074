#ifndef __EMU_PUBLIC_VECTOR_FUNCTIONS_H
#define __EMU_PUBLIC_VECTOR_FUNCTIONS_H
#include "emu/vector_functions.h"
#endif
