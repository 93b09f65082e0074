#ifndef __EMU_PUBLIC_CRT_HOST_CONFIG_H
#define __EMU_PUBLIC_CRT_HOST_CONFIG_H
#include "../cuda_runtime.h"
#endif
