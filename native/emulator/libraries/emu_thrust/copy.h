// Elements from one system to another. Only bytes cross between host and device: what is converted, permuted or computed
// on the way is so on the side where its iterator belongs.
#ifndef __EMU_THRUST_DETAIL_COPY_H
#define __EMU_THRUST_DETAIL_COPY_H

#include <vector>

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {
namespace emu {

/** Elements that lie side by side in device memory, so that the runtime can copy them. */
template <class It>
constexpr bool is_plain = std::is_pointer_v<typename bare_of<It>::type>;

/** Host memory for the time of a copy; a vector of bool would have no addresses. */
template <class T>
struct staged {
  std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>> values;
  explicit staged(size_t count) : values(count) {}
  T *data() { return (T *)values.data(); }
};

template <class P, class In, class Out>
__EMU_HD void copy_in_place(P policy, In first, size_t count, Out result) {
  auto in = bare(first);
  auto out = bare(result);
  for_each_index(policy, count, [=](unsigned i) mutable { *(out + i) = *(in + i); });
}

template <class In, class Out>
Out copy_to_host(In first, size_t count, Out result) {
  using value = value_of<In>;
  device_policy policy;
  if (count == 0) return result;
  staged<value> arrived(count);
  const void *from;
  temporary<value, device_policy> computed(policy, is_plain<In> ? 0 : count);
  if constexpr (is_plain<In>) {
    from = bare(first);
  } else {
    copy_in_place(policy, first, count, computed.data());
    from = computed.data();
  }
  checked(cudaMemcpy((void *)arrived.data(), from, count * sizeof(value), cudaMemcpyDeviceToHost), "thrust::copy");
  for (size_t i = 0; i < count; ++i, ++result) *result = arrived.data()[i];
  return result;
}

/** As many elements as there are: `last` is not known to be reachable by counting alone. */
template <class In, class Out>
Out copy_to_device(In first, size_t count, Out result) {
  using value = value_of<Out>;
  device_policy policy;
  if (count == 0) return result;
  staged<value> leaving(count);
  for (size_t i = 0; i < count; ++i, ++first) leaving.data()[i] = *first;
  size_t bytes = count * sizeof(value);
  if constexpr (is_plain<Out>) {
    checked(cudaMemcpy((void *)bare(result), leaving.data(), bytes, cudaMemcpyHostToDevice), "thrust::copy");
  } else {
    temporary<value, device_policy> arrived(policy, count);
    checked(cudaMemcpy(arrived.data(), leaving.data(), bytes, cudaMemcpyHostToDevice), "thrust::copy");
    copy_in_place(policy, arrived.data(), count, result);
  }
  return result + count;
}

/** Host code's copy, which goes by where its ends lie. */
template <class In, class Out>
Out copy_crossing(In first, size_t count, Out result) {
  constexpr bool from_device = any_on_device<In>, to_device = any_on_device<Out>;
  if constexpr (from_device && any_on_host<Out>) {
    return copy_to_host(first, count, result);
  } else if constexpr (to_device && any_on_host<In>) {
    return copy_to_device(first, count, result);
  } else if constexpr (from_device || to_device) {
    copy_in_place(device_policy(), first, count, result);
    return result + count;
  } else {
    for (size_t i = 0; i < count; ++i, ++first, ++result) *result = *first;
    return result;
  }
}

/** On the device both ends are memory of the device. */
template <class In, class Out>
__EMU_HD Out copy_between(In first, size_t count, Out result) {
#ifdef __CUDA_ARCH__
  using instance = made<&copy_crossing<In, Out>>;
  static_assert(sizeof(instance) > 0);
  for (size_t i = 0; i < count; ++i, ++first, ++result) *result = *first;
  return result;
#else
  return copy_crossing(first, count, result);
#endif
}

}  // namespace emu
}  // namespace thrust

#endif
