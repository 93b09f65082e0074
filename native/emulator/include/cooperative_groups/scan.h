// cooperative_groups::inclusive_scan and exclusive_scan over the ranks of a group.
#ifndef __EMU_PUBLIC_COOPERATIVE_GROUPS_SCAN_H
#define __EMU_PUBLIC_COOPERATIVE_GROUPS_SCAN_H

#include "emu/groups/operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
__EMU_DEVICE auto inclusive_scan(const Group &group, T &&value, Operator &&combine) -> decltype(combine(value, value)) {
  static_assert(__emu_groups::inside_a_warp<Group>::value, "This group does not exclusively represent a tile");
  typename __emu_groups::plain<T>::type sum = value;
  unsigned rank = (unsigned)group.thread_rank(), size = (unsigned)group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    auto before = group.shfl_up(sum, distance);
    if (distance <= rank) sum = combine(sum, before);
  }
  return sum;
}
template <class Group, class T>
__EMU_DEVICE auto inclusive_scan(const Group &group, T &&value) -> typename __emu_groups::plain<T>::type {
  return inclusive_scan(group, value, plus<typename __emu_groups::plain<T>::type>());
}
// The first rank has no one before it: T().
template <class Group, class T, class Operator>
__EMU_DEVICE auto exclusive_scan(const Group &group, T &&value, Operator &&combine) -> decltype(combine(value, value)) {
  typename __emu_groups::plain<T>::type sum = inclusive_scan(group, value, combine), before = group.shfl_up(sum, 1);
  return group.thread_rank() == 0 ? typename __emu_groups::plain<T>::type() : before;
}
template <class Group, class T>
__EMU_DEVICE auto exclusive_scan(const Group &group, T &&value) -> typename __emu_groups::plain<T>::type {
  return exclusive_scan(group, value, plus<typename __emu_groups::plain<T>::type>());
}

}  // namespace cooperative_groups

#endif
