#ifndef __EMU_PUBLIC_CUDA_STDINT_H
#define __EMU_PUBLIC_CUDA_STDINT_H
#include <stdint.h>
#endif
