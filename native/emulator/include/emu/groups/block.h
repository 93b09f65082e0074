// thread_group, the base of groups whose kind only the running program knows, and thread_block.
#ifndef __EMU_GROUPS_BLOCK_H
#define __EMU_GROUPS_BLOCK_H

#include "emu/clusters.h"
#include "emu/groups/lanes.h"

namespace cooperative_groups {

class thread_group;
class thread_block;
template <class Group>
__EMU_DEVICE thread_group __emu_group_of_lanes(const Group &, unsigned lanes);
__EMU_DEVICE thread_block this_thread_block();

class thread_group {
 protected:
  enum kind_t { block_kind, lanes_kind, grid_kind, cluster_kind };
  kind_t kind;
  unsigned mask;  // of a group inside a warp: its lanes
  __EMU_METHOD thread_group(kind_t k, unsigned lanes) : kind(k), mask(lanes) {}
  template <class Group>
  friend __device__ thread_group __emu_group_of_lanes(const Group &, unsigned lanes);

 public:
  __EMU_METHOD void sync() const {
    int site = __emu_site();
    if (kind == block_kind) __emu_barrier(site);
    else if (kind == lanes_kind) __emu_syncwarp(site, mask);
    else if (kind == grid_kind) __emu_grid_sync(site);
    else __emu_cluster_sync(site);
  }
  // Of the running warp; a group of blocks has all of them.
  __EMU_METHOD unsigned __emu_lanes() const { return kind == lanes_kind ? mask : __emu_groups::warp_lanes(); }
  __EMU_METHOD unsigned long long size() const {
    if (kind == lanes_kind) return (unsigned)__builtin_popcount(mask);
    unsigned long long threads = __emu_groups::block_threads();
    if (kind == cluster_kind) return threads * __clusterSizeInBlocks();
    return kind == block_kind ? threads : threads * gridDim.x * gridDim.y * gridDim.z;
  }
  __EMU_METHOD unsigned long long thread_rank() const {
    if (kind == lanes_kind) return (unsigned)__builtin_popcount(mask & __emu_groups::below(__emu_groups::lane()));
    unsigned long long rank = __emu_groups::block_rank_of_thread();
    if (kind == block_kind) return rank;
    if (kind == cluster_kind) return __clusterRelativeBlockRank() * __emu_groups::block_threads() + rank;
    unsigned long long block = ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return block * __emu_groups::block_threads() + rank;
  }
};

template <class Group>
__EMU_DEVICE thread_group __emu_group_of_lanes(const Group &, unsigned lanes) {
  return thread_group(thread_group::lanes_kind, lanes);
}

class thread_block : public thread_group {
  __EMU_METHOD thread_block() : thread_group(block_kind, 0) {}
  friend __device__ thread_block this_thread_block();

 public:
  struct arrival_token {};
  static __EMU_METHOD void sync() { __emu_barrier(__emu_site()); }
  // Everyone who arrives waits before going on for good: the barrier stands where the waiting is.
  __EMU_METHOD arrival_token barrier_arrive() const { return arrival_token(); }
  __EMU_METHOD void barrier_wait(arrival_token &&) const { __emu_barrier(__emu_site()); }
  static __EMU_METHOD unsigned num_threads() { return __emu_groups::block_threads(); }
  static __EMU_METHOD unsigned size() { return num_threads(); }
  static __EMU_METHOD unsigned thread_rank() { return __emu_groups::block_rank_of_thread(); }
  static __EMU_METHOD dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __EMU_METHOD dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __EMU_METHOD dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __EMU_METHOD dim3 group_dim() { return dim_threads(); }
};

__EMU_DEVICE thread_block this_thread_block() { return thread_block(); }

// What CUDA needs as scratch memory for tiles of more than a warp.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};

}  // namespace cooperative_groups

#endif
