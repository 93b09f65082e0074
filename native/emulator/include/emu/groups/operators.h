// What reduce and the scans combine values with.
#ifndef EMU_GROUPS_OPERATORS_H
#define EMU_GROUPS_OPERATORS_H

#include "cooperative_groups.h"

namespace cooperative_groups {

#define EMU_OPERATOR(name, expression)                                        \
  template <class T>                                                          \
  struct name {                                                               \
    EMU_METHOD T operator()(const T &a, const T &b) const { return expression; } \
  };
EMU_OPERATOR(plus, a + b)
EMU_OPERATOR(less, b < a ? b : a)
EMU_OPERATOR(greater, a < b ? b : a)
EMU_OPERATOR(bit_and, a &b)
EMU_OPERATOR(bit_or, a | b)
EMU_OPERATOR(bit_xor, a ^ b)
#undef EMU_OPERATOR

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
