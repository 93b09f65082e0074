// Sorting.
#ifndef __EMU_THRUST_SORT_H
#define __EMU_THRUST_SORT_H

#include "emu_thrust/sort.h"
#include "thrust/execution_policy.h"
#include "thrust/extrema.h"
#include "thrust/find.h"
#include "thrust/functional.h"
#include "thrust/sequence.h"
#include "thrust/tabulate.h"
#include "thrust/transform_reduce.h"

namespace thrust {

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD void stable_sort(P policy, It first, It last, Less less) {
  emu::sort_keys(policy, first, last - first, less);
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD void stable_sort(P policy, It first, It last) {
  emu::sort_keys(policy, first, last - first, less<>());
}
__EMU_WITHOUT_POLICY(stable_sort)

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD void sort(P policy, It first, It last, Less less) {
  emu::sort_keys(policy, first, last - first, less);
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD void sort(P policy, It first, It last) {
  emu::sort_keys(policy, first, last - first, less<>());
}
__EMU_WITHOUT_POLICY(sort)

template <class P, class Keys, class Values, class Less, emu::if_policy<P> = 0>
__EMU_HD void stable_sort_by_key(P policy, Keys first, Keys last, Values values, Less less) {
  emu::sort_pairs(policy, first, last - first, values, less);
}
template <class P, class Keys, class Values, emu::if_policy<P> = 0>
__EMU_HD void stable_sort_by_key(P policy, Keys first, Keys last, Values values) {
  emu::sort_pairs(policy, first, last - first, values, less<>());
}
__EMU_WITHOUT_POLICY(stable_sort_by_key)

template <class P, class Keys, class Values, class Less, emu::if_policy<P> = 0>
__EMU_HD void sort_by_key(P policy, Keys first, Keys last, Values values, Less less) {
  emu::sort_pairs(policy, first, last - first, values, less);
}
template <class P, class Keys, class Values, emu::if_policy<P> = 0>
__EMU_HD void sort_by_key(P policy, Keys first, Keys last, Values values) {
  emu::sort_pairs(policy, first, last - first, values, less<>());
}
__EMU_WITHOUT_POLICY(sort_by_key)

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD It is_sorted_until(P policy, It first, It last, Less less) {
  auto in = emu::bare(first);
  const size_t count = last - first;
  if (count < 2) return last;
  return first + 1 + emu::first_index(policy, count - 1, [=](unsigned i) mutable -> bool {
           return emu::call(less, *(in + (i + 1)), *(in + i));
         });
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD It is_sorted_until(P policy, It first, It last) {
  return is_sorted_until(policy, first, last, less<>());
}
__EMU_WITHOUT_POLICY(is_sorted_until)

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD bool is_sorted(P policy, It first, It last, Less less) {
  return is_sorted_until(policy, first, last, less) == last;
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD bool is_sorted(P policy, It first, It last) {
  return is_sorted_until(policy, first, last) == last;
}
__EMU_WITHOUT_POLICY(is_sorted)

}  // namespace thrust

#endif
