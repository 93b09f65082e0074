// Copies, also between host and device.
#ifndef __EMU_THRUST_COPY_H
#define __EMU_THRUST_COPY_H

#include "emu_thrust/copy.h"
#include "emu_thrust/select.h"

namespace thrust {

template <class P, class In, class N, class Out, emu::if_policy<P> = 0>
__EMU_HD Out copy_n(P policy, In first, N count, Out result) {
  if constexpr (!P::is_device) {
    for (N i = 0; i < count; ++i, ++first, ++result) *result = *first;
    return result;
  } else if constexpr (emu::any_on_device<In, Out> && emu::any_on_host<In, Out>) {
    return emu::copy_between(first, count, result);
  } else {
    emu::copy_in_place(policy, first, count, result);
    return result + count;
  }
}
template <class In, class N, class Out, emu::unless_policy<In> = 0>
__EMU_HD Out copy_n(In first, N count, Out result) {
  return emu::copy_between(first, count, result);
}

template <class P, class In, class Out, emu::if_policy<P> = 0>
__EMU_HD Out copy(P policy, In first, In last, Out result) {
  return copy_n(policy, first, last - first, result);
}
template <class In, class Out, emu::unless_policy<In> = 0>
__EMU_HD Out copy(In first, In last, Out result) {
  if constexpr (emu::any_on_device<In>) return emu::copy_between(first, last - first, result);
  else if constexpr (emu::has_own_system<In> || std::is_pointer_v<In>) return emu::copy_between(first, last - first, result);
  else return emu::copy_between(first, std::distance(first, last), result);
}

template <class P, class In, class Stencil, class Out, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out copy_if(P policy, In first, In last, Stencil stencil, Out result, Predicate predicate) {
  auto in = emu::bare(first);
  auto by = emu::bare(stencil);
  auto out = emu::bare(result);
  return result + emu::select(
                      policy, last - first, [=](unsigned i) mutable { return emu::call(predicate, *(by + i)); },
                      [=](unsigned i, unsigned place, bool is) mutable {
                        if (is) *(out + place) = *(in + i);
                      });
}
template <class P, class In, class Out, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out copy_if(P policy, In first, In last, Out result, Predicate predicate) {
  return copy_if(policy, first, last, first, result, predicate);
}
__EMU_WITHOUT_POLICY(copy_if)

}  // namespace thrust

#endif
