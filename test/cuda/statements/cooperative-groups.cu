#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

constexpr int THREADS = 96;  // three warps, as 24 x 4

// A thread's opinion on each statement: the block agrees where all of them do.
__device__ int agreed[64];
__device__ void say(int statement, bool holds) {
  if (!holds) atomicExch(&agreed[statement], 0);
}

__device__ __forceinline__ int sum_of(cg::thread_group group, int *scratch, int value) {
  int rank = group.thread_rank(), size = group.size();
  for (int half = 64; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < half && rank + half < size) value += scratch[rank + half];
    group.sync();
  }
  return value;
}

struct Wide {
  double a;
  int b, c;
};

__global__ void blocks() {
  cg::thread_block block = cg::this_thread_block();
  unsigned rank = threadIdx.y * blockDim.x + threadIdx.x;
  say(0, block.thread_rank() == rank && block.size() == THREADS && block.num_threads() == THREADS &&
             cg::thread_rank(block) == rank && cg::group_size(block) == THREADS);
  say(1, block.group_index().x == blockIdx.x && block.thread_index().y == threadIdx.y && block.group_dim().x == 24 &&
             block.dim_threads().y == 4);
  __shared__ int order[THREADS];
  order[rank] = (int)rank;
  block.sync();
  say(2, order[THREADS - 1 - rank] == (int)(THREADS - 1 - rank));
  cg::sync(block);
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  order[rank] = 2 * (int)rank;
  __syncthreads();
  say(3, order[(rank + 40) % THREADS] == 2 * (int)((rank + 40) % THREADS));
}

__global__ void tiles() {
  cg::thread_block block = cg::this_thread_block();
  unsigned rank = block.thread_rank();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(block);
  auto four = cg::tiled_partition<4>(eight);
  cg::thread_block_tile<1> one = cg::this_thread();
  say(4, warp.thread_rank() == rank % 32 && warp.size() == 32 && warp.meta_group_rank() == rank / 32 &&
             warp.meta_group_size() == 3 && eight.thread_rank() == rank % 8 && eight.meta_group_size() == 12 &&
             eight.meta_group_rank() == rank / 8);
  say(5, four.meta_group_rank() == rank % 8 / 4 && four.meta_group_size() == 2 && four.num_threads() == 4);
  say(6, one.size() == 1 && one.thread_rank() == 0);
  say(7, warp.shfl(rank, 3) == rank / 32 * 32 + 3 && eight.shfl(rank, 5) == rank / 8 * 8 + 5);
  say(8, eight.shfl_up(rank, 2) == (rank % 8 < 2 ? rank : rank - 2) &&
             eight.shfl_down(rank, 3) == (rank % 8 > 4 ? rank : rank + 3) && eight.shfl_xor(rank, 1) == (rank ^ 1));
  Wide wide = eight.shfl(Wide{rank + 0.5, (int)rank, -(int)rank}, 1);
  unsigned first = rank / 8 * 8 + 1;
  say(9, wide.a == first + 0.5 && wide.b == (int)first && wide.c == -(int)first && warp.shfl(0.25 * rank, 0) == 0.25 * (rank & ~31u));
  say(10, eight.any(rank % 8 == 7) && !eight.any(rank % 8 > 7) && eight.all(rank < THREADS) && !eight.all(rank % 8 < 7));
  say(11, eight.ballot(rank % 2) == 0xaau && warp.ballot(rank % 32 < 4) == 0xfu);
  int every;
  say(12, eight.match_any(rank % 2) == (rank % 2 ? 0xaau : 0x55u) && eight.match_all(rank / 8, every) == 0xffu && every &&
              eight.match_all(rank, every) == 0 && !every);
  __shared__ unsigned words[THREADS];
  words[rank] = rank;
  eight.sync();
  say(13, words[rank / 8 * 8 + (rank + 1) % 8] == rank / 8 * 8 + (rank + 1) % 8);
}

__global__ void dynamic(int size) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ int scratch[THREADS];
  unsigned rank = block.thread_rank();
  cg::thread_group tile = cg::tiled_partition(block, size);
  say(14, tile.size() == (unsigned long long)size && tile.thread_rank() == rank % size);
  int sum = sum_of(tile, scratch + rank / size * size, 1);
  say(15, tile.thread_rank() != 0 || sum == size);
  block.sync();
  say(16, sum_of(block, scratch, rank < 64 ? 1 : 0) == 64 || rank != 0);
}

__global__ void coalesced() {
  unsigned rank = cg::this_thread_block().thread_rank();
  unsigned lane = rank % 32;
  if (lane % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    say(17, active.size() == 11 && active.thread_rank() == lane / 3 && active.meta_group_size() == 1);
    say(18, active.shfl(lane, 4) == 12 && active.shfl_up(lane, 1) == (lane == 0 ? 0 : lane - 3) &&
                active.shfl_down(lane, 1) == (lane == 30 ? 30 : lane + 3));
    say(19, active.ballot(lane % 2 == 0) == 0x555u && active.any(lane == 30) && active.all(lane % 3 == 0) &&
                active.match_any(lane / 15) == (lane < 15 ? 0x1fu : lane < 30 ? 0x3e0u : 0x400u));
    cg::coalesced_group part = cg::tiled_partition(active, 4);
    say(20, part.size() == (lane < 24 ? 4 : 3) && part.thread_rank() == lane / 3 % 4 && part.meta_group_rank() == lane / 12 &&
                part.meta_group_size() == 3);
    int leader = cg::invoke_one_broadcast(active, [&] { return 7; });
    say(21, leader == 7);
    active.sync();
  }
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  cg::coalesced_group same = cg::labeled_partition(warp, (int)(lane % 5));
  say(22, same.size() == (lane % 5 < 2 ? 7 : 6) && same.thread_rank() == lane / 5 && same.meta_group_size() == 5 &&
              same.meta_group_rank() == lane % 5);
  cg::coalesced_group half = cg::binary_partition(warp, lane < 10);
  say(23, half.size() == (lane < 10 ? 10 : 22) && half.meta_group_size() == 2 && half.meta_group_rank() == (lane < 10));
}

// One addition for all threads that want one: the usual use of coalesced groups.
__device__ int counter;
__device__ int increment() {
  cg::coalesced_group active = cg::coalesced_threads();
  int before = 0;
  if (active.thread_rank() == 0) before = atomicAdd(&counter, (int)active.size());
  return active.shfl(before, 0) + (int)active.thread_rank();
}
__global__ void aggregated(int *seen) {
  if (threadIdx.x % 2 == 0) seen[increment()] = 1;
}

__global__ void collectives() {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(warp);
  int rank = (int)block.thread_rank(), lane = rank % 32;
  say(24, cg::reduce(warp, lane, cg::plus<int>()) == 496 && cg::reduce(eight, 1.5f, cg::plus<float>()) == 12.0f);
  say(25, cg::reduce(eight, lane, cg::less<int>()) == lane / 8 * 8 && cg::reduce(eight, lane, cg::greater<int>()) == lane / 8 * 8 + 7);
  say(26, cg::reduce(eight, 1u << lane % 8, cg::bit_or<unsigned>()) == 0xffu && cg::reduce(eight, ~(1u << lane % 8), cg::bit_and<unsigned>()) == ~0xffu &&
              cg::reduce(eight, lane, cg::bit_xor<int>()) == 0);
  say(27, cg::reduce(eight, lane, [](int a, int b) { return a * 2 < b ? b : a + b - b; }) >= 0);
  say(28, cg::inclusive_scan(warp, 1) == lane + 1 && cg::exclusive_scan(warp, 1) == lane && cg::inclusive_scan(eight, lane, cg::greater<int>()) == lane);
  say(29, cg::exclusive_scan(eight, 2, cg::plus<int>()) == lane % 8 * 2);
  if (lane % 2) {
    cg::coalesced_group odd = cg::coalesced_threads();
    say(30, cg::reduce(odd, lane, cg::plus<int>()) == 256 && cg::inclusive_scan(odd, 1) == lane / 2 + 1 && cg::exclusive_scan(odd, 3) == lane / 2 * 3);
  }
}

__global__ void copies(const int *from) {
  auto block = cg::this_thread_block();
  __shared__ __align__(16) int bytes[THREADS], elements[THREADS];
  cg::memcpy_async(block, bytes, from, sizeof(int) * THREADS);
  cg::memcpy_async(block, elements, (size_t)THREADS, from, (size_t)50);
  cg::wait(block);
  int other = THREADS - 1 - (int)block.thread_rank();
  say(31, bytes[other] == from[other] && (other >= 50 || elements[other] == from[other]));
}

__global__ void grids(int blocks) {
  cg::grid_group grid = cg::this_grid();
  unsigned long long rank = blockIdx.x * (unsigned long long)THREADS + threadIdx.y * blockDim.x + threadIdx.x;
  say(32, grid.size() == (unsigned long long)blocks * THREADS && grid.thread_rank() == rank && grid.block_rank() == blockIdx.x &&
              grid.num_blocks() == (unsigned long long)blocks && grid.group_dim().x == (unsigned)blocks && grid.block_index().x == blockIdx.x);
}

int main() {
  int say[64], *seen, *from, host[THREADS];
  for (int &each : say) each = 1;
  cudaMemcpyToSymbol(agreed, say, sizeof say);
  cudaMalloc(&seen, sizeof host);
  cudaMalloc(&from, sizeof host);
  for (int i = 0; i < THREADS; i++) host[i] = 3 * i;
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(seen, 0, sizeof host);
  dim3 block(24, 4);
  blocks<<<2, block>>>();
  tiles<<<1, block>>>();
  dynamic<<<1, block>>>(16);
  coalesced<<<1, block>>>();
  aggregated<<<1, THREADS>>>(seen);
  collectives<<<1, block>>>();
  copies<<<1, block>>>(from);
  grids<<<3, block>>>(3);
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(say, agreed, sizeof say);
  cudaFree(seen);
  cudaFree(from);
  check(error == cudaSuccess, "kernels that use cooperative groups run like any others");
  check(say[0], "this_thread_block() has the block's size and the threads' ranks in it, x first");
  check(say[1], "a thread_block tells its group_index, thread_index and dimensions");
  check(say[2], "thread_block::sync() makes what threads of the block wrote visible to each other");
  check(say[3], "barrier_arrive() and barrier_wait() are a barrier in two steps");
  check(say[4], "tiled_partition<N> divides a block into tiles of N consecutive ranks, and numbers them");
  check(say[5], "a tile can be partitioned again, and its parts are numbered inside it");
  check(say[6], "this_thread() is a group of one");
  check(say[7], "shfl of a tile counts ranks inside the tile");
  check(say[8], "shfl_up, shfl_down and shfl_xor of a tile leave the value where they would leave the tile");
  check(say[9], "a tile shuffles any trivially copyable value of up to 32 bytes");
  check(say[10], "any and all of a tile ask its own threads alone");
  check(say[11], "ballot of a tile has a bit for each rank of the tile");
  check(say[12], "match_any and match_all of a tile have a bit for each rank of the tile");
  check(say[13], "sync of a tile makes what its threads wrote visible inside the tile");
  check(say[14], "tiled_partition(group, n) divides by a size that only the running program knows");
  check(say[15], "a function of a thread_group works with tiles");
  check(say[16], "the same function of a thread_group works with a whole block");
  check(say[17], "coalesced_threads() are the threads of the warp that run together, ranked by lane");
  check(say[18], "shuffles of a coalesced_group count ranks, not lanes");
  check(say[19], "votes and matches of a coalesced_group have a bit for each rank");
  check(say[20], "tiled_partition of a coalesced_group divides by ranks, and the last part may be smaller");
  check(say[21], "invoke_one_broadcast lets one thread call a function and gives all the result");
  check(say[22], "labeled_partition groups threads with equal labels");
  check(say[23], "binary_partition makes a group of those for whom a condition holds and one of the others");
  bool dense = true;
  for (int i = 0; i < THREADS; i++) dense = dense && host[i] == (i < THREADS / 2);
  check(dense, "one atomicAdd of a coalesced group's size gives each of its threads a number of its own");
  check(say[24], "reduce with plus gives every thread of the group the sum");
  check(say[25], "reduce with less is the minimum, with greater the maximum");
  check(say[26], "reduce with bit_or, bit_and and bit_xor combines bits");
  check(say[27], "reduce takes any function of two values");
  check(say[28], "inclusive_scan adds up to and with the own rank, exclusive_scan without it");
  check(say[29], "exclusive_scan takes an operator as well");
  check(say[30], "reduce and the scans work on coalesced groups");
  check(say[31], "memcpy_async copies a number of bytes, or the smaller of two numbers of elements; wait() completes it");
  check(say[32], "this_grid() counts the threads and blocks of the whole grid");
}
