#ifndef __EMU_PUBLIC_DEVICE_LAUNCH_PARAMETERS_H
#define __EMU_PUBLIC_DEVICE_LAUNCH_PARAMETERS_H
#include "emu/builtins.h"
#endif
