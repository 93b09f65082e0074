// What every CUDA source sees without including anything: language qualifiers, vector types, built-in variables,
// device functions, the C library's mathematics, memory and string functions, and the runtime API. Standard input and
// output, assert and fixed-width integers are not among them, as they are not with nvcc.
#ifndef __EMU_CUDA_RUNTIME_H
#define __EMU_CUDA_RUNTIME_H

// Guards of NVIDIA's headers, by which others ask whether they were included before (helper_cuda.h of its samples).
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__

#ifdef __cplusplus

// Device functions first: see emu/math.h.
#include "emu/qualifiers.h"
#include "emu/vector_types.h"
#include "emu/vector_functions.h"
#include "emu/builtins.h"
#include "emu/math.h"
#include "emu/cuda_math.h"
#include "emu/minmax.h"
#include "emu/rounding.h"
#include "emu/integers.h"
#include "emu/video.h"
#include "emu/memory.h"
#include "emu/atomics.h"
#include "emu/sync.h"
#include "emu/clusters.h"
#include "emu/nv_atomics.h"
#include "emu/warp.h"

#include "emu/std.h"

__EMU_DEVICE clock_t clock() { return (clock_t)__emu_clock(); }

#include "emu/host_api.h"
#include "emu/device_runtime.h"
#include "emu/textures.h"
#include "emu/surfaces.h"

#else

// Sources in C, which gcc compiles, have no device code.
#include "emu/qualifiers.h"
#include "emu/vector_types.h"
#include "emu/vector_functions.h"
#include "emu/host_api.h"

#endif
#endif
