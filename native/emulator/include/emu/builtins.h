// threadIdx, blockIdx, blockDim, gridDim, warpSize: values of a pure function, not variables in memory, so that
// reading one is no memory access and the optimiser may keep it in a register, as on a GPU.
#ifndef __EMU_BUILTINS_H
#define __EMU_BUILTINS_H

#include "emu/vector_types.h"

#define __EMU_COORDINATE(name, which)                                        \
  __declspec(property(get = get_##name)) unsigned int name;                \
  __EMU_DEVICE unsigned int get_##name() { return __emu_index(which); }
#define __EMU_COORDINATES(name, first)                                                         \
  struct __emu_##name##_t {                                                                  \
    __EMU_COORDINATE(x, first)                                                                 \
    __EMU_COORDINATE(y, first + 1)                                                             \
    __EMU_COORDINATE(z, first + 2)                                                             \
    __device__ __forceinline__ operator dim3() const {                                       \
      return dim3(__emu_index(first), __emu_index(first + 1), __emu_index(first + 2));       \
    }                                                                                        \
    __device__ __forceinline__ operator uint3() const {                                      \
      return uint3{__emu_index(first), __emu_index(first + 1), __emu_index(first + 2)};      \
    }                                                                                        \
    __emu_##name##_t *operator&() const = delete;                                            \
  };                                                                                         \
  extern const __device__ __emu_##name##_t name;

__EMU_COORDINATES(threadIdx, 0)
__EMU_COORDINATES(blockIdx, 3)
__EMU_COORDINATES(blockDim, 6)
__EMU_COORDINATES(gridDim, 9)

#undef __EMU_COORDINATE
#undef __EMU_COORDINATES

__device__ constexpr int warpSize = 32;

#endif
