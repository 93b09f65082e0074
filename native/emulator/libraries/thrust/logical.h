// Are all, any or none of the elements so?
#ifndef __EMU_THRUST_LOGICAL_H
#define __EMU_THRUST_LOGICAL_H

#include "thrust/find.h"

namespace thrust {

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD bool all_of(P policy, It first, It last, Predicate predicate) {
  return find_if_not(policy, first, last, predicate) == last;
}
__EMU_WITHOUT_POLICY(all_of)

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD bool any_of(P policy, It first, It last, Predicate predicate) {
  return find_if(policy, first, last, predicate) != last;
}
__EMU_WITHOUT_POLICY(any_of)

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD bool none_of(P policy, It first, It last, Predicate predicate) {
  return find_if(policy, first, last, predicate) == last;
}
__EMU_WITHOUT_POLICY(none_of)

}  // namespace thrust

#endif
