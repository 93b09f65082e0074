// CUB's algorithms of blocks and warps, with what the C++ library computes on the host beside them.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "check.h"

constexpr int THREADS = 128, ITEMS = 4, N = THREADS * ITEMS;

// The last elements of the tile are missing; the union is used again after a barrier, as CUB's guide says.
template <class T, cub::BlockScanAlgorithm Algorithm>
__global__ void scan(const T *in, T *out, T *total, int n) {
  using Load = cub::BlockLoad<T, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<T, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<T, THREADS, Algorithm>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } storage;
  T items[ITEMS], sum;
  Load(storage.load).Load(in, items, n, T(0));
  __syncthreads();
  Scan(storage.scan).InclusiveSum(items, items, sum);
  __syncthreads();
  Store(storage.store).Store(out, items, n);
  if (threadIdx.x == 0) *total = sum;
}

template <cub::BlockReduceAlgorithm Algorithm>
__global__ void reduce(const int *in, int *out, int n) {
  using Reduce = cub::BlockReduce<int, THREADS, Algorithm>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x], n);
  __syncthreads();
  int greatest = Reduce(storage).Reduce(in[threadIdx.x], cuda::maximum<>{});
  if (threadIdx.x == 0) out[0] = sum, out[1] = greatest;
}

__global__ void sorts(const int *in, int *ascending, int *descending, int *heads, int *differences) {
  using Radix = cub::BlockRadixSort<int, THREADS, ITEMS>;
  using Merge = cub::BlockMergeSort<int, THREADS, ITEMS>;
  using Heads = cub::BlockDiscontinuity<int, THREADS>;
  using Difference = cub::BlockAdjacentDifference<int, THREADS>;
  __shared__ union {
    typename Radix::TempStorage radix;
    typename Merge::TempStorage merge;
    typename Heads::TempStorage heads;
    typename Difference::TempStorage difference;
  } storage;
  int items[ITEMS], flags[ITEMS];
  cub::LoadDirectStriped<THREADS>(threadIdx.x, in, items);
  Radix(storage.radix).Sort(items);
  cub::StoreDirectBlocked(threadIdx.x, ascending, items);
  __syncthreads();
  Heads(storage.heads).FlagHeads(flags, items, cuda::std::not_equal_to<>{});
  cub::StoreDirectBlocked(threadIdx.x, heads, flags);
  __syncthreads();
  Difference(storage.difference).SubtractLeft(items, flags, cuda::std::minus<>{});
  cub::StoreDirectBlocked(threadIdx.x, differences, flags);
  __syncthreads();
  Merge(storage.merge).Sort(items, [](int a, int b) { return a > b; });
  cub::StoreDirectBlocked(threadIdx.x, descending, items);
}

__global__ void histogram(const unsigned char *in, unsigned *out) {
  using Histogram = cub::BlockHistogram<unsigned char, THREADS, ITEMS, 16>;
  using Exchange = cub::BlockExchange<unsigned char, THREADS, ITEMS>;
  __shared__ union {
    typename Histogram::TempStorage histogram;
    typename Exchange::TempStorage exchange;
  } storage;
  __shared__ unsigned bins[16];
  unsigned char items[ITEMS];
  cub::LoadDirectBlocked(threadIdx.x, in, items);
  Exchange(storage.exchange).BlockedToStriped(items, items);
  __syncthreads();
  Histogram(storage.histogram).Histogram(items, bins);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void warps(const int *in, int *sums, int *prefixes, double *halves) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  using Half = cub::WarpReduce<double, 16>;
  __shared__ typename Reduce::TempStorage reduce[THREADS / 32];
  __shared__ typename Scan::TempStorage scan[THREADS / 32];
  __shared__ typename Half::TempStorage half[THREADS / 16];
  int warp = threadIdx.x / 32, value = in[threadIdx.x], prefix;
  int sum = Reduce(reduce[warp]).Sum(value);
  if (threadIdx.x % 32 == 0) sums[warp] = sum;
  Scan(scan[warp]).ExclusiveSum(value, prefix);
  prefixes[threadIdx.x] = prefix;
  double part = Half(half[threadIdx.x / 16]).Sum(value * 0.5);
  if (threadIdx.x % 16 == 0) halves[threadIdx.x / 16] = part;
}

template <class T>
T *managed(int n) {
  T *memory;
  cudaMallocManaged(&memory, n * sizeof(T));
  return memory;
}

template <class T>
bool equal(const std::vector<T> &expected, const T *got) {
  return std::equal(expected.begin(), expected.end(), got);
}

template <class T, cub::BlockScanAlgorithm Algorithm>
void checkScan(const std::vector<int> &values, int n) {
  T *in = managed<T>(N), *out = managed<T>(N), *total = managed<T>(1);
  std::copy(values.begin(), values.end(), in);
  scan<T, Algorithm><<<1, THREADS>>>(in, out, total, n);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  std::vector<T> expected(n);
  std::partial_sum(in, in + n, expected.begin());
  HOLDS(equal(expected, out));
  HOLDS(*total == expected.back());
  for (T *memory : {in, out, total}) cudaFree(memory);
}

template <cub::BlockReduceAlgorithm Algorithm>
void checkReduce(const std::vector<int> &values, int *in, int *out, int n) {
  reduce<Algorithm><<<1, THREADS>>>(in, out, n);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  HOLDS(out[0] == std::accumulate(values.begin(), values.begin() + n, 0));
  HOLDS(out[1] == *std::max_element(values.begin(), values.begin() + THREADS));
}

int main() {
  std::vector<int> values(N);
  for (int i = 0; i < N; i++) values[i] = i * 7919 % 257 - 100;
  checkScan<int, cub::BLOCK_SCAN_RAKING>(values, N - 13);
  checkScan<long long, cub::BLOCK_SCAN_WARP_SCANS>(values, N);
  checkScan<float, cub::BLOCK_SCAN_RAKING_MEMOIZE>(values, N - 1);

  int *in = managed<int>(N), *a = managed<int>(N), *b = managed<int>(N), *c = managed<int>(N), *d = managed<int>(N);
  std::copy(values.begin(), values.end(), in);
  checkReduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(values, in, a, 100);
  checkReduce<cub::BLOCK_REDUCE_RAKING>(values, in, a, THREADS);
  checkReduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(values, in, a, 77);

  sorts<<<1, THREADS>>>(in, a, b, c, d);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  std::vector<int> sorted = values, differences(N), heads(N);
  std::sort(sorted.begin(), sorted.end());
  std::adjacent_difference(sorted.begin(), sorted.end(), differences.begin());
  for (int i = 0; i < N; i++) heads[i] = i == 0 || sorted[i] != sorted[i - 1];
  HOLDS(equal(sorted, a));
  HOLDS(equal(std::vector<int>(sorted.rbegin(), sorted.rend()), b));
  HOLDS(equal(heads, c));
  HOLDS(equal(differences, d));

  unsigned char *bytes = managed<unsigned char>(N);
  unsigned *bins = managed<unsigned>(16);
  std::vector<unsigned> counts(16);
  for (int i = 0; i < N; i++) counts[bytes[i] = i * i % 16]++;
  histogram<<<1, THREADS>>>(bytes, bins);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  HOLDS(equal(counts, bins));

  double *halves = managed<double>(THREADS / 16);
  warps<<<1, THREADS>>>(in, a, b, halves);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < THREADS; i++) HOLDS(b[i] == std::accumulate(in + i / 32 * 32, in + i, 0));
  for (int i = 0; i < THREADS / 32; i++) HOLDS(a[i] == std::accumulate(in + i * 32, in + i * 32 + 32, 0));
  for (int i = 0; i < THREADS / 16; i++) HOLDS(halves[i] == 0.5 * std::accumulate(in + i * 16, in + i * 16 + 16, 0));

  for (int *memory : {in, a, b, c, d}) cudaFree(memory);
  cudaFree(bytes);
  cudaFree(bins);
  cudaFree(halves);
  return broken;
}
