#ifndef EMU_PUBLIC_CRT_HOST_CONFIG_H
#define EMU_PUBLIC_CRT_HOST_CONFIG_H
#include "../cuda_runtime.h"
#endif
