// cooperative_groups::reduce: every thread of the group gets the value of all of them.
#ifndef __EMU_PUBLIC_COOPERATIVE_GROUPS_REDUCE_H
#define __EMU_PUBLIC_COOPERATIVE_GROUPS_REDUCE_H

#include "emu/groups/operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
__EMU_DEVICE auto reduce(const Group &group, T &&value, Operator &&combine) -> decltype(combine(value, value)) {
  static_assert(__emu_groups::inside_a_warp<Group>::value, "This group does not exclusively represent a tile");
  // Halves are added up to the first rank, which has everybody's value in order of their ranks.
  typename __emu_groups::plain<T>::type sum = value;
  unsigned rank = (unsigned)group.thread_rank(), size = (unsigned)group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    auto other = group.shfl_down(sum, distance);
    if (rank % (2 * distance) == 0 && rank + distance < size) sum = combine(sum, other);
  }
  return group.shfl(sum, 0);
}

}  // namespace cooperative_groups

#endif
