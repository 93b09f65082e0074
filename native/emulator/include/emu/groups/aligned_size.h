// cuda::aligned_size_t: a number of bytes of which both pointers are multiples, too.
#ifndef __EMU_GROUPS_ALIGNED_SIZE_H
#define __EMU_GROUPS_ALIGNED_SIZE_H

#include "emu/qualifiers.h"

namespace cuda {
template <__SIZE_TYPE__ Alignment>
struct aligned_size_t {
  static constexpr __SIZE_TYPE__ align = Alignment;
  __SIZE_TYPE__ value;
  __host__ __device__ constexpr explicit aligned_size_t(__SIZE_TYPE__ bytes) : value(bytes) {}
  __host__ __device__ constexpr operator __SIZE_TYPE__() const { return value; }
};
}  // namespace cuda

#endif
