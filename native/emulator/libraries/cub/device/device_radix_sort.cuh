// cub::DeviceRadixSort: keys in the order of their bits, from `begin_bit` up to `end_bit`.
#ifndef __EMU_CUB_DEVICE_RADIX_SORT_CUH
#define __EMU_CUB_DEVICE_RADIX_SORT_CUH

#include <type_traits>

#include "emu_cub/device.h"
#include "thrust/copy.h"
#include "thrust/sort.h"

namespace cub {

namespace emu_device {

/** Compares some bits of keys, in the order of their values if these are all bits. */
template <class Key, bool Descends>
struct by_bits {
  static_assert(std::is_arithmetic_v<Key>, "a key of an arithmetic type");
  int begin, end;

  __EMU_HD unsigned long long digits(Key key) const {
    constexpr int bits = 8 * sizeof(Key);
    unsigned long long raw = 0;
    __builtin_memcpy(&raw, &key, sizeof(Key));
    const unsigned long long sign = 1ull << (bits - 1), all = sign | (sign - 1);
    if (std::is_floating_point_v<Key>) {
      if (key == 0) raw = 0;
      raw ^= raw & sign ? all : sign;
    } else if (std::is_signed_v<Key>) raw ^= sign;
    const int count = end - begin;
    return count <= 0 ? 0 : count >= 64 ? raw : raw >> begin & ((1ull << count) - 1);
  }
  __EMU_HD bool operator()(Key a, Key b) const { return Descends ? digits(b) < digits(a) : digits(a) < digits(b); }
};

}  // namespace emu_device

struct DeviceRadixSort {
#define __EMU_CUB_SORT(keys_name, pairs_name, descends)                                                             \
  template <class K, class N>                                                                                       \
  static cudaError_t keys_name(void *d_temp_storage, std::size_t &temp_storage_bytes, const K *d_keys_in,           \
                               K *d_keys_out, N num_items, int begin_bit = 0, int end_bit = 8 * sizeof(K),          \
                               cudaStream_t stream = 0) {                                                           \
    __EMU_CUB_TEMPORARY;                                                                                            \
    thrust::copy(emu_device::on(stream), d_keys_in, d_keys_in + num_items, d_keys_out);                             \
    thrust::stable_sort(emu_device::on(stream), d_keys_out, d_keys_out + num_items,                                 \
                        emu_device::by_bits<K, descends>{begin_bit, end_bit});                                      \
    return cudaSuccess;                                                                                             \
  }                                                                                                                 \
  template <class K, class N>                                                                                       \
  static cudaError_t keys_name(void *d_temp_storage, std::size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys,      \
                               N num_items, int begin_bit = 0, int end_bit = 8 * sizeof(K),                         \
                               cudaStream_t stream = 0) {                                                           \
    if (d_temp_storage != nullptr) d_keys.selector ^= 1;                                                            \
    return keys_name(d_temp_storage, temp_storage_bytes, (const K *)d_keys.Alternate(), d_keys.Current(),           \
                     num_items, begin_bit, end_bit, stream);                                                        \
  }                                                                                                                 \
  template <class K, class V, class N>                                                                              \
  static cudaError_t pairs_name(void *d_temp_storage, std::size_t &temp_storage_bytes, const K *d_keys_in,          \
                                K *d_keys_out, const V *d_values_in, V *d_values_out, N num_items,                  \
                                int begin_bit = 0, int end_bit = 8 * sizeof(K), cudaStream_t stream = 0) {          \
    __EMU_CUB_TEMPORARY;                                                                                            \
    thrust::copy(emu_device::on(stream), d_keys_in, d_keys_in + num_items, d_keys_out);                             \
    thrust::copy(emu_device::on(stream), d_values_in, d_values_in + num_items, d_values_out);                       \
    thrust::stable_sort_by_key(emu_device::on(stream), d_keys_out, d_keys_out + num_items, d_values_out,            \
                               emu_device::by_bits<K, descends>{begin_bit, end_bit});                               \
    return cudaSuccess;                                                                                             \
  }                                                                                                                 \
  template <class K, class V, class N>                                                                              \
  static cudaError_t pairs_name(void *d_temp_storage, std::size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys,     \
                                DoubleBuffer<V> &d_values, N num_items, int begin_bit = 0,                          \
                                int end_bit = 8 * sizeof(K), cudaStream_t stream = 0) {                             \
    if (d_temp_storage != nullptr) d_keys.selector ^= 1, d_values.selector ^= 1;                                    \
    return pairs_name(d_temp_storage, temp_storage_bytes, (const K *)d_keys.Alternate(), d_keys.Current(),          \
                      (const V *)d_values.Alternate(), d_values.Current(), num_items, begin_bit, end_bit, stream);  \
  }
  __EMU_CUB_SORT(SortKeys, SortPairs, false)
  __EMU_CUB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef __EMU_CUB_SORT
};

}  // namespace cub

#endif
