// A function of each element, or of each pair of elements.
#ifndef __EMU_THRUST_TRANSFORM_H
#define __EMU_THRUST_TRANSFORM_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class In, class Out, class F, emu::if_policy<P> = 0>
__EMU_HD Out transform(P policy, In first, In last, Out result, F f) {
  auto in = emu::bare(first);
  auto out = emu::bare(result);
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable { *(out + i) = emu::call(f, *(in + i)); });
  return result + (last - first);
}
template <class P, class In, class Other, class Out, class F, emu::if_policy<P> = 0>
__EMU_HD Out transform(P policy, In first, In last, Other second, Out result, F f) {
  auto in = emu::bare(first);
  auto other = emu::bare(second);
  auto out = emu::bare(result);
  emu::for_each_index(policy, last - first,
                      [=](unsigned i) mutable { *(out + i) = emu::call(f, *(in + i), *(other + i)); });
  return result + (last - first);
}
__EMU_WITHOUT_POLICY(transform)

template <class P, class In, class Out, class F, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out transform_if(P policy, In first, In last, Out result, F f, Predicate wanted) {
  auto in = emu::bare(first);
  auto out = emu::bare(result);
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    if (emu::call(wanted, *(in + i))) *(out + i) = emu::call(f, *(in + i));
  });
  return result + (last - first);
}
template <class P, class In, class Stencil, class Out, class F, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out transform_if(P policy, In first, In last, Stencil stencil, Out result, F f, Predicate wanted) {
  auto in = emu::bare(first);
  auto by = emu::bare(stencil);
  auto out = emu::bare(result);
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    if (emu::call(wanted, *(by + i))) *(out + i) = emu::call(f, *(in + i));
  });
  return result + (last - first);
}
__EMU_WITHOUT_POLICY(transform_if)

}  // namespace thrust

#endif
