// A function for each element.
#ifndef __EMU_THRUST_FOR_EACH_H
#define __EMU_THRUST_FOR_EACH_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class It, class N, class F, emu::if_policy<P> = 0>
__EMU_HD It for_each_n(P policy, It first, N count, F f) {
  auto in = emu::bare(first);
  emu::for_each_index(policy, count, [=](unsigned i) mutable { emu::call(f, *(in + i)); });
  return first + count;
}
__EMU_WITHOUT_POLICY(for_each_n)

template <class P, class It, class F, emu::if_policy<P> = 0>
__EMU_HD It for_each(P policy, It first, It last, F f) {
  return for_each_n(policy, first, last - first, f);
}
__EMU_WITHOUT_POLICY(for_each)

}  // namespace thrust

#endif
