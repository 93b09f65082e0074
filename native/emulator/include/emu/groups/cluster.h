// The cluster of the block as a group (programming guide, "Thread Block Clusters" and "Distributed Shared Memory").
#ifndef __EMU_GROUPS_CLUSTER_H
#define __EMU_GROUPS_CLUSTER_H

#include "emu/clusters.h"
#include "emu/groups/block.h"

namespace cooperative_groups {

class cluster_group;
__EMU_DEVICE cluster_group this_cluster();

class cluster_group : public thread_group {
  __EMU_METHOD cluster_group() : thread_group(cluster_kind, 0) {}
  friend __device__ cluster_group this_cluster();

 public:
  struct arrival_token {};
  static __EMU_METHOD void sync() { __emu_cluster_sync(__emu_site()); }
  static __EMU_METHOD arrival_token barrier_arrive() {
    __emu_cluster_arrive(__emu_site());
    return {};
  }
  static __EMU_METHOD void barrier_wait() { __emu_cluster_wait(__emu_site()); }
  static __EMU_METHOD void barrier_wait(arrival_token &&) { __emu_cluster_wait(__emu_site()); }
  static __EMU_METHOD unsigned query_shared_rank(const void *pointer) { return __cluster_query_shared_rank(pointer); }
  template <class T>
  static __EMU_METHOD T *map_shared_rank(T *pointer, int rank) {
    return (T *)__emu_cluster_map(__emu_site(), (const void *)pointer, (unsigned)rank);
  }
  static __EMU_METHOD dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __EMU_METHOD unsigned block_rank() { return __clusterRelativeBlockRank(); }
  static __EMU_METHOD dim3 thread_index() {
    dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static __EMU_METHOD unsigned thread_rank() {
    return block_rank() * __emu_groups::block_threads() + __emu_groups::block_rank_of_thread();
  }
  static __EMU_METHOD dim3 dim_blocks() { return __clusterDim(); }
  static __EMU_METHOD unsigned num_blocks() { return __clusterSizeInBlocks(); }
  static __EMU_METHOD dim3 dim_threads() {
    dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  static __EMU_METHOD unsigned num_threads() { return num_blocks() * __emu_groups::block_threads(); }
  static __EMU_METHOD unsigned size() { return num_threads(); }
};

__EMU_DEVICE cluster_group this_cluster() { return cluster_group(); }

}  // namespace cooperative_groups

#endif
