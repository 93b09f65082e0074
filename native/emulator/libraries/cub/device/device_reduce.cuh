// cub::DeviceReduce.
#ifndef __EMU_CUB_DEVICE_REDUCE_CUH
#define __EMU_CUB_DEVICE_REDUCE_CUH

#include <limits>

#include "emu_cub/device.h"
#include "thrust/copy.h"
#include "thrust/extrema.h"
#include "thrust/functional.h"
#include "thrust/reduce.h"
#include "thrust/transform.h"
#include "thrust/transform_reduce.h"

namespace cub {

namespace emu_device {
template <class Pair, class T>
struct with_key {
  int key;
  __EMU_HD Pair operator()(const T &value) const { return Pair(key, value); }
};
}  // namespace emu_device

struct DeviceReduce {
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t Reduce(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out, N num_items,
                            Op reduction_op, T init, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    T result = thrust::reduce(emu_device::on(stream), d_in, d_in + num_items, init, reduction_op);
    return emu_device::put(d_out, result, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Sum(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out, N num_items,
                         cudaStream_t stream = 0) {
    using T = thrust::emu::value_of<In>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, thrust::plus<T>(), T(), stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Min(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out, N num_items,
                         cudaStream_t stream = 0) {
    using T = thrust::emu::value_of<In>;
    T init = std::numeric_limits<T>::max();
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, thrust::minimum<T>(), init, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Max(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out, N num_items,
                         cudaStream_t stream = 0) {
    using T = thrust::emu::value_of<In>;
    T init = std::numeric_limits<T>::lowest();
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, thrust::maximum<T>(), init, stream);
  }
  template <class In, class Out, class Op, class Transform, class T, class N>
  static cudaError_t TransformReduce(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out,
                                     N num_items, Op reduction_op, Transform transform_op, T init,
                                     cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    T result =
        thrust::transform_reduce(emu_device::on(stream), d_in, d_in + num_items, transform_op, init, reduction_op);
    return emu_device::put(d_out, result, stream);
  }
  /** The older form, whose output has the members `key` and `value`. */
  template <class In, class Out>
  static cudaError_t ArgMin(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out, int num_items,
                            cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    using Pair = thrust::emu::value_of<Out>;
    using T = thrust::emu::value_of<In>;
    if (num_items == 0) return emu_device::put(d_out, Pair(1, std::numeric_limits<T>::max()), stream);
    auto found = thrust::min_element(emu_device::on(stream), d_in, d_in + num_items);
    int index = (int)(found - d_in);
    thrust::transform(emu_device::on(stream), found, found + 1, d_out, emu_device::with_key<Pair, T>{index});
    return cudaSuccess;
  }
  template <class In, class Out, class Index>
  static cudaError_t ArgMin(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_min_out,
                            Index d_index_out, long long num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    auto found = thrust::min_element(emu_device::on(stream), d_in, d_in + num_items);
    thrust::copy(emu_device::on(stream), found, found + 1, d_min_out);
    return emu_device::put(d_index_out, found - d_in, stream);
  }
  /** The older form, whose output has the members `key` and `value`. */
  template <class In, class Out>
  static cudaError_t ArgMax(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_out, int num_items,
                            cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    using Pair = thrust::emu::value_of<Out>;
    using T = thrust::emu::value_of<In>;
    if (num_items == 0) return emu_device::put(d_out, Pair(1, std::numeric_limits<T>::lowest()), stream);
    auto found = thrust::max_element(emu_device::on(stream), d_in, d_in + num_items);
    int index = (int)(found - d_in);
    thrust::transform(emu_device::on(stream), found, found + 1, d_out, emu_device::with_key<Pair, T>{index});
    return cudaSuccess;
  }
  template <class In, class Out, class Index>
  static cudaError_t ArgMax(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_in, Out d_max_out,
                            Index d_index_out, long long num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    auto found = thrust::max_element(emu_device::on(stream), d_in, d_in + num_items);
    thrust::copy(emu_device::on(stream), found, found + 1, d_max_out);
    return emu_device::put(d_index_out, found - d_in, stream);
  }
  template <class Keys, class Unique, class Values, class Sums, class Count, class Op, class N>
  static cudaError_t ReduceByKey(void *d_temp_storage, std::size_t &temp_storage_bytes, Keys d_keys_in,
                                 Unique d_unique_out, Values d_values_in, Sums d_aggregates_out,
                                 Count d_num_runs_out, Op reduction_op, N num_items, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    auto ends = thrust::reduce_by_key(emu_device::on(stream), d_keys_in, d_keys_in + num_items, d_values_in,
                                      d_unique_out, d_aggregates_out, thrust::equal_to<>(), reduction_op);
    return emu_device::put(d_num_runs_out, ends.first - d_unique_out, stream);
  }
};

}  // namespace cub

#endif
