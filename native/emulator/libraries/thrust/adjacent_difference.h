// The first element, then the difference of each from the one before it.
#ifndef __EMU_THRUST_ADJACENT_DIFFERENCE_H
#define __EMU_THRUST_ADJACENT_DIFFERENCE_H

#include "emu_thrust/copy.h"
#include "thrust/functional.h"

namespace thrust {

template <class P, class It, class Out, class Op, emu::if_policy<P> = 0>
__EMU_HD Out adjacent_difference(P policy, It first, It last, Out result, Op op) {
  const size_t count = last - first;
  // The result may be where the elements are.
  using value = emu::value_of<It>;
  emu::temporary<value, P> kept(policy, count);
  emu::copy_in_place(policy, first, count, kept.data());
  const value *in = kept.data();
  auto out = emu::bare(result);
  emu::for_each_index(policy, count, [=](unsigned i) mutable {
    if (i == 0) *out = in[0];
    else *(out + i) = emu::call(op, in[i], in[i - 1]);
  });
  return result + count;
}
template <class P, class It, class Out, emu::if_policy<P> = 0>
__EMU_HD Out adjacent_difference(P policy, It first, It last, Out result) {
  return adjacent_difference(policy, first, last, result, minus<>());
}
__EMU_WITHOUT_POLICY(adjacent_difference)

}  // namespace thrust

#endif
