// A sum of what a function makes of each element.
#ifndef __EMU_THRUST_TRANSFORM_REDUCE_H
#define __EMU_THRUST_TRANSFORM_REDUCE_H

#include "emu_thrust/companions.h"
#include "emu_thrust/reduce.h"

namespace thrust {

template <class P, class It, class F, class T, class Op, emu::if_policy<P> = 0>
__EMU_HD T transform_reduce(P policy, It first, It last, F f, T init, Op op) {
  auto in = emu::bare(first);
  return emu::reduce_indices(
      policy, last - first, init, [=](unsigned i) mutable -> T { return emu::call(f, *(in + i)); }, op);
}
__EMU_WITHOUT_POLICY(transform_reduce)

}  // namespace thrust

#endif
