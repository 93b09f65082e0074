// nvcuda::experimental::pipeline, the C++ interface that came before cuda::pipeline.
#ifndef __EMU_PUBLIC_CUDA_PIPELINE_H
#define __EMU_PUBLIC_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

/** N elements as an array, for memcpy_async. */
template <__SIZE_TYPE__ N, class T>
__EMU_DEVICE auto segment(T *first) -> T (*)[N] {
  return (T(*)[N])first;
}

class pipeline {
  __SIZE_TYPE__ batches = 0;

 public:
  __device__ __forceinline__ pipeline() {}
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;
  __device__ __forceinline__ __SIZE_TYPE__ commit() { return batches++; }
  __device__ __forceinline__ void commit_and_wait() { commit(); }
  __device__ __forceinline__ void wait(__SIZE_TYPE__) {}
  template <unsigned N>
  __device__ __forceinline__ void wait_prior() {}
};

template <class T>
__EMU_DEVICE void memcpy_async(T &to, const T &from, pipeline &) {
  to = from;
}
/** Elements that the source does not have become 0. */
template <class T, __SIZE_TYPE__ To, __SIZE_TYPE__ From>
__EMU_DEVICE void memcpy_async(T (*to)[To], const T (*from)[From], pipeline &) {
  static_assert(sizeof(*to) == 4 || sizeof(*to) == 8 || sizeof(*to) == 16, "4, 8 or 16 bytes are copied");
  static_assert(From <= To, "the source has no more elements than the target");
  __pipeline_memcpy_async(to, from, sizeof(*to), sizeof(*to) - sizeof(*from));
}

}  // namespace experimental
}  // namespace nvcuda

#endif
