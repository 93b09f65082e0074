// Exchanges.
#ifndef __EMU_THRUST_SWAP_H
#define __EMU_THRUST_SWAP_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class T>
__EMU_FOLDED void swap(T &x, T &y) {
  T kept = x;
  x = y;
  y = kept;
}

template <class P, class It, class Other, emu::if_policy<P> = 0>
__EMU_HD Other swap_ranges(P policy, It first, It last, Other second) {
  auto in = emu::bare(first);
  auto other = emu::bare(second);
  using value = emu::value_of<It>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    value kept = *(in + i);
    *(in + i) = *(other + i);
    *(other + i) = kept;
  });
  return second + (last - first);
}
__EMU_WITHOUT_POLICY(swap_ranges)

}  // namespace thrust

#endif
