// The temporary storage of CUB's algorithms of the device. The name of this file is part of what is reported of it.
#ifndef __EMU_CUB_TEMPORARY_STORAGE_H
#define __EMU_CUB_TEMPORARY_STORAGE_H

#include "emu_thrust/policies.h"

namespace cub {
namespace emu_device {

/** Bytes of temporary memory that each algorithm asks for. */
constexpr std::size_t TEMPORARY = 256;

inline thrust::emu::device_policy on(cudaStream_t stream) { return thrust::cuda::par.on(stream); }

/** Writes to all of the temporary memory, as NVIDIA's algorithms do, so that memory that is not there is found. */
inline cudaError_t touch(void *temporary, std::size_t bytes, cudaStream_t stream) {
  if (bytes < TEMPORARY) return cudaErrorInvalidValue;
  unsigned char *storage = (unsigned char *)temporary;
  thrust::emu::for_each_index(on(stream), TEMPORARY, [=](unsigned i) mutable { storage[i] = 0; });
  return cudaSuccess;
}

}  // namespace emu_device
}  // namespace cub

#endif
