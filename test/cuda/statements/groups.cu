#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

// The methods of cooperative groups one by one (CUDA C++ Programming Guide, "Cooperative Groups").
namespace cg = cooperative_groups;

constexpr unsigned THREADS = 96;  // three warps, as 24 x 4

__global__ void blocks() {
  cg::thread_block block = cg::this_thread_block();
  unsigned rank = threadIdx.y * blockDim.x + threadIdx.x;
  check(block.thread_rank() == rank, "thread_block::thread_rank is the number of the thread in its block, x first");
  check(block.num_threads() == THREADS, "thread_block::num_threads is the number of threads of the block");
  check(block.size() == THREADS, "thread_block::size is another name of num_threads");
  check(block.group_index().x == blockIdx.x && block.group_index().z == 0, "thread_block::group_index is the block's index in the grid");
  check(block.thread_index().x == threadIdx.x && block.thread_index().y == threadIdx.y, "thread_block::thread_index is the thread's index in the block");
  check(block.dim_threads().x == 24 && block.dim_threads().y == 4, "thread_block::dim_threads is the block's extent in threads");
  check(block.group_dim().x == 24 && block.group_dim().y == 4, "thread_block::group_dim is another name of dim_threads");
  check(cg::thread_rank(block) == rank, "thread_rank is the number of the thread in any group");
  check(cg::group_size(block) == THREADS, "group_size is the number of threads of any group");
  __shared__ unsigned order[THREADS], once;
  cg::invoke_one(block, [&] { once = 5; });
  order[rank] = rank;
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  check(order[THREADS - 1 - rank] == THREADS - 1 - rank, "thread_block::barrier_wait waits for all threads of the block to arrive");
  check(once == 5, "invoke_one calls a function in one thread of the group");
  block.sync();
  order[rank] = rank + 1;
  token = block.barrier_arrive();
  unsigned apart = rank * rank;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  check(order[0] == 1 && apart == rank * rank, "thread_block::barrier_arrive says that the thread has come, and lets it go on until it waits");
}

__global__ void any_group() {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_group group = cg::tiled_partition(block, 16);
  __shared__ unsigned words[THREADS];
  unsigned rank = block.thread_rank();
  check(group.size() == 16, "thread_group::size is the number of threads of the group");
  check(group.thread_rank() == rank % 16, "thread_group::thread_rank is the number of the thread in the group");
  cg::thread_group inner = cg::tiled_partition(group, 4);
  check(inner.size() == 4 && inner.thread_rank() == rank % 4, "A thread_group that tiled_partition made can be divided again");
  words[rank] = rank;
  group.sync();
  check(words[rank ^ 15] == (rank ^ 15), "thread_group::sync waits for all threads of the group");
}

__global__ void tiles() {
  cg::thread_block block = cg::this_thread_block();
  unsigned rank = block.thread_rank(), in = rank % 8, first = rank - in;
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  check(tile.num_threads() == 8, "thread_block_tile::num_threads is the number of threads of the tile");
  check(tile.size() == 8, "thread_block_tile::size is another name of num_threads");
  check(tile.thread_rank() == in, "thread_block_tile::thread_rank is the number of the thread in its tile");
  check(tile.meta_group_rank() == rank / 8, "thread_block_tile::meta_group_rank is the number of the tile in what was partitioned");
  check(tile.meta_group_size() == 12, "thread_block_tile::meta_group_size is the number of tiles of what was partitioned");
  check(tile.shfl(rank, 5) == first + 5, "thread_block_tile::shfl reads the value of a rank of the tile");
  check(tile.shfl_up(rank, 2) == (in < 2 ? rank : rank - 2), "thread_block_tile::shfl_up reads the rank so many below, inside the tile");
  check(tile.shfl_down(rank, 3) == (in > 4 ? rank : rank + 3), "thread_block_tile::shfl_down reads the rank so many above, inside the tile");
  check(tile.shfl_xor(rank, 5) == (rank ^ 5), "thread_block_tile::shfl_xor reads the rank whose number differs in these bits");
  check(tile.any(in == 7) && !tile.any(in == 8), "thread_block_tile::any says whether a condition holds for any thread of the tile");
  check(tile.all(in < 8) && !tile.all(in < 7), "thread_block_tile::all says whether a condition holds for all threads of the tile");
  check(tile.ballot(in % 2) == 0xaau, "thread_block_tile::ballot has a bit for each rank for which a condition holds");
  check(tile.match_any(in % 4) == 0x11u << in % 4, "thread_block_tile::match_any has a bit for each rank with the same value");
  int same = 7;
  check(tile.match_all(rank / 8, same) == 0xffu && same && tile.match_all(rank, same) == 0 && !same, "thread_block_tile::match_all has a bit for each rank if all have the same value, else none");
  __shared__ unsigned words[THREADS];
  words[rank] = rank;
  tile.sync();
  check(words[first + 7 - in] == first + 7 - in, "thread_block_tile::sync waits for all threads of the tile");
}

struct Pair {
  float first;
  short second;
};
struct Large {
  double numbers[4];
};
// Shuffles of values of every kind, as temporaries too, by a group of 8 lanes with ranks from 0 on.
template <class Group> __device__ void shuffles(const Group &group, unsigned first, unsigned step) {
  unsigned rank = group.thread_rank(), lane = first + step * rank;
  check(group.shfl(lane, 3) == first + 3 * step && group.shfl(lane + 0, 3) == first + 3 * step, "shfl of a group takes variables and temporaries");
  check(group.shfl((short)rank, 2) == 2 && group.shfl((unsigned char)rank, 2) == 2 && !group.shfl(rank == 1, 2), "shfl of a group moves values of 1 and 2 bytes");
  check(group.shfl(1ull << rank, 5) == 32 && group.shfl(0.5 * rank, 5) == 2.5 && group.shfl(-(long)rank, 5) == -5, "shfl of a group moves values of 8 bytes");
  const Pair pair = {rank + 0.5f, (short)rank};
  check(group.shfl(pair, 6).first == 6.5f && group.shfl_down(Pair(pair), 1).second == (rank == 7 ? 7 : (short)rank + 1), "shfl_down of a group moves structures");
  Large large = {{1. * rank, 2. * rank, 3. * rank, 4. * rank}};
  check(group.shfl(large, 4).numbers[3] == 16 && group.shfl_up(large, 1).numbers[1] == (rank == 0 ? 0 : 2. * (rank - 1)), "shfl_up of a group moves structures of 32 bytes");
  check(group.match_any((short)(rank / 4)) == (rank < 4 ? 0xfu : 0xf0u), "match_any of a group compares values of 2 bytes");
}
__global__ void any_value() {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  shuffles(tile, 8 * tile.meta_group_rank(), 1);
  if (block.thread_rank() % 4 == 1) shuffles(cg::coalesced_threads(), 1, 4);
}

__global__ void coalesced() {
  unsigned lane = threadIdx.x;
  __shared__ unsigned words[32];
  if (lane % 2 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    unsigned rank = lane / 2;
    check(active.num_threads() == 16, "coalesced_group::num_threads is the number of threads that run together");
    check(active.size() == 16, "coalesced_group::size is another name of num_threads");
    check(active.thread_rank() == rank, "coalesced_group::thread_rank is the number of the thread among those that run together");
    check(active.meta_group_rank() == 0, "coalesced_group::meta_group_rank is the number of the group in what was partitioned");
    check(active.meta_group_size() == 1, "coalesced_group::meta_group_size is the number of groups of what was partitioned");
    check(active.shfl(lane, 3) == 6, "coalesced_group::shfl reads the value of a rank of the group");
    check(active.shfl_up(lane, 1) == (rank == 0 ? 0 : lane - 2), "coalesced_group::shfl_up reads the rank so many below");
    check(active.shfl_down(lane, 1) == (rank == 15 ? 30 : lane + 2), "coalesced_group::shfl_down reads the rank so many above");
    check(active.any(lane == 30) && !active.any(lane == 31), "coalesced_group::any says whether a condition holds for any thread of the group");
    check(active.all(lane % 2 == 0) && !active.all(lane < 30), "coalesced_group::all says whether a condition holds for all threads of the group");
    check(active.ballot(rank < 3) == 7u, "coalesced_group::ballot has a bit for each rank for which a condition holds");
    check(active.match_any(rank / 8) == (rank < 8 ? 0xffu : 0xff00u), "coalesced_group::match_any has a bit for each rank with the same value");
    int same = 7;
    check(active.match_all(5, same) == 0xffffu && same && active.match_all(lane, same) == 0 && !same, "coalesced_group::match_all has a bit for each rank if all have the same value, else none");
    words[lane] = lane;
    active.sync();
    check(words[30 - lane] == 30 - lane, "coalesced_group::sync waits for all threads of the group");
  }
}

__global__ void copies(const int *from) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ __align__(16) int first[THREADS], second[THREADS];
  unsigned other = THREADS - 1 - block.thread_rank();
  cg::memcpy_async(block, first, from, sizeof first);
  cg::memcpy_async(block, second, from, sizeof second);
  cg::wait_prior<1>(block);
  check(first[other] == from[other], "wait_prior waits for all copies of the group but the last ones");
  cg::wait(block);
  check(second[other] == from[other], "wait waits for all copies of the group");
}

__global__ void grids(int *words) {
  cg::grid_group grid = cg::this_grid();
  unsigned long long rank = blockIdx.x * 32ull + threadIdx.x;
  check(grid.is_valid(), "grid_group::is_valid says whether the grid can wait for itself");
  check(grid.thread_rank() == rank, "grid_group::thread_rank is the number of the thread in the grid");
  check(grid.num_threads() == 96, "grid_group::num_threads is the number of threads of the grid");
  check(grid.size() == 96, "grid_group::size is another name of num_threads");
  check(grid.block_rank() == blockIdx.x, "grid_group::block_rank is the number of the block in the grid");
  check(grid.num_blocks() == 3, "grid_group::num_blocks is the number of blocks of the grid");
  check(grid.block_index().x == blockIdx.x, "grid_group::block_index is the block's index in the grid");
  check(grid.dim_blocks().x == 3 && grid.dim_blocks().y == 1, "grid_group::dim_blocks is the grid's extent in blocks");
  check(grid.thread_index().x == rank && grid.thread_index().y == 0, "grid_group::thread_index is the thread's index in the grid");
  check(grid.dim_threads().x == 96 && grid.dim_threads().y == 1, "grid_group::dim_threads is the grid's extent in threads");
  check(grid.group_dim().x == 3, "grid_group::group_dim is another name of dim_blocks");
  words[rank] = (int)rank;
  grid.sync();
  check(words[95 - rank] == (int)(95 - rank), "grid_group::sync waits for all threads of the grid");
  grid.sync();
  words[rank] = -(int)rank;
  auto token = grid.barrier_arrive();
  check(grid.thread_rank() == rank, "grid_group::barrier_arrive says that the thread has come, and lets it go on until it waits");
  grid.barrier_wait(static_cast<cg::grid_group::arrival_token &&>(token));
  check(words[95 - rank] == -(int)(95 - rank), "grid_group::barrier_wait waits for all threads of the grid to arrive");
}

int main() {
  int values[THREADS], *data;
  for (unsigned i = 0; i < THREADS; i++) values[i] = 3 * (int)i;
  cudaMalloc(&data, sizeof values);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  blocks<<<1, dim3(24, 4)>>>();
  any_group<<<1, dim3(24, 4)>>>();
  tiles<<<1, dim3(24, 4)>>>();
  coalesced<<<1, 32>>>();
  any_value<<<1, 32>>>();
  copies<<<1, dim3(24, 4)>>>(data);
  void *arguments[] = {&data};
  check(cudaLaunchCooperativeKernel(grids, 3, 32, arguments) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess, "Groups of a cooperative launch may wait for the whole grid");
  cudaFree(data);
}
