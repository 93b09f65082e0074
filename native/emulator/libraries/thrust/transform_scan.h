// Running sums of what a function makes of each element.
#ifndef __EMU_THRUST_TRANSFORM_SCAN_H
#define __EMU_THRUST_TRANSFORM_SCAN_H

#include "emu_thrust/scan.h"

namespace thrust {

namespace emu {
template <bool IsExclusive, class T, class P, class It, class Out, class F, class Op>
__EMU_HD Out scan_transformed(P policy, It first, It last, Out result, F f, bool hasInit, T init, Op op) {
  auto in = bare(first);
  auto out = bare(result);
  scan_indices<IsExclusive, T>(
      policy, last - first, hasInit, init, [=](unsigned i) mutable -> T { return call(f, *(in + i)); },
      [](unsigned i) { return i == 0; }, op, [=](unsigned i, const T &sum) mutable { *(out + i) = sum; });
  return result + (last - first);
}
}  // namespace emu

template <class P, class It, class Out, class F, class Op, emu::if_policy<P> = 0>
__EMU_HD Out transform_inclusive_scan(P policy, It first, It last, Out result, F f, Op op) {
  using T = emu::value_of_call<F, emu::value_of<It> &>;
  return emu::scan_transformed<false, T>(policy, first, last, result, f, false, T(), op);
}
template <class P, class It, class Out, class F, class T, class Op, emu::if_policy<P> = 0>
__EMU_HD Out transform_inclusive_scan(P policy, It first, It last, Out result, F f, T init, Op op) {
  return emu::scan_transformed<false, T>(policy, first, last, result, f, true, init, op);
}
__EMU_WITHOUT_POLICY(transform_inclusive_scan)

template <class P, class It, class Out, class F, class T, class Op, emu::if_policy<P> = 0>
__EMU_HD Out transform_exclusive_scan(P policy, It first, It last, Out result, F f, T init, Op op) {
  return emu::scan_transformed<true, T>(policy, first, last, result, f, true, init, op);
}
__EMU_WITHOUT_POLICY(transform_exclusive_scan)

}  // namespace thrust

#endif
