#ifndef EMU_PUBLIC_CHANNEL_DESCRIPTOR_H
#define EMU_PUBLIC_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime.h"
#endif
