// The grid as a group: its sync is for cooperative launches.
#ifndef __EMU_GROUPS_GRID_H
#define __EMU_GROUPS_GRID_H

#include "emu/groups/block.h"

namespace cooperative_groups {

class grid_group;
__EMU_DEVICE grid_group this_grid();

class grid_group : public thread_group {
  __EMU_METHOD grid_group() : thread_group(grid_kind, 0) {}
  friend __device__ grid_group this_grid();

 public:
  struct arrival_token {};
  __EMU_METHOD bool is_valid() const { return true; }
  __EMU_METHOD void sync() const { __emu_grid_sync(__emu_site()); }
  __EMU_METHOD arrival_token barrier_arrive() const { return arrival_token(); }
  __EMU_METHOD void barrier_wait(arrival_token &&) const { __emu_grid_sync(__emu_site()); }
  static __EMU_METHOD unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  static __EMU_METHOD unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static __EMU_METHOD unsigned long long num_threads() { return num_blocks() * __emu_groups::block_threads(); }
  static __EMU_METHOD unsigned long long size() { return num_threads(); }
  static __EMU_METHOD unsigned long long thread_rank() {
    return block_rank() * __emu_groups::block_threads() + __emu_groups::block_rank_of_thread();
  }
  static __EMU_METHOD dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __EMU_METHOD dim3 group_dim() { return dim_blocks(); }
  static __EMU_METHOD dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __EMU_METHOD dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  static __EMU_METHOD dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
};

__EMU_DEVICE grid_group this_grid() { return grid_group(); }

}  // namespace cooperative_groups

#endif
