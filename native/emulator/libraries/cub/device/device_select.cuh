// cub::DeviceSelect.
#ifndef __EMU_CUB_DEVICE_SELECT_CUH
#define __EMU_CUB_DEVICE_SELECT_CUH

#include "emu_cub/device.h"
#include "thrust/copy.h"
#include "thrust/functional.h"
#include "thrust/unique.h"

namespace cub {

struct DeviceSelect {
  template <class In, class Out, class Count, class N, class Select>
  static cudaError_t If(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                        Count d_num_selected_out, N num_items, Select select_op, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    auto end = thrust::copy_if(emu_device::on(stream), d_in, d_in + num_items, d_out, select_op);
    return emu_device::put(d_num_selected_out, end - d_out, stream);
  }
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Flags d_flags, Out d_out,
                             Count d_num_selected_out, N num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    auto end = thrust::copy_if(emu_device::on(stream), d_in, d_in + num_items, d_flags, d_out, thrust::identity<>());
    return emu_device::put(d_num_selected_out, end - d_out, stream);
  }
  template <class In, class Out, class Count, class N>
  static cudaError_t Unique(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                            Count d_num_selected_out, N num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    auto end = thrust::unique_copy(emu_device::on(stream), d_in, d_in + num_items, d_out);
    return emu_device::put(d_num_selected_out, end - d_out, stream);
  }
};

}  // namespace cub

#endif
