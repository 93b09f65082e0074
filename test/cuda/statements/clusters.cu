// Clusters of blocks, and their shared memory.
#include <cooperative_groups.h>
#include <string.h>
namespace cg = cooperative_groups;

__global__ __cluster_dims__(2, 2, 1) void places(int *next) {
  cg::cluster_group cluster = cg::this_cluster();
  unsigned x = blockIdx.x % 2, y = blockIdx.y % 2, rank = y * 2 + x;
  dim3 block = cluster.block_index(), blocks = cluster.dim_blocks(), threads = cluster.dim_threads(), thread = cluster.thread_index();
  check(cluster.block_rank() == rank, "cluster_group::block_rank counts the blocks of the cluster, x first");
  check(block.x == x && block.y == y && block.z == 0, "cluster_group::block_index is the place of the block in the cluster");
  check(blocks.x == 2 && blocks.y == 2 && blocks.z == 1, "cluster_group::dim_blocks is the size of the cluster in blocks");
  check(cluster.num_blocks() == 4, "cluster_group::num_blocks counts the blocks of the cluster");
  check(threads.x == 2 * blockDim.x && threads.y == 2, "cluster_group::dim_threads is the size of the cluster in threads");
  check(cluster.num_threads() == 4 * blockDim.x, "cluster_group::num_threads counts the threads of the cluster");
  check(cluster.size() == cluster.num_threads(), "cluster_group::size is another name for it");
  check(thread.x == x * blockDim.x + threadIdx.x && thread.y == y, "cluster_group::thread_index is the place of the thread in the cluster");
  check(cluster.thread_rank() == rank * blockDim.x + threadIdx.x, "cluster_group::thread_rank counts the threads block by block");
  check(cg::this_cluster().block_rank() == rank, "this_cluster gives the cluster of the calling thread");
  check(__clusterIdx().x == blockIdx.x / 2 && __clusterIdx().y == blockIdx.y / 2, "__clusterIdx is the place of the cluster in the grid");
  check(__clusterGridDimInClusters().x == gridDim.x / 2, "__clusterGridDimInClusters is the size of the grid in clusters");
  check(__clusterRelativeBlockIdx().x == x, "__clusterRelativeBlockIdx is the place of the block in the cluster");
  check(__clusterRelativeBlockRank() == rank, "__clusterRelativeBlockRank counts the blocks of the cluster");
  check(__clusterDim().y == 2, "__clusterDim is the size of the cluster in blocks");
  check(__clusterSizeInBlocks() == 4, "__clusterSizeInBlocks counts the blocks of the cluster");
  check(__clusterDimIsSpecified() == 1, "__clusterDimIsSpecified tells a launch with clusters");
  unsigned number, all;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(number));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(all));
  check(number == rank && all == 4, "%cluster_ctarank and %cluster_nctarank of PTX tell the same");

  __shared__ int word;
  if (threadIdx.x == 0) word = rank;
  cluster.sync();
  int *there = cluster.map_shared_rank(&word, (rank + 1) % 4);
  check(*there == (int)(rank + 1) % 4, "cluster_group::map_shared_rank leads to the same variable of another block");
  check(cluster.query_shared_rank(there) == (rank + 1) % 4, "cluster_group::query_shared_rank tells whose variable it is");
  check(*(int *)__cluster_map_shared_rank(&word, rank) == (int)rank, "__cluster_map_shared_rank leads to the block's own variable too");
  check(__cluster_query_shared_rank(&word) == rank, "__cluster_query_shared_rank tells the block of its own variable");
  cluster.sync();
  if (threadIdx.x == 0) *there = 10 * rank;
  cluster.sync();
  check(word == (int)(10 * ((rank + 3) % 4)), "cluster_group::sync waits for all blocks of the cluster, and shows what they stored");
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  next[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = 1;
  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token &&>(token));
  check(true, "cluster_group::barrier_arrive does not wait");
  if (threadIdx.x == 0) *there = 20 * rank;
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  check(word == (int)(20 * ((rank + 3) % 4)), "cluster_group::barrier_wait waits for those that have to arrive");
  check(word % 20 == 0, "__cluster_barrier_wait waits for those that have to arrive");
  check(word % 20 == 0, "__cluster_barrier_arrive hands over what the thread has stored");
  asm volatile("barrier.cluster.arrive.release.aligned;");
  asm volatile("barrier.cluster.wait.acquire.aligned;");
  unsigned at = (unsigned)__cvta_generic_to_shared(&word), mapped, owner;
  int value;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(at), "r"((rank + 1) % 4));
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(mapped));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(mapped));
  check(owner == (rank + 1) % 4, "mapa and getctarank of PTX lead to another block and back");
  check(value == (int)(20 * rank), "ld.shared::cluster of PTX reads the memory of another block");
  __threadfence_cluster();
  check(word % 20 == 0, "__threadfence_cluster orders accesses for the threads of the cluster");
  cluster.sync();
}
__global__ void plain(int *out) { if (threadIdx.x == 0) out[blockIdx.x] = cg::this_cluster().num_blocks(); }

static cudaError_t launch(int *out, int blocks, int cluster, int *active = 0, int *largest = 0) {
  cudaLaunchConfig_t config;
  memset(&config, 0, sizeof config);
  cudaLaunchAttribute attribute;
  memset(&attribute, 0, sizeof attribute);
  config.gridDim = blocks, config.blockDim = 32;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster, attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute, config.numAttrs = 1;
  if (active) return cudaOccupancyMaxActiveClusters(active, plain, &config);
  if (largest) return cudaOccupancyMaxPotentialClusterSize(largest, plain, &config);
  return cudaLaunchKernelEx(&config, plain, out);
}

int main() {
  int *out, host[32], active = 0, largest = 0;
  cudaMalloc(&out, 1024);
  places<<<dim3(4, 2), 32>>>(out);
  cudaDeviceSynchronize();
  cudaError_t error = launch(out, 4, 2);
  cudaMemcpy(host, out, 16, cudaMemcpyDeviceToHost);
  check(error == cudaSuccess && host[3] == 2, "cudaLaunchKernelEx takes the size of clusters as an attribute");
  plain<<<2, 32>>>(out);
  cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost);
  check(host[1] == 1, "Without an attribute each block is a cluster of its own");
  check(launch(out, 3, 2) == cudaErrorInvalidClusterSize, "The grid must be a multiple of the cluster");
  check(launch(out, 16, 16) == cudaErrorInvalidClusterSize, "A cluster has at most 8 blocks");
  places<<<3, 32>>>(out);
  check(cudaGetLastError() == cudaErrorInvalidClusterSize, "__cluster_dims__ holds for <<<>>> too");
  check(launch(out, 4, 2, &active) == cudaSuccess && active == 528, "cudaOccupancyMaxActiveClusters counts the clusters that run at a time");
  check(launch(out, 4, 2, 0, &largest) == cudaSuccess && largest == 8, "cudaOccupancyMaxPotentialClusterSize finds the largest cluster");
  error = cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  check(error == cudaSuccess && launch(out, 16, 16) == cudaSuccess, "A kernel can be allowed clusters of 16 blocks");
  struct cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, places);
  check(attributes.requiredClusterWidth == 2 && attributes.requiredClusterHeight == 2, "cudaFuncGetAttributes tells the clusters of a kernel");
  int supported = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, 0);
  check(supported == 1, "cudaDevAttrClusterLaunch is 1 from compute capability 9.0 on");
  cudaFree(out);
}
