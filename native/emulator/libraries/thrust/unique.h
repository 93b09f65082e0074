// Of equal elements that stand side by side, the first.
#ifndef __EMU_THRUST_UNIQUE_H
#define __EMU_THRUST_UNIQUE_H

#include "emu_thrust/copy.h"
#include "emu_thrust/select.h"
#include "thrust/count.h"
#include "thrust/functional.h"
#include "thrust/pair.h"

namespace thrust {

template <class P, class It, class Out, class Same, emu::if_policy<P> = 0>
__EMU_HD Out unique_copy(P policy, It first, It last, Out result, Same same) {
  auto in = emu::bare(first);
  auto out = emu::bare(result);
  return result + emu::select(
                      policy, last - first,
                      [=](unsigned i) mutable { return i == 0 || !emu::call(same, *(in + (i - 1)), *(in + i)); },
                      [=](unsigned i, unsigned place, bool is) mutable {
                        if (is) *(out + place) = *(in + i);
                      });
}
template <class P, class It, class Out, emu::if_policy<P> = 0>
__EMU_HD Out unique_copy(P policy, It first, It last, Out result) {
  return unique_copy(policy, first, last, result, equal_to<>());
}
__EMU_WITHOUT_POLICY(unique_copy)

template <class P, class It, class Same, emu::if_policy<P> = 0>
__EMU_HD It unique(P policy, It first, It last, Same same) {
  const size_t count = last - first;
  // Threads look at elements that others would have overwritten.
  emu::temporary<emu::value_of<It>, P> kept(policy, count);
  emu::copy_in_place(policy, first, count, kept.data());
  return unique_copy(policy, kept.data(), kept.data() + count, first, same);
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD It unique(P policy, It first, It last) {
  return unique(policy, first, last, equal_to<>());
}
__EMU_WITHOUT_POLICY(unique)

template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Same, emu::if_policy<P> = 0>
__EMU_HD pair<KeysOut, ValuesOut> unique_by_key_copy(P policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                                   ValuesOut values_out, Same same) {
  auto keys = emu::bare(first);
  auto in = emu::bare(values);
  auto out_keys = emu::bare(keys_out);
  auto out = emu::bare(values_out);
  const size_t found = emu::select(
      policy, last - first,
      [=](unsigned i) mutable { return i == 0 || !emu::call(same, *(keys + (i - 1)), *(keys + i)); },
      [=](unsigned i, unsigned place, bool is) mutable {
        if (!is) return;
        *(out_keys + place) = *(keys + i);
        *(out + place) = *(in + i);
      });
  return pair<KeysOut, ValuesOut>(keys_out + found, values_out + found);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, emu::if_policy<P> = 0>
__EMU_HD pair<KeysOut, ValuesOut> unique_by_key_copy(P policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                                   ValuesOut values_out) {
  return unique_by_key_copy(policy, first, last, values, keys_out, values_out, equal_to<>());
}
__EMU_WITHOUT_POLICY(unique_by_key_copy)

template <class P, class Keys, class Values, class Same, emu::if_policy<P> = 0>
__EMU_HD pair<Keys, Values> unique_by_key(P policy, Keys first, Keys last, Values values, Same same) {
  const size_t count = last - first;
  emu::temporary<emu::value_of<Keys>, P> keys(policy, count);
  emu::temporary<emu::value_of<Values>, P> kept(policy, count);
  emu::copy_in_place(policy, first, count, keys.data());
  emu::copy_in_place(policy, values, count, kept.data());
  return unique_by_key_copy(policy, keys.data(), keys.data() + count, kept.data(), first, values, same);
}
template <class P, class Keys, class Values, emu::if_policy<P> = 0>
__EMU_HD pair<Keys, Values> unique_by_key(P policy, Keys first, Keys last, Values values) {
  return unique_by_key(policy, first, last, values, equal_to<>());
}
__EMU_WITHOUT_POLICY(unique_by_key)

template <class P, class It, class Same, emu::if_policy<P> = 0>
__EMU_HD emu::distance_of<It> unique_count(P policy, It first, It last, Same same) {
  auto in = emu::bare(first);
  return emu::select(
      policy, last - first,
      [=](unsigned i) mutable { return i == 0 || !emu::call(same, *(in + (i - 1)), *(in + i)); },
      [](unsigned, unsigned, bool) {});
}
template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD emu::distance_of<It> unique_count(P policy, It first, It last) {
  return unique_count(policy, first, last, equal_to<>());
}
__EMU_WITHOUT_POLICY(unique_count)

}  // namespace thrust

#endif
