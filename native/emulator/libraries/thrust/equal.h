// Are two sequences equal?
#ifndef EMU_THRUST_EQUAL_H
#define EMU_THRUST_EQUAL_H

#include "thrust/mismatch.h"

namespace thrust {

template <class P, class It, class Other, class Same, emu::if_policy<P> = 0>
EMU_HD bool equal(P policy, It first, It last, Other second, Same same) {
  return mismatch(policy, first, last, second, same).first == last;
}
template <class P, class It, class Other, emu::if_policy<P> = 0>
EMU_HD bool equal(P policy, It first, It last, Other second) {
  return mismatch(policy, first, last, second).first == last;
}
EMU_WITHOUT_POLICY(equal)

}  // namespace thrust

#endif
