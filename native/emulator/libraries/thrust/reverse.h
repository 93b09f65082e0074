// The other way round.
#ifndef __EMU_THRUST_REVERSE_H
#define __EMU_THRUST_REVERSE_H

#include "thrust/copy.h"
#include "thrust/iterator/reverse_iterator.h"

namespace thrust {

template <class P, class It, emu::if_policy<P> = 0>
__EMU_HD void reverse(P policy, It first, It last) {
  auto in = emu::bare(first);
  using value = emu::value_of<It>;
  const size_t count = last - first;
  emu::for_each_index(policy, count / 2, [=](unsigned i) mutable {
    value kept = *(in + i);
    *(in + i) = *(in + (count - 1 - i));
    *(in + (count - 1 - i)) = kept;
  });
}
__EMU_WITHOUT_POLICY(reverse)

template <class P, class It, class Out, emu::if_policy<P> = 0>
__EMU_HD Out reverse_copy(P policy, It first, It last, Out result) {
  return copy(policy, make_reverse_iterator(last), make_reverse_iterator(first), result);
}
__EMU_WITHOUT_POLICY(reverse_copy)

}  // namespace thrust

#endif
