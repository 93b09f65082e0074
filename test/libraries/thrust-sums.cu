// Sums, searches and running sums of Thrust, on the device, against the C++ library's.
#include <algorithm>
#include <numeric>
#include <vector>

#include <thrust/adjacent_difference.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>

#include "check.h"

using Ints = std::vector<int>;
using Device = thrust::device_vector<int>;

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Even {
  __device__ bool operator()(int x) const { return x % 2 == 0; }
};
static bool even(int x) { return x % 2 == 0; }

static Ints random(int n, int range, unsigned seed = 1) {
  Ints values(n);
  for (int &value : values) value = (seed = seed * 1664525u + 1013904223u) / 65536 % range;
  return values;
}

static void reductions(const Ints &x) {
  const Device d(x);
  HOLDS(thrust::reduce(d.begin(), d.end()) == std::accumulate(x.begin(), x.end(), 0));
  HOLDS(thrust::reduce(thrust::device, d.begin(), d.end(), -5) == std::accumulate(x.begin(), x.end(), -5));
  HOLDS(thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) == *std::max_element(x.begin(), x.end()));
  HOLDS(thrust::transform_reduce(d.begin(), d.end(), Square(), 0LL, thrust::plus<long long>()) ==
        std::inner_product(x.begin(), x.end(), x.begin(), 0LL));
  HOLDS(thrust::inner_product(d.begin(), d.end(), d.begin(), 0) == std::inner_product(x.begin(), x.end(), x.begin(), 0));
  HOLDS(thrust::inner_product(d.begin(), d.end(), d.begin(), 0, thrust::plus<int>(), thrust::equal_to<int>()) == (int)x.size());
  HOLDS(thrust::count(d.begin(), d.end(), 3) == std::count(x.begin(), x.end(), 3));
  HOLDS(thrust::count_if(d.begin(), d.end(), Even()) == std::count_if(x.begin(), x.end(), even));
  HOLDS(thrust::max_element(d.begin(), d.end()) - d.begin() == std::max_element(x.begin(), x.end()) - x.begin());
  HOLDS(thrust::min_element(d.begin(), d.end()) - d.begin() == std::min_element(x.begin(), x.end()) - x.begin());
  const auto both = thrust::minmax_element(d.begin(), d.end());
  HOLDS(*both.first == *std::min_element(x.begin(), x.end()) && *both.second == *std::max_element(x.begin(), x.end()));
  HOLDS(thrust::find(d.begin(), d.end(), 4) - d.begin() == std::find(x.begin(), x.end(), 4) - x.begin());
  HOLDS(thrust::find(d.begin(), d.end(), -4) == d.end());
  HOLDS(thrust::find_if(d.begin(), d.end(), Even()) - d.begin() == std::find_if(x.begin(), x.end(), even) - x.begin());
  HOLDS(!thrust::all_of(d.begin(), d.end(), Even()) && thrust::any_of(d.begin(), d.end(), Even()));
  HOLDS(!thrust::none_of(d.begin(), d.end(), Even()) && thrust::all_of(d.begin(), d.begin(), Even()));
}

static void scans(const Ints &x) {
  const size_t n = x.size();
  const Device d(x);
  Device out(n);
  Ints want(n);
  std::partial_sum(x.begin(), x.end(), want.begin());
  thrust::inclusive_scan(d.begin(), d.end(), out.begin());
  HOLDS(out == want);
  out = d;
  thrust::inclusive_scan(out.begin(), out.end(), out.begin());
  HOLDS(out == want);
  thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 10);
  want.insert(want.begin(), 0);
  want.pop_back();
  for (int &value : want) value += 10;
  HOLDS(out == want);
  thrust::inclusive_scan(thrust::device, d.begin(), d.end(), out.begin(), thrust::maximum<int>());
  std::partial_sum(x.begin(), x.end(), want.begin(), [](int a, int b) { return std::max(a, b); });
  HOLDS(out == want);
  thrust::transform_exclusive_scan(d.begin(), d.end(), out.begin(), Square(), 1, thrust::plus<int>());
  int sum = 1;
  for (size_t i = 0; i < n; i++) want[i] = sum, sum += x[i] * x[i];
  HOLDS(out == want);
  // Keys that stay equal for a stretch of some elements, longer than a thread's.
  Ints keys(n), inclusive(n), exclusive(n);
  for (size_t i = 0; i < n; i++) keys[i] = i / 700 + (i % 700 > 650);
  for (size_t i = 0; i < n; i++) {
    const bool begins = i == 0 || keys[i] != keys[i - 1];
    exclusive[i] = begins ? 2 : exclusive[i - 1] + x[i - 1];
    inclusive[i] = begins ? x[i] : inclusive[i - 1] + x[i];
  }
  const Device k(keys);
  thrust::inclusive_scan_by_key(k.begin(), k.end(), d.begin(), out.begin());
  HOLDS(out == inclusive);
  thrust::exclusive_scan_by_key(k.begin(), k.end(), d.begin(), out.begin(), 2);
  HOLDS(out == exclusive);
  Device outKeys(n);
  const auto ends = thrust::reduce_by_key(k.begin(), k.end(), d.begin(), outKeys.begin(), out.begin());
  Ints sums, kinds;
  for (size_t i = 0; i < n; i++) {
    if (i == 0 || keys[i] != keys[i - 1]) sums.push_back(0), kinds.push_back(keys[i]);
    sums.back() += x[i];
  }
  outKeys.resize(ends.first - outKeys.begin());
  out.resize(ends.second - out.begin());
  HOLDS(outKeys == kinds && out == sums);
  thrust::adjacent_difference(d.begin(), d.end(), (out = d).begin());
  Ints differences(n);
  std::adjacent_difference(x.begin(), x.end(), differences.begin());
  HOLDS(out == differences);
}

int main() {
  for (int n : {300, 5000}) {
    const Ints x = random(n, 50);
    reductions(x);
    scans(x);
  }
  return broken;
}
