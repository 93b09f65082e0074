// cub::DeviceScan.
#ifndef __EMU_CUB_DEVICE_SCAN_CUH
#define __EMU_CUB_DEVICE_SCAN_CUH

#include "emu_cub/device.h"
#include "thrust/functional.h"
#include "thrust/scan.h"

namespace cub {

struct DeviceScan {
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t ExclusiveScan(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                                   Op scan_op, T init_value, N num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    thrust::exclusive_scan(emu_device::on(stream), d_in, d_in + num_items, d_out, init_value, scan_op);
    return cudaSuccess;
  }
  template <class In, class Out, class N>
  static cudaError_t ExclusiveSum(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                                  N num_items, cudaStream_t stream = 0) {
    using T = thrust::emu::value_of<In>;
    return ExclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out, thrust::plus<T>(), T(), num_items, stream);
  }
  template <class In, class Out, class Op, class N>
  static cudaError_t InclusiveScan(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                                   Op scan_op, N num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    thrust::inclusive_scan(emu_device::on(stream), d_in, d_in + num_items, d_out, scan_op);
    return cudaSuccess;
  }
  template <class In, class Out, class N>
  static cudaError_t InclusiveSum(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                                  N num_items, cudaStream_t stream = 0) {
    using T = thrust::emu::value_of<In>;
    return InclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out, thrust::plus<T>(), num_items, stream);
  }
};

}  // namespace cub

#endif
