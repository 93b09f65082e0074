// What reduce and the scans combine values with.
#ifndef __EMU_GROUPS_OPERATORS_H
#define __EMU_GROUPS_OPERATORS_H

#include "cooperative_groups.h"

namespace cooperative_groups {

#define __EMU_OPERATOR(name, expression)                                        \
  template <class T>                                                          \
  struct name {                                                               \
    __EMU_METHOD T operator()(const T &a, const T &b) const { return expression; } \
  };
__EMU_OPERATOR(plus, a + b)
__EMU_OPERATOR(less, b < a ? b : a)
__EMU_OPERATOR(greater, a < b ? b : a)
__EMU_OPERATOR(bit_and, a &b)
__EMU_OPERATOR(bit_or, a | b)
__EMU_OPERATOR(bit_xor, a ^ b)
#undef __EMU_OPERATOR

namespace __emu_groups {

template <class Group>
struct inside_a_warp {
  static constexpr bool value = false;
};
template <unsigned Size, class ParentT>
struct inside_a_warp<thread_block_tile<Size, ParentT>> {
  static constexpr bool value = true;
};
template <>
struct inside_a_warp<coalesced_group> {
  static constexpr bool value = true;
};

}  // namespace __emu_groups
}  // namespace cooperative_groups

#endif
