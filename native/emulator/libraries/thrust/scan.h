// Running sums, of all elements and of stretches with equal keys.
#ifndef __EMU_THRUST_SCAN_H
#define __EMU_THRUST_SCAN_H

#include "thrust/transform_scan.h"

namespace thrust {

template <class P, class It, class Out, class Op, emu::if_policy<P> = 0>
__EMU_HD Out inclusive_scan(P policy, It first, It last, Out result, Op op) {
  return transform_inclusive_scan(policy, first, last, result, identity<>(), op);
}
template <class P, class It, class Out, class T, class Op, emu::if_policy<P> = 0>
__EMU_HD Out inclusive_scan(P policy, It first, It last, Out result, T init, Op op) {
  return transform_inclusive_scan(policy, first, last, result, identity<>(), init, op);
}
template <class P, class It, class Out, emu::if_policy<P> = 0>
__EMU_HD Out inclusive_scan(P policy, It first, It last, Out result) {
  return inclusive_scan(policy, first, last, result, plus<>());
}
__EMU_WITHOUT_POLICY(inclusive_scan)

template <class P, class It, class Out, class T, class Op, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan(P policy, It first, It last, Out result, T init, Op op) {
  return transform_exclusive_scan(policy, first, last, result, identity<>(), init, op);
}
template <class P, class It, class Out, class T, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan(P policy, It first, It last, Out result, T init) {
  return exclusive_scan(policy, first, last, result, init, plus<>());
}
template <class P, class It, class Out, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan(P policy, It first, It last, Out result) {
  return exclusive_scan(policy, first, last, result, emu::value_of<It>(), plus<>());
}
__EMU_WITHOUT_POLICY(exclusive_scan)

namespace emu {
template <bool IsExclusive, class P, class Keys, class In, class Out, class T, class Same, class Op>
__EMU_HD Out scan_by_key(P policy, Keys first, Keys last, In values, Out result, T init, Same same, Op op) {
  auto keys = bare(first);
  auto in = bare(values);
  auto out = bare(result);
  scan_indices<IsExclusive, T>(
      policy, last - first, IsExclusive, init, [=](unsigned i) -> T { return *(in + i); },
      [=](unsigned i) mutable -> bool { return i == 0 || !call(same, *(keys + (i - 1)), *(keys + i)); }, op,
      [=](unsigned i, const T &sum) mutable { *(out + i) = sum; });
  return result + (last - first);
}
}  // namespace emu

template <class P, class Keys, class In, class Out, class Same, class Op, emu::if_policy<P> = 0>
__EMU_HD Out inclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result, Same same, Op op) {
  return emu::scan_by_key<false>(policy, first, last, values, result, emu::value_of<In>(), same, op);
}
template <class P, class Keys, class In, class Out, class Same, emu::if_policy<P> = 0>
__EMU_HD Out inclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result, Same same) {
  return inclusive_scan_by_key(policy, first, last, values, result, same, plus<>());
}
template <class P, class Keys, class In, class Out, emu::if_policy<P> = 0>
__EMU_HD Out inclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result) {
  return inclusive_scan_by_key(policy, first, last, values, result, equal_to<>(), plus<>());
}
__EMU_WITHOUT_POLICY(inclusive_scan_by_key)

template <class P, class Keys, class In, class Out, class T, class Same, class Op, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result, T init, Same same, Op op) {
  return emu::scan_by_key<true>(policy, first, last, values, result, init, same, op);
}
template <class P, class Keys, class In, class Out, class T, class Same, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result, T init, Same same) {
  return exclusive_scan_by_key(policy, first, last, values, result, init, same, plus<>());
}
template <class P, class Keys, class In, class Out, class T, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result, T init) {
  return exclusive_scan_by_key(policy, first, last, values, result, init, equal_to<>(), plus<>());
}
template <class P, class Keys, class In, class Out, emu::if_policy<P> = 0>
__EMU_HD Out exclusive_scan_by_key(P policy, Keys first, Keys last, In values, Out result) {
  return exclusive_scan_by_key(policy, first, last, values, result, emu::value_of<In>());
}
__EMU_WITHOUT_POLICY(exclusive_scan_by_key)

}  // namespace thrust

#endif
