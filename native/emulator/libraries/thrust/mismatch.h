// Where two sequences first differ.
#ifndef __EMU_THRUST_MISMATCH_H
#define __EMU_THRUST_MISMATCH_H

#include "thrust/find.h"
#include "thrust/pair.h"

namespace thrust {

template <class P, class It, class Other, class Same, emu::if_policy<P> = 0>
__EMU_HD pair<It, Other> mismatch(P policy, It first, It last, Other second, Same same) {
  auto in = emu::bare(first);
  auto other = emu::bare(second);
  const size_t at = emu::first_index(
      policy, last - first, [=](unsigned i) mutable -> bool { return !emu::call(same, *(in + i), *(other + i)); });
  return pair<It, Other>(first + at, second + at);
}
template <class P, class It, class Other, emu::if_policy<P> = 0>
__EMU_HD pair<It, Other> mismatch(P policy, It first, It last, Other second) {
  return mismatch(policy, first, last, second, equal_to<>());
}
__EMU_WITHOUT_POLICY(mismatch)

}  // namespace thrust

#endif
