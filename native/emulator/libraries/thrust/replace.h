// Another value for the elements that are so.
#ifndef __EMU_THRUST_REPLACE_H
#define __EMU_THRUST_REPLACE_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class It, class Stencil, class Predicate, class T, emu::if_policy<P> = 0>
__EMU_HD void replace_if(P policy, It first, It last, Stencil stencil, Predicate predicate, T value) {
  auto in = emu::bare(first);
  auto by = emu::bare(stencil);
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    if (emu::call(predicate, *(by + i))) *(in + i) = value;
  });
}
template <class P, class It, class Predicate, class T, emu::if_policy<P> = 0>
__EMU_HD void replace_if(P policy, It first, It last, Predicate predicate, T value) {
  replace_if(policy, first, last, first, predicate, value);
}
__EMU_WITHOUT_POLICY(replace_if)

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD void replace(P policy, It first, It last, T old, T value) {
  replace_if(policy, first, last, [=](const emu::value_of<It> &x) { return x == old; }, value);
}
__EMU_WITHOUT_POLICY(replace)

template <class P, class It, class Out, class Predicate, class T, emu::if_policy<P> = 0>
__EMU_HD Out replace_copy_if(P policy, It first, It last, Out result, Predicate predicate, T value) {
  auto in = emu::bare(first);
  auto out = emu::bare(result);
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    if (emu::call(predicate, *(in + i))) *(out + i) = value;
    else *(out + i) = *(in + i);
  });
  return result + (last - first);
}
__EMU_WITHOUT_POLICY(replace_copy_if)

template <class P, class It, class Out, class T, emu::if_policy<P> = 0>
__EMU_HD Out replace_copy(P policy, It first, It last, Out result, T old, T value) {
  return replace_copy_if(policy, first, last, result, [=](const emu::value_of<It> &x) { return x == old; }, value);
}
__EMU_WITHOUT_POLICY(replace_copy)

}  // namespace thrust

#endif
