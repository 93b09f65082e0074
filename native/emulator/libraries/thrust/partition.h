// Elements that are so before those that are not, each in their order.
#ifndef __EMU_THRUST_PARTITION_H
#define __EMU_THRUST_PARTITION_H

#include "emu_thrust/copy.h"
#include "emu_thrust/select.h"
#include "thrust/find.h"
#include "thrust/pair.h"

namespace thrust {

template <class P, class It, class Stencil, class Out, class Rest, class Predicate, emu::if_policy<P> = 0>
__EMU_HD pair<Out, Rest> partition_copy(P policy, It first, It last, Stencil stencil, Out trues, Rest falses,
                                      Predicate predicate) {
  auto in = emu::bare(first);
  auto by = emu::bare(stencil);
  auto out = emu::bare(trues);
  auto rest = emu::bare(falses);
  const size_t count = last - first;
  const size_t found = emu::select(
      policy, count, [=](unsigned i) mutable { return emu::call(predicate, *(by + i)); },
      [=](unsigned i, unsigned place, bool is) mutable {
        if (is) *(out + place) = *(in + i);
        else *(rest + place) = *(in + i);
      });
  return pair<Out, Rest>(trues + found, falses + (count - found));
}
template <class P, class It, class Out, class Rest, class Predicate, emu::if_policy<P> = 0>
__EMU_HD pair<Out, Rest> partition_copy(P policy, It first, It last, Out trues, Rest falses, Predicate predicate) {
  return partition_copy(policy, first, last, first, trues, falses, predicate);
}
__EMU_WITHOUT_POLICY(partition_copy)
template <class... A>
__EMU_HD auto stable_partition_copy(A... arguments) {
  return partition_copy(arguments...);
}

template <class P, class It, class Stencil, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It partition(P policy, It first, It last, Stencil stencil, Predicate predicate) {
  const size_t count = last - first;
  using value = emu::value_of<It>;
  emu::temporary<value, P> trues(policy, count), falses(policy, count);
  const pair<value *, value *> ends =
      partition_copy(policy, first, last, stencil, trues.data(), falses.data(), predicate);
  const size_t found = ends.first - trues.data();
  emu::copy_in_place(policy, trues.data(), found, first);
  emu::copy_in_place(policy, falses.data(), count - found, first + found);
  return first + found;
}
template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It partition(P policy, It first, It last, Predicate predicate) {
  return partition(policy, first, last, first, predicate);
}
__EMU_WITHOUT_POLICY(partition)
template <class... A>
__EMU_HD auto stable_partition(A... arguments) {
  return partition(arguments...);
}

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It partition_point(P policy, It first, It last, Predicate predicate) {
  return find_if_not(policy, first, last, predicate);
}
__EMU_WITHOUT_POLICY(partition_point)

}  // namespace thrust

#endif
