// How many elements are so.
#ifndef __EMU_THRUST_COUNT_H
#define __EMU_THRUST_COUNT_H

#include "emu_thrust/companions.h"
#include "emu_thrust/reduce.h"

namespace thrust {

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD emu::distance_of<It> count_if(P policy, It first, It last, Predicate predicate) {
  auto in = emu::bare(first);
  using N = emu::distance_of<It>;
  return emu::reduce_indices(
      policy, last - first, N(0), [=](unsigned i) mutable -> N { return emu::call(predicate, *(in + i)) ? 1 : 0; },
      plus<N>());
}
__EMU_WITHOUT_POLICY(count_if)

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD emu::distance_of<It> count(P policy, It first, It last, T value) {
  return count_if(policy, first, last, [=](const emu::value_of<It> &x) { return x == value; });
}
__EMU_WITHOUT_POLICY(count)

}  // namespace thrust

#endif
