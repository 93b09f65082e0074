// cuRAND's device API: XORWOW, Philox 4x32-10 and MRG32k3a, whose numbers are those of NVIDIA's, bit by bit.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "curand.h"
#include "emu_curand/distributions.h"

#define QUALIFIERS static __forceinline__ __device__

#endif
