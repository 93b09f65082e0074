// Are two sequences equal?
#ifndef __EMU_THRUST_EQUAL_H
#define __EMU_THRUST_EQUAL_H

#include "thrust/mismatch.h"

namespace thrust {

template <class P, class It, class Other, class Same, emu::if_policy<P> = 0>
__EMU_HD bool equal(P policy, It first, It last, Other second, Same same) {
  return mismatch(policy, first, last, second, same).first == last;
}
template <class P, class It, class Other, emu::if_policy<P> = 0>
__EMU_HD bool equal(P policy, It first, It last, Other second) {
  return mismatch(policy, first, last, second).first == last;
}
__EMU_WITHOUT_POLICY(equal)

}  // namespace thrust

#endif
