// Two sorted sequences as one; of equal elements those of the first come first.
#ifndef __EMU_THRUST_MERGE_H
#define __EMU_THRUST_MERGE_H

#include "emu_thrust/sort.h"
#include "thrust/functional.h"
#include "thrust/pair.h"

namespace thrust {

namespace emu {
/** @param put - is given the place in the result, and which element of which sequence it is */
template <class P, class A, class B, class Less, class Put>
__EMU_HD void merge_indices(P policy, A a, size_t na, B b, size_t nb, Less less, Put put) {
  const size_t count = na + nb;
  for_each_index(policy, (count + MERGED_BY_THREAD - 1) / MERGED_BY_THREAD, [=](unsigned chunk) mutable {
    const size_t from = (size_t)chunk * MERGED_BY_THREAD;
    const size_t to = from + MERGED_BY_THREAD < count ? from + MERGED_BY_THREAD : count;
    size_t i = merged_from_first(a, na, b, nb, from, less), j = from - i;
    for (size_t at = from; at < to; at++) {
      const bool second = i == na || (j < nb && call(less, *(b + j), *(a + i)));
      if (second) put((unsigned)at, (unsigned)j++, true);
      else put((unsigned)at, (unsigned)i++, false);
    }
  });
}
}  // namespace emu

template <class P, class A, class B, class Out, class Less, emu::if_policy<P> = 0>
__EMU_HD Out merge(P policy, A first1, A last1, B first2, B last2, Out result, Less less) {
  auto a = emu::bare(first1);
  auto b = emu::bare(first2);
  auto out = emu::bare(result);
  const size_t na = last1 - first1, nb = last2 - first2;
  emu::merge_indices(policy, a, na, b, nb, less, [=](unsigned at, unsigned from, bool second) mutable {
    if (second) *(out + at) = *(b + from);
    else *(out + at) = *(a + from);
  });
  return result + (na + nb);
}
template <class P, class A, class B, class Out, emu::if_policy<P> = 0>
__EMU_HD Out merge(P policy, A first1, A last1, B first2, B last2, Out result) {
  return merge(policy, first1, last1, first2, last2, result, less<>());
}
__EMU_WITHOUT_POLICY(merge)

template <class P, class A, class B, class VA, class VB, class Out, class VOut, class Less, emu::if_policy<P> = 0>
__EMU_HD pair<Out, VOut> merge_by_key(P policy, A first1, A last1, B first2, B last2, VA values1, VB values2, Out result,
                                    VOut values_out, Less less) {
  auto a = emu::bare(first1);
  auto b = emu::bare(first2);
  auto va = emu::bare(values1);
  auto vb = emu::bare(values2);
  auto out = emu::bare(result);
  auto vout = emu::bare(values_out);
  const size_t na = last1 - first1, nb = last2 - first2;
  emu::merge_indices(policy, a, na, b, nb, less, [=](unsigned at, unsigned from, bool second) mutable {
    if (second) {
      *(out + at) = *(b + from);
      *(vout + at) = *(vb + from);
    } else {
      *(out + at) = *(a + from);
      *(vout + at) = *(va + from);
    }
  });
  return pair<Out, VOut>(result + (na + nb), values_out + (na + nb));
}
template <class P, class A, class B, class VA, class VB, class Out, class VOut, emu::if_policy<P> = 0>
__EMU_HD pair<Out, VOut> merge_by_key(P policy, A first1, A last1, B first2, B last2, VA values1, VB values2, Out result,
                                    VOut values_out) {
  return merge_by_key(policy, first1, last1, first2, last2, values1, values2, result, values_out, less<>());
}
__EMU_WITHOUT_POLICY(merge_by_key)

}  // namespace thrust

#endif
