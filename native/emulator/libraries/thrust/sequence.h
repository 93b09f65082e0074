// first, first + step, …
#ifndef __EMU_THRUST_SEQUENCE_H
#define __EMU_THRUST_SEQUENCE_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD void sequence(P policy, It first, It last, T from, T step) {
  auto out = emu::bare(first);
  using value = emu::value_of<It>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable { *(out + i) = (value)(from + step * (T)i); });
}
template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD void sequence(P policy, It first, It last, T from) {
  sequence(policy, first, last, from, T(1));
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD void sequence(P policy, It first, It last) {
  using value = emu::value_of<It>;
  sequence(policy, first, last, value(0), value(1));
}
__EMU_WITHOUT_POLICY(sequence)

}  // namespace thrust

#endif
