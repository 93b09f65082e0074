// coalesced_group: lanes of a warp in no particular order of numbers; ranks count them.
#ifndef __EMU_GROUPS_COALESCED_H
#define __EMU_GROUPS_COALESCED_H

#include "emu/groups/block.h"

namespace cooperative_groups {

class coalesced_group;
__EMU_DEVICE coalesced_group __emu_coalesced(unsigned lanes, unsigned rank = 0, unsigned count = 1);

class coalesced_group : public thread_group {
  unsigned rank_of_group, groups;
  __EMU_METHOD explicit coalesced_group(unsigned lanes, unsigned rank = 0, unsigned count = 1)
      : thread_group(lanes_kind, lanes), rank_of_group(rank), groups(count) {}
  friend __device__ coalesced_group __emu_coalesced(unsigned lanes, unsigned rank, unsigned count);

 public:
  __EMU_METHOD unsigned __emu_mask() const { return mask; }
  __EMU_METHOD unsigned num_threads() const { return (unsigned)__builtin_popcount(mask); }
  __EMU_METHOD unsigned size() const { return num_threads(); }
  __EMU_METHOD unsigned thread_rank() const {
    return (unsigned)__builtin_popcount(mask & __emu_groups::below(__emu_groups::lane()));
  }
  __EMU_METHOD unsigned meta_group_rank() const { return rank_of_group; }
  __EMU_METHOD unsigned meta_group_size() const { return groups; }

  __EMU_METHOD void sync() const { __emu_syncwarp(__emu_site(), mask); }
  template <class T>
  __EMU_METHOD typename __emu_groups::plain<T>::type shfl(T &&value, int rank) const {
    return from<typename __emu_groups::plain<T>::type>(__emu_site(), value, (unsigned)rank);
  }
  template <class T>
  __EMU_METHOD typename __emu_groups::plain<T>::type shfl_up(T &&value, int delta) const {
    unsigned rank = thread_rank();
    return from<typename __emu_groups::plain<T>::type>(__emu_site(), value, rank >= (unsigned)delta ? rank - (unsigned)delta : rank);
  }
  template <class T>
  __EMU_METHOD typename __emu_groups::plain<T>::type shfl_down(T &&value, int delta) const {
    unsigned rank = thread_rank();
    return from<typename __emu_groups::plain<T>::type>(__emu_site(), value, rank + (unsigned)delta < size() ? rank + (unsigned)delta : rank);
  }
  __EMU_METHOD int any(int predicate) const { return (int)__emu_vote(__emu_site(), mask, 1, predicate != 0); }
  __EMU_METHOD int all(int predicate) const { return (int)__emu_vote(__emu_site(), mask, 0, predicate != 0); }
  __EMU_METHOD unsigned ballot(int predicate) const {
    return __emu_groups::pack(mask, __emu_vote(__emu_site(), mask, 2, predicate != 0));
  }
  template <class T>
  __EMU_METHOD unsigned match_any(T value) const {
    return __emu_groups::pack(mask, __emu_groups::match_any(__emu_site(), mask, value));
  }
  template <class T>
  __EMU_METHOD unsigned match_all(T value, int &predicate) const {
    unsigned same = __emu_groups::match_any(__emu_site(), mask, value);
    predicate = same == mask;
    return predicate ? __emu_groups::pack(mask, same) : 0;
  }

 private:
  template <class T>
  __EMU_METHOD T from(int site, const T &value, unsigned rank) const {
    return __emu_groups::shuffle<T>(site, mask, 0, value, (int)__emu_groups::nth_lane(mask, rank), 32);
  }
};

__EMU_DEVICE coalesced_group __emu_coalesced(unsigned lanes, unsigned rank, unsigned count) {
  return coalesced_group(lanes, rank, count);
}
__EMU_DEVICE coalesced_group coalesced_threads() { return __emu_coalesced(__emu_activemask(__emu_site())); }

}  // namespace cooperative_groups

#endif
