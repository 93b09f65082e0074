// One value for all elements.
#ifndef __EMU_THRUST_FILL_H
#define __EMU_THRUST_FILL_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class It, class N, class T, emu::if_policy<P> = 0>
__EMU_HD It fill_n(P policy, It first, N count, T value) {
  auto out = emu::bare(first);
  emu::for_each_index(policy, count, [=](unsigned i) mutable { *(out + i) = value; });
  return first + count;
}
__EMU_WITHOUT_POLICY(fill_n)

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD void fill(P policy, It first, It last, T value) {
  fill_n(policy, first, last - first, value);
}
__EMU_WITHOUT_POLICY(fill)

}  // namespace thrust

#endif
