// What sorted sequences have in common, and what they do not. Of m and n equal elements an intersection has min(m, n), a
// difference max(m - n, 0), a symmetric difference |m - n| and a union max(m, n).
#ifndef __EMU_THRUST_SET_OPERATIONS_H
#define __EMU_THRUST_SET_OPERATIONS_H

#include "emu_thrust/select.h"
#include "thrust/binary_search.h"
#include "thrust/merge.h"

namespace thrust {

namespace emu {
/** Is element i of a the one too many for its equals in b? The first n of m have a partner. */
template <class A, class B, class Less>
__EMU_HD inline bool is_partnered(A a, size_t na, unsigned i, B b, size_t nb, Less &less) {
  const value_of<A> value = *(a + i);
  const size_t rank = i - lower::place(a, na, value, less);
  return rank < upper::place(b, nb, value, less) - lower::place(b, nb, value, less);
}
/** The elements of a that have a partner in b, or those that have none. */
template <class P, class A, class B, class Out, class Less>
__EMU_HD size_t partnered(P policy, A a, size_t na, B b, size_t nb, Out out, Less less, bool wanted) {
  return select(
      policy, na, [=](unsigned i) mutable { return is_partnered(a, na, i, b, nb, less) == wanted; },
      [=](unsigned i, unsigned place, bool is) mutable {
        if (is) *(out + place) = *(a + i);
      });
}
}  // namespace emu

#define __EMU_SET(name)                                                                                            \
  template <class P, class A, class B, class Out, emu::if_policy<P> = 0>                                         \
  __EMU_HD Out name(P policy, A first1, A last1, B first2, B last2, Out result) {                                  \
    return name(policy, first1, last1, first2, last2, result, less<>());                                         \
  }                                                                                                              \
  __EMU_WITHOUT_POLICY(name)

template <class P, class A, class B, class Out, class Less, emu::if_policy<P> = 0>
__EMU_HD Out set_intersection(P policy, A first1, A last1, B first2, B last2, Out result, Less less) {
  return result + emu::partnered(policy, emu::bare(first1), last1 - first1, emu::bare(first2), last2 - first2,
                                 emu::bare(result), less, true);
}
__EMU_SET(set_intersection)

template <class P, class A, class B, class Out, class Less, emu::if_policy<P> = 0>
__EMU_HD Out set_difference(P policy, A first1, A last1, B first2, B last2, Out result, Less less) {
  return result + emu::partnered(policy, emu::bare(first1), last1 - first1, emu::bare(first2), last2 - first2,
                                 emu::bare(result), less, false);
}
__EMU_SET(set_difference)

template <class P, class A, class B, class Out, class Less, emu::if_policy<P> = 0>
__EMU_HD Out set_union(P policy, A first1, A last1, B first2, B last2, Out result, Less less) {
  emu::temporary<emu::value_of<B>, P> others(policy, last2 - first2);
  auto *rest = others.data();
  const size_t count = emu::partnered(policy, emu::bare(first2), last2 - first2, emu::bare(first1), last1 - first1,
                                      rest, less, false);
  return merge(policy, first1, last1, rest, rest + count, result, less);
}
__EMU_SET(set_union)

template <class P, class A, class B, class Out, class Less, emu::if_policy<P> = 0>
__EMU_HD Out set_symmetric_difference(P policy, A first1, A last1, B first2, B last2, Out result, Less less) {
  emu::temporary<emu::value_of<A>, P> ones(policy, last1 - first1);
  emu::temporary<emu::value_of<B>, P> others(policy, last2 - first2);
  auto *one = ones.data();
  auto *other = others.data();
  const size_t n1 = emu::partnered(policy, emu::bare(first1), last1 - first1, emu::bare(first2), last2 - first2, one,
                                   less, false);
  const size_t n2 = emu::partnered(policy, emu::bare(first2), last2 - first2, emu::bare(first1), last1 - first1, other,
                                   less, false);
  return merge(policy, one, one + n1, other, other + n2, result, less);
}
__EMU_SET(set_symmetric_difference)

#undef __EMU_SET

}  // namespace thrust

#endif
