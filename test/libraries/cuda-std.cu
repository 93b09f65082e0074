// cuda::std on both sides, with the C++ library's own results beside it.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/atomic>
#include <cuda/cmath>

#include <array>
#include <complex>
#include <limits>
#include <numeric>

#include "check.h"

namespace cs = cuda::std;

struct Results {
  cs::array<int, 4> values;
  cs::tuple<int, float> pair;
  cs::complex<float> product, root;
  cs::optional<int> found;
  int sum, bits, low, cell, alternative, pieces, seconds;
  float least, angle;
};

__host__ __device__ Results compute(int seed) {
  Results r{};
  for (int i = 0; i < 4; i++) r.values[i] = seed + i * i;
  cs::span<int> all(r.values.data(), 4);
  r.sum = cs::accumulate(all.begin(), all.end(), 0);
  r.pair = cs::make_tuple(cs::get<2>(r.values), seed * 0.5f);
  cs::complex<float> z(3, seed);
  r.product = z * cs::conj(z);
  r.root = cs::sqrt(cs::complex<float>(-4, 0));
  for (int v : all)
    if (v > seed + 1) r.found = r.found.value_or(v);
  r.bits = cs::popcount(0xf0f0u) + cs::countl_zero(1u) + cs::bit_width(1000u) + (int)cs::bit_ceil(33u);
  r.low = cs::numeric_limits<int>::lowest();
  r.least = cs::numeric_limits<float>::min();
  cs::mdspan<int, cs::extents<int, 2, 2>> matrix(r.values.data());
  r.cell = matrix(1, 0);
  cs::variant<int, float> either = 2.5f;
  r.alternative = (int)either.index() + cs::holds_alternative<float>(either);
  r.pieces = cuda::ceil_div(1000, 256);
  r.seconds = (int)cs::chrono::duration_cast<cs::chrono::seconds>(cs::chrono::milliseconds(seed * 1000)).count();
  r.angle = cs::fmod((float)seed, 3.0f);
  return r;
}

__global__ void onDevice(Results *out, int seed) { *out = compute(seed); }

__global__ void count(int *counter) {
  cuda::atomic_ref<int, cuda::thread_scope_device> all(*counter);
  all.fetch_add(1, cuda::memory_order_relaxed);
}

void check(const Results &r) {
  std::array<int, 4> values{7, 8, 11, 16};
  HOLDS(std::equal(values.begin(), values.end(), r.values.begin()));
  HOLDS(r.sum == std::accumulate(values.begin(), values.end(), 0));
  HOLDS(cs::get<0>(r.pair) == 11 && cs::get<1>(r.pair) == 3.5f);
  std::complex<float> z(3, 7), product = z * std::conj(z), root = std::sqrt(std::complex<float>(-4, 0));
  HOLDS(r.product.real() == product.real() && r.product.imag() == product.imag());
  // A GPU computes the angle with fewer digits.
  HOLDS(std::abs(std::complex<float>(r.root.real(), r.root.imag()) - root) < 1e-6f);
  HOLDS(r.found.has_value() && *r.found == 11);
  HOLDS(r.bits == 8 + 31 + 10 + 64);
  HOLDS(r.low == std::numeric_limits<int>::lowest() && r.least == std::numeric_limits<float>::min());
  HOLDS(r.cell == 11 && r.alternative == 2 && r.pieces == 4 && r.seconds == 7 && r.angle == 1);
}

int main() {
  check(compute(7));
  Results *results;
  int *counter;
  cudaMallocManaged(&results, sizeof(Results));
  cudaMallocManaged(&counter, sizeof(int));
  *counter = 0;
  onDevice<<<1, 1>>>(results, 7);
  count<<<2, 64>>>(counter);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  check(*results);
  HOLDS(*counter == 128);
  cudaFree(results);
  cudaFree(counter);
  return broken;
}
