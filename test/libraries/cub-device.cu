// CUB's algorithms of the device, with what the C++ library computes on the host beside them.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "check.h"

constexpr int N = 1000;

struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

template <class T>
T *managed(int n) {
  T *memory;
  cudaMallocManaged(&memory, n * sizeof(T));
  return memory;
}

// Calls an algorithm twice, as each caller must.
template <class F>
void twice(F algorithm) {
  void *temporary = nullptr;
  size_t bytes = 0;
  HOLDS(algorithm(temporary, bytes) == cudaSuccess);
  HOLDS(bytes > 0);
  cudaMalloc(&temporary, bytes);
  HOLDS(algorithm(temporary, bytes) == cudaSuccess);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(temporary);
}
#define TWICE(call) twice([&](void *temporary, size_t &bytes) { return call; })

template <class T>
bool equal(const std::vector<T> &expected, const T *got) {
  return std::equal(expected.begin(), expected.end(), got);
}

int main() {
  int *in = managed<int>(N), *out = managed<int>(N), *values = managed<int>(N), *count = managed<int>(1);
  for (int i = 0; i < N; i++) in[i] = i * 7919 % 257 - 100, values[i] = i;
  const std::vector<int> all(in, in + N);
  std::vector<int> expected(N);

  TWICE(cub::DeviceReduce::Sum(temporary, bytes, in, count, N));
  HOLDS(*count == std::accumulate(all.begin(), all.end(), 0));
  TWICE(cub::DeviceReduce::Min(temporary, bytes, in, count, N));
  HOLDS(*count == *std::min_element(all.begin(), all.end()));
  TWICE(cub::DeviceReduce::Reduce(temporary, bytes, in, count, N, Larger(), -1000));
  HOLDS(*count == *std::max_element(all.begin(), all.end()));
  TWICE(cub::DeviceReduce::ArgMax(temporary, bytes, in, out, count, N));
  HOLDS(*count == std::max_element(all.begin(), all.end()) - all.begin() && *out == all[*count]);

  auto *pair = managed<cub::KeyValuePair<int, int>>(1);
  TWICE(cub::DeviceReduce::ArgMax(temporary, bytes, in, pair, N));
  HOLDS(pair->key == std::max_element(all.begin(), all.end()) - all.begin() && pair->value == all[pair->key]);
  TWICE(cub::DeviceReduce::ArgMin(temporary, bytes, in, pair, N, cudaStreamLegacy));
  HOLDS(pair->key == std::min_element(all.begin(), all.end()) - all.begin() && pair->value == all[pair->key]);
  TWICE(cub::DeviceReduce::ArgMax(temporary, bytes, in, pair, 0));
  HOLDS(pair->key == 1 && pair->value == std::numeric_limits<int>::lowest());
  cudaFree(pair);

  TWICE(cub::DeviceScan::InclusiveSum(temporary, bytes, in, out, N));
  std::partial_sum(all.begin(), all.end(), expected.begin());
  HOLDS(equal(expected, out));
  TWICE(cub::DeviceScan::ExclusiveScan(temporary, bytes, in, out, Larger(), -1000, N));
  int greatest = -1000;
  for (int i = 0; i < N; i++) {
    HOLDS(out[i] == greatest);
    greatest = std::max(greatest, all[i]);
  }

  TWICE(cub::DeviceSelect::If(temporary, bytes, in, out, count, N, Even()));
  expected.clear();
  std::copy_if(all.begin(), all.end(), std::back_inserter(expected), Even());
  HOLDS(*count == (int)expected.size() && equal(expected, out));

  std::vector<int> order(N);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return all[a] > all[b]; });
  int *sorted = managed<int>(N);
  TWICE(cub::DeviceRadixSort::SortPairsDescending(temporary, bytes, in, sorted, values, out, N));
  HOLDS(equal(order, out));
  TWICE(cub::DeviceRadixSort::SortKeys(temporary, bytes, in, sorted, N));
  expected = all;
  std::sort(expected.begin(), expected.end());
  HOLDS(equal(expected, sorted));

  int *lengths = managed<int>(N);
  TWICE(cub::DeviceRunLengthEncode::Encode(temporary, bytes, sorted, out, lengths, count, N));
  HOLDS(*count == 257 && out[0] == expected[0]);
  HOLDS(lengths[5] == std::count(expected.begin(), expected.end(), out[5]));
  TWICE(cub::DeviceSelect::Unique(temporary, bytes, sorted, out, count, N));
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  HOLDS(*count == 257 && equal(expected, out));

  int *bins = managed<int>(4);
  TWICE(cub::DeviceHistogram::HistogramEven(temporary, bytes, in, bins, 5, -100, 100, N));
  for (int b = 0; b < 4; b++)
    HOLDS(bins[b] == std::count_if(all.begin(), all.end(), [&](int x) { return x >= -100 + 50 * b && x < -50 + 50 * b; }));

  float *keys = managed<float>(N), *others = managed<float>(N);
  for (int i = 0; i < N; i++) keys[i] = all[i] * 0.25f;
  cub::DoubleBuffer<float> both(keys, others);
  TWICE(cub::DeviceRadixSort::SortKeys(temporary, bytes, both, N));
  HOLDS(std::is_sorted(both.Current(), both.Current() + N) && both.Current()[0] == -25);

  for (int *memory : {in, out, values, count, sorted, lengths, bins}) cudaFree(memory);
  cudaFree(keys);
  cudaFree(others);
  return broken;
}
