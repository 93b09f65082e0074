// Sums of all elements, and of stretches with equal keys.
#ifndef __EMU_THRUST_REDUCE_H
#define __EMU_THRUST_REDUCE_H

#include "emu_thrust/reduce.h"
#include "emu_thrust/select.h"
#include "thrust/pair.h"
// NVIDIA's brings it too, and programs count on that.
#include "thrust/scan.h"

namespace thrust {

template <class P, class It, class T, class Op, emu::if_policy<P> = 0>
__EMU_HD T reduce(P policy, It first, It last, T init, Op op) {
  auto in = emu::bare(first);
  return emu::reduce_indices(policy, last - first, init, [=](unsigned i) -> T { return *(in + i); }, op);
}
template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD T reduce(P policy, It first, It last, T init) {
  return reduce(policy, first, last, init, plus<T>());
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD emu::value_of<It> reduce(P policy, It first, It last) {
  return reduce(policy, first, last, emu::value_of<It>());
}
__EMU_WITHOUT_POLICY(reduce)

template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Same, class Op, emu::if_policy<P> = 0>
__EMU_HD pair<KeysOut, ValuesOut> reduce_by_key(P policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                              ValuesOut values_out, Same same, Op op) {
  auto keys = emu::bare(first);
  auto in = emu::bare(values);
  auto out_keys = emu::bare(keys_out);
  auto out = emu::bare(values_out);
  using value = emu::value_of<Values>;
  const size_t count = last - first;
  // The thread that finds a stretch's first element adds it up.
  const size_t found = emu::select(
      policy, count, [=](unsigned i) mutable { return i == 0 || !emu::call(same, *(keys + (i - 1)), *(keys + i)); },
      [=](unsigned i, unsigned place, bool is) mutable {
        if (!is) return;
        value sum = *(in + i);
        for (size_t next = i + 1; next < count && emu::call(same, *(keys + (next - 1)), *(keys + next)); next++)
          sum = emu::call(op, sum, *(in + next));
        *(out_keys + place) = *(keys + i);
        *(out + place) = sum;
      });
  return pair<KeysOut, ValuesOut>(keys_out + found, values_out + found);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Same, emu::if_policy<P> = 0>
__EMU_HD pair<KeysOut, ValuesOut> reduce_by_key(P policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                              ValuesOut values_out, Same same) {
  return reduce_by_key(policy, first, last, values, keys_out, values_out, same, plus<>());
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, emu::if_policy<P> = 0>
__EMU_HD pair<KeysOut, ValuesOut> reduce_by_key(P policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                              ValuesOut values_out) {
  return reduce_by_key(policy, first, last, values, keys_out, values_out, equal_to<>(), plus<>());
}
__EMU_WITHOUT_POLICY(reduce_by_key)

}  // namespace thrust

#endif
