#ifndef __EMU_PUBLIC_CHANNEL_DESCRIPTOR_H
#define __EMU_PUBLIC_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime.h"
#endif
