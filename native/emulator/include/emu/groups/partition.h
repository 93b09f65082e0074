// Groups out of groups: tiled_partition, labeled_partition and binary_partition; and the free functions of any group.
#ifndef __EMU_GROUPS_PARTITION_H
#define __EMU_GROUPS_PARTITION_H

#include "emu/groups/coalesced.h"
#include "emu/groups/grid.h"
#include "emu/groups/tile.h"

namespace cooperative_groups {

namespace __emu_groups {
template <bool>
struct only_if {};
template <>
struct only_if<true> {
  typedef int type;
};
}  // namespace __emu_groups

template <unsigned Size, class ParentT, typename __emu_groups::only_if<(Size <= 32)>::type = 0>
__EMU_DEVICE thread_block_tile<Size, ParentT> tiled_partition(const ParentT &parent) {
  return thread_block_tile<Size, ParentT>(parent);
}
template <unsigned Size, class ParentT, typename __emu_groups::only_if<(Size > 32)>::type = 0>
__device__ __attribute__((unavailable("unsupported feature: tiles of more than a warp")))
thread_block_tile<Size, ParentT> tiled_partition(const ParentT &parent);

// Of the lanes of `mask`, the `size` consecutive ranks with the running thread.
__EMU_DEVICE unsigned __emu_ranks(unsigned mask, unsigned size) {
  unsigned rank = (unsigned)__builtin_popcount(mask & __emu_groups::below(__emu_groups::lane())), first = rank - rank % size, lanes = 0;
  for (unsigned rest = mask, i = 0; rest; rest &= rest - 1, i++)
    if (i >= first && i < first + size) lanes |= rest & -rest;
  return lanes;
}
__EMU_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
  return __emu_coalesced(__emu_ranks(parent.__emu_mask(), size), parent.thread_rank() / size, (parent.size() + size - 1) / size);
}
__EMU_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size) {
  return __emu_group_of_lanes(parent, __emu_ranks(parent.__emu_lanes(), size));
}
__EMU_DEVICE thread_group tiled_partition(const thread_block &parent, unsigned size) {
  return __emu_group_of_lanes(parent, __emu_groups::tile_lanes(size) & __emu_groups::warp_lanes());
}

// Where all lanes agree, the group stays one.
__EMU_DEVICE coalesced_group __emu_binary(int site, unsigned mask, bool predicate) {
  unsigned yes = __emu_vote(site, mask, 2, predicate);
  if (yes == mask || yes == 0) return __emu_coalesced(mask);
  return __emu_coalesced(predicate ? yes : mask & ~yes, predicate, 2);
}
// Groups of equal labels, numbered by their first lanes.
template <class Label>
__EMU_DEVICE coalesced_group __emu_labeled(int site, unsigned mask, Label label) {
  unsigned same = __emu_groups::match_any(site, mask, label), own = (unsigned)__builtin_ctz(same);
  unsigned first = __emu_vote(site, mask, 2, own == __emu_groups::lane());
  return __emu_coalesced(same, (unsigned)__builtin_popcount(first & __emu_groups::below(own)),
                         (unsigned)__builtin_popcount(first));
}
__EMU_DEVICE coalesced_group __emu_labeled(int site, unsigned mask, bool label) { return __emu_binary(site, mask, label); }
#define __EMU_SMALL_LABEL(type)                                                            \
  __EMU_DEVICE coalesced_group __emu_labeled(int site, unsigned mask, type label) {        \
    return __emu_labeled(site, mask, (int)label);                                        \
  }
__EMU_SMALL_LABEL(char)
__EMU_SMALL_LABEL(signed char)
__EMU_SMALL_LABEL(unsigned char)
__EMU_SMALL_LABEL(short)
__EMU_SMALL_LABEL(unsigned short)
#undef __EMU_SMALL_LABEL

template <class Label>
__EMU_DEVICE coalesced_group labeled_partition(const coalesced_group &group, Label label) {
  return __emu_labeled(__emu_site(), group.__emu_mask(), label);
}
template <class Label, unsigned Size, class ParentT>
__EMU_DEVICE coalesced_group labeled_partition(const thread_block_tile<Size, ParentT> &group, Label label) {
  return __emu_labeled(__emu_site(), group.__emu_mask(), label);
}
__EMU_DEVICE coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
  return __emu_binary(__emu_site(), group.__emu_mask(), predicate);
}
template <unsigned Size, class ParentT>
__EMU_DEVICE coalesced_group binary_partition(const thread_block_tile<Size, ParentT> &group, bool predicate) {
  return __emu_binary(__emu_site(), group.__emu_mask(), predicate);
}

template <class Group>
__EMU_DEVICE void sync(const Group &group) { group.sync(); }
template <class Group>
__EMU_DEVICE auto thread_rank(const Group &group) -> decltype(group.thread_rank()) { return group.thread_rank(); }
template <class Group>
__EMU_DEVICE auto group_size(const Group &group) -> decltype(group.num_threads()) { return group.num_threads(); }

}  // namespace cooperative_groups

#endif
