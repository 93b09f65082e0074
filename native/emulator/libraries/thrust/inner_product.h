// A sum of what a function makes of each pair of elements: their products, where nothing else is said.
#ifndef __EMU_THRUST_INNER_PRODUCT_H
#define __EMU_THRUST_INNER_PRODUCT_H

#include "emu_thrust/companions.h"
#include "emu_thrust/reduce.h"

namespace thrust {

template <class P, class It, class Other, class T, class Op, class Of, emu::if_policy<P> = 0>
__EMU_HD T inner_product(P policy, It first, It last, Other second, T init, Op op, Of of) {
  auto in = emu::bare(first);
  auto other = emu::bare(second);
  return emu::reduce_indices(
      policy, last - first, init, [=](unsigned i) mutable -> T { return emu::call(of, *(in + i), *(other + i)); }, op);
}
template <class P, class It, class Other, class T, emu::if_policy<P> = 0>
__EMU_HD T inner_product(P policy, It first, It last, Other second, T init) {
  return inner_product(policy, first, last, second, init, plus<>(), multiplies<>());
}
__EMU_WITHOUT_POLICY(inner_product)

}  // namespace thrust

#endif
