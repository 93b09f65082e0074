// threadIdx, blockIdx, blockDim, gridDim, warpSize: values of a pure function, not variables in memory, so that
// reading one is no memory access and the optimiser may keep it in a register, as on a GPU.
#ifndef EMU_BUILTINS_H
#define EMU_BUILTINS_H

#include "emu/vector_types.h"

extern "C" __attribute__((device, const)) unsigned __emu_index(int which);

#define EMU_COORDINATE(name, which)                                        \
  __declspec(property(get = get_##name)) unsigned int name;                \
  EMU_DEVICE unsigned int get_##name() { return __emu_index(which); }
#define EMU_COORDINATES(name, first)                                                         \
  struct __emu_##name##_t {                                                                  \
    EMU_COORDINATE(x, first)                                                                 \
    EMU_COORDINATE(y, first + 1)                                                             \
    EMU_COORDINATE(z, first + 2)                                                             \
    __device__ __forceinline__ operator dim3() const {                                       \
      return dim3(__emu_index(first), __emu_index(first + 1), __emu_index(first + 2));       \
    }                                                                                        \
    __device__ __forceinline__ operator uint3() const {                                      \
      return uint3{__emu_index(first), __emu_index(first + 1), __emu_index(first + 2)};      \
    }                                                                                        \
    __emu_##name##_t *operator&() const = delete;                                            \
  };                                                                                         \
  extern const __device__ __emu_##name##_t name;

EMU_COORDINATES(threadIdx, 0)
EMU_COORDINATES(blockIdx, 3)
EMU_COORDINATES(blockDim, 6)
EMU_COORDINATES(gridDim, 9)

#undef EMU_COORDINATE
#undef EMU_COORDINATES

__device__ constexpr int warpSize = 32;

#endif
