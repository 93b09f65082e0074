// The functions of clusters of blocks that need no cooperative groups (crt/sm_90_rt.h).
#ifndef __EMU_CLUSTERS_H
#define __EMU_CLUSTERS_H

#include "emu/vector_types.h"

__EMU_DEVICE dim3 __clusterIdx() { return dim3(__emu_index(12), __emu_index(13), __emu_index(14)); }
__EMU_DEVICE dim3 __clusterGridDimInClusters() { return dim3(__emu_index(15), __emu_index(16), __emu_index(17)); }
__EMU_DEVICE dim3 __clusterRelativeBlockIdx() { return dim3(__emu_index(18), __emu_index(19), __emu_index(20)); }
__EMU_DEVICE dim3 __clusterDim() { return dim3(__emu_index(21), __emu_index(22), __emu_index(23)); }
__EMU_DEVICE unsigned __clusterSizeInBlocks() { return __emu_index(21) * __emu_index(22) * __emu_index(23); }
__EMU_DEVICE unsigned __clusterRelativeBlockRank() {
  return (__emu_index(20) * __emu_index(22) + __emu_index(19)) * __emu_index(21) + __emu_index(18);
}
__EMU_DEVICE unsigned __clusterDimIsSpecified() { return __clusterSizeInBlocks() > 1; }
__EMU_DEVICE void *__cluster_map_shared_rank(const void *pointer, unsigned rank) {
  return __emu_cluster_map(__emu_site(), pointer, rank);
}
__EMU_DEVICE unsigned __cluster_query_shared_rank(const void *pointer) { return __emu_cluster_rank(pointer); }
__EMU_DEVICE void __cluster_barrier_arrive() { __emu_cluster_arrive(__emu_site()); }
__EMU_DEVICE void __cluster_barrier_wait() { __emu_cluster_wait(__emu_site()); }
__EMU_DEVICE void __threadfence_cluster() { __emu_fence(1); }

#endif
