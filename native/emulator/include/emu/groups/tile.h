// thread_block_tile: a part of a warp whose size the compiler knows.
#ifndef __EMU_GROUPS_TILE_H
#define __EMU_GROUPS_TILE_H

#include "emu/groups/block.h"

namespace cooperative_groups {

template <unsigned Size, class ParentT>
class thread_block_tile;
__EMU_DEVICE thread_block_tile<1, void> this_thread();

namespace __emu_groups {

template <unsigned Size>
class tile_base {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");

 protected:
  unsigned rank_of_tile, tiles;
  __EMU_METHOD tile_base(unsigned rank, unsigned count) : rank_of_tile(rank), tiles(count) {}

 public:
  static __EMU_METHOD unsigned num_threads() { return Size; }
  static __EMU_METHOD unsigned size() { return Size; }
  static __EMU_METHOD unsigned thread_rank() { return lane() & (Size - 1); }
  static __EMU_METHOD unsigned __emu_mask() { return tile_lanes(Size); }
  __EMU_METHOD unsigned meta_group_rank() const { return rank_of_tile; }
  __EMU_METHOD unsigned meta_group_size() const { return tiles; }

  static __EMU_METHOD void sync() { __emu_syncwarp(__emu_site(), __emu_mask()); }
  __EMU_METHOD operator thread_group() const { return __emu_group_of_lanes(*this, __emu_mask()); }
  template <class T>
  __EMU_METHOD typename plain<T>::type shfl(T &&value, int rank) const {
    return shuffle<typename plain<T>::type>(__emu_site(), __emu_mask(), 0, value, rank, Size);
  }
  template <class T>
  __EMU_METHOD typename plain<T>::type shfl_up(T &&value, unsigned delta) const {
    return shuffle<typename plain<T>::type>(__emu_site(), __emu_mask(), 1, value, (int)delta, Size);
  }
  template <class T>
  __EMU_METHOD typename plain<T>::type shfl_down(T &&value, unsigned delta) const {
    return shuffle<typename plain<T>::type>(__emu_site(), __emu_mask(), 2, value, (int)delta, Size);
  }
  template <class T>
  __EMU_METHOD typename plain<T>::type shfl_xor(T &&value, unsigned lanes) const {
    return shuffle<typename plain<T>::type>(__emu_site(), __emu_mask(), 3, value, (int)lanes, Size);
  }
  __EMU_METHOD int any(int predicate) const { return (int)__emu_vote(__emu_site(), __emu_mask(), 1, predicate != 0); }
  __EMU_METHOD int all(int predicate) const { return (int)__emu_vote(__emu_site(), __emu_mask(), 0, predicate != 0); }
  __EMU_METHOD unsigned ballot(int predicate) const {
    return __emu_vote(__emu_site(), __emu_mask(), 2, predicate != 0) >> (lane() & ~(Size - 1));
  }
  template <class T>
  __EMU_METHOD unsigned match_any(T value) const {
    return __emu_groups::match_any(__emu_site(), __emu_mask(), value) >> (lane() & ~(Size - 1));
  }
  template <class T>
  __EMU_METHOD unsigned match_all(T value, int &predicate) const {
    unsigned same = __emu_groups::match_any(__emu_site(), __emu_mask(), value);
    predicate = same == __emu_mask();
    return predicate ? same >> (lane() & ~(Size - 1)) : 0;
  }
};

}  // namespace __emu_groups

template <unsigned Size, class ParentT = void>
class thread_block_tile : public __emu_groups::tile_base<Size> {
 public:
  __EMU_METHOD thread_block_tile(const thread_block &)
      : __emu_groups::tile_base<Size>(__emu_groups::block_rank_of_thread() / Size,
                                      (__emu_groups::block_threads() + Size - 1) / Size) {}
  template <unsigned ParentSize, class GrandParent>
  __EMU_METHOD thread_block_tile(const thread_block_tile<ParentSize, GrandParent> &)
      : __emu_groups::tile_base<Size>(__emu_groups::lane() % ParentSize / Size, ParentSize / Size) {}
  __EMU_METHOD operator thread_block_tile<Size, void>() const {
    return thread_block_tile<Size, void>(this->rank_of_tile, this->tiles);
  }
};

// A tile of whatever was partitioned.
template <unsigned Size>
class thread_block_tile<Size, void> : public __emu_groups::tile_base<Size> {
  __EMU_METHOD thread_block_tile(unsigned rank, unsigned count) : __emu_groups::tile_base<Size>(rank, count) {}
  template <unsigned, class>
  friend class thread_block_tile;
  friend __device__ thread_block_tile<1, void> this_thread();
};

__EMU_DEVICE thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(0, 1); }

}  // namespace cooperative_groups

#endif
