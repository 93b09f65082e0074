// Without the elements that are so.
#ifndef __EMU_THRUST_REMOVE_H
#define __EMU_THRUST_REMOVE_H

#include "emu_thrust/copy.h"
#include "emu_thrust/select.h"

namespace thrust {

template <class P, class It, class Stencil, class Out, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out remove_copy_if(P policy, It first, It last, Stencil stencil, Out result, Predicate predicate) {
  auto in = emu::bare(first);
  auto by = emu::bare(stencil);
  auto out = emu::bare(result);
  return result + emu::select(
                      policy, last - first, [=](unsigned i) mutable { return !emu::call(predicate, *(by + i)); },
                      [=](unsigned i, unsigned place, bool is) mutable {
                        if (is) *(out + place) = *(in + i);
                      });
}
template <class P, class It, class Out, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out remove_copy_if(P policy, It first, It last, Out result, Predicate predicate) {
  return remove_copy_if(policy, first, last, first, result, predicate);
}
__EMU_WITHOUT_POLICY(remove_copy_if)

template <class P, class It, class Stencil, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It remove_if(P policy, It first, It last, Stencil stencil, Predicate predicate) {
  const size_t count = last - first;
  emu::temporary<emu::value_of<It>, P> kept(policy, count);
  auto *to = kept.data();
  const size_t found = remove_copy_if(policy, first, last, stencil, to, predicate) - to;
  emu::copy_in_place(policy, to, found, first);
  return first + found;
}
template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It remove_if(P policy, It first, It last, Predicate predicate) {
  return remove_if(policy, first, last, first, predicate);
}
__EMU_WITHOUT_POLICY(remove_if)

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD It remove(P policy, It first, It last, T value) {
  return remove_if(policy, first, last, [=](const emu::value_of<It> &x) { return x == value; });
}
__EMU_WITHOUT_POLICY(remove)

template <class P, class It, class Out, class T, emu::if_policy<P> = 0>
__EMU_HD Out remove_copy(P policy, It first, It last, Out result, T value) {
  return remove_copy_if(policy, first, last, result, [=](const emu::value_of<It> &x) { return x == value; });
}
__EMU_WITHOUT_POLICY(remove_copy)

}  // namespace thrust

#endif
