#ifndef __EMU_PUBLIC_DRIVER_TYPES_H
#define __EMU_PUBLIC_DRIVER_TYPES_H
#include "emu/host_types.h"
#endif
