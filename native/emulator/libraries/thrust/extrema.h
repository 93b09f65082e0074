// The smallest and the largest element.
#ifndef __EMU_THRUST_EXTREMA_H
#define __EMU_THRUST_EXTREMA_H

#include "emu_thrust/companions.h"
#include "emu_thrust/reduce.h"
#include "thrust/pair.h"

namespace thrust {

template <class T>
__EMU_FOLDED T min(const T &x, const T &y) {
  return y < x ? y : x;
}
template <class T, class Less>
__EMU_FOLDED T min(const T &x, const T &y, Less less) {
  return emu::call(less, y, x) ? y : x;
}
template <class T>
__EMU_FOLDED T max(const T &x, const T &y) {
  return x < y ? y : x;
}
template <class T, class Less>
__EMU_FOLDED T max(const T &x, const T &y, Less less) {
  return emu::call(less, x, y) ? y : x;
}

namespace emu {
/** The first index that no other one beats. */
template <class P, class It, class Beats>
__EMU_HD It best(P policy, It first, It last, Beats beats) {
  auto in = bare(first);
  const size_t count = last - first;
  if (count == 0) return last;
  const unsigned at = reduce_indices(policy, count, 0u, [](unsigned i) { return i; },
                                     [=](unsigned x, unsigned y) mutable {
                                       if (x == y) return x;
                                       const unsigned one = x < y ? x : y, other = x < y ? y : x;
                                       return call(beats, *(in + other), *(in + one)) ? other : one;
                                     });
  return first + at;
}
}  // namespace emu

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD It min_element(P policy, It first, It last, Less less) {
  return emu::best(policy, first, last, less);
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD It min_element(P policy, It first, It last) {
  return emu::best(policy, first, last, less<>());
}
__EMU_WITHOUT_POLICY(min_element)

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD It max_element(P policy, It first, It last, Less less) {
  return emu::best(policy, first, last, [=](const auto &x, const auto &y) mutable { return emu::call(less, y, x); });
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD It max_element(P policy, It first, It last) {
  return emu::best(policy, first, last, greater<>());
}
__EMU_WITHOUT_POLICY(max_element)

template <class P, class It, class Less, emu::if_policy<P> = 0>
__EMU_HD pair<It, It> minmax_element(P policy, It first, It last, Less less) {
  return pair<It, It>(min_element(policy, first, last, less), max_element(policy, first, last, less));
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD pair<It, It> minmax_element(P policy, It first, It last) {
  return pair<It, It>(min_element(policy, first, last), max_element(policy, first, last));
}
__EMU_WITHOUT_POLICY(minmax_element)

}  // namespace thrust

#endif
