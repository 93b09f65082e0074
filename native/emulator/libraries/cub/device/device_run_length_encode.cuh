// cub::DeviceRunLengthEncode.
#ifndef __EMU_CUB_DEVICE_RUN_LENGTH_ENCODE_CUH
#define __EMU_CUB_DEVICE_RUN_LENGTH_ENCODE_CUH

#include "cub/device/device_reduce.cuh"
#include "thrust/iterator/constant_iterator.h"

namespace cub {

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Lengths, class Count, class N>
  static cudaError_t Encode(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Unique d_unique_out,
                            Lengths d_counts_out, Count d_num_runs_out, N num_items, cudaStream_t stream = 0) {
    return DeviceReduce::ReduceByKey(d_temp_storage, temp_storage_bytes, d_in, d_unique_out,
                                     thrust::make_constant_iterator(1), d_counts_out, d_num_runs_out,
                                     thrust::plus<int>(), num_items, stream);
  }
};

}  // namespace cub

#endif
