// Each algorithm of Thrust against the C++ library's, or against what its documentation states, on the device.
#include <algorithm>
#include <numeric>
#include <vector>

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

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

static void sorts(const Ints &x) {
  Ints want = x;
  std::sort(want.begin(), want.end());
  Device d(x), values(x.size());
  thrust::sort(d.begin(), d.end());
  HOLDS(d == want && thrust::is_sorted(d.begin(), d.end()));
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  std::reverse(want.begin(), want.end());
  HOLDS(d == want && (x.size() < 2 || !thrust::is_sorted(d.begin(), d.end())));
  d = x;
  thrust::sequence(values.begin(), values.end());
  thrust::stable_sort_by_key(d.begin(), d.end(), values.begin());
  Ints order(x.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return x[a] < x[b]; });
  HOLDS(values == order);
  thrust::host_vector<int> h(x);
  thrust::sort(h.begin(), h.end());
  std::reverse(want.begin(), want.end());
  HOLDS(h == want);
  d = x;
  thrust::stable_sort(thrust::cuda::par.on(0), d.begin(), d.end(), [] __device__(int a, int b) { return a / 10 < b / 10; });
  want = x;
  std::stable_sort(want.begin(), want.end(), [](int a, int b) { return a / 10 < b / 10; });
  HOLDS(d == want);
}

static void selections(const Ints &x) {
  Device d(x), out(x.size());
  Ints want;
  std::copy_if(x.begin(), x.end(), std::back_inserter(want), even);
  out.resize(thrust::copy_if(d.begin(), d.end(), out.begin(), Even()) - out.begin());
  HOLDS(out == want);
  d.resize(thrust::remove_if(d.begin(), d.end(), [] __device__(int v) { return v % 2 != 0; }) - d.begin());
  HOLDS(d == want);
  d = x;
  d.erase(thrust::remove(d.begin(), d.end(), 3), d.end());
  want = x;
  want.erase(std::remove(want.begin(), want.end(), 3), want.end());
  HOLDS(d == want);
  want = x;
  d = x;
  const auto middle = thrust::stable_partition(d.begin(), d.end(), Even());
  const auto expected = std::stable_partition(want.begin(), want.end(), even);
  HOLDS(d == want && middle - d.begin() == expected - want.begin());
  want = x;
  std::sort(want.begin(), want.end());
  d = want;
  Device positions(d.size());
  thrust::sequence(positions.begin(), positions.end());
  Device keys = d;
  const auto ends = thrust::unique_by_key(keys.begin(), keys.end(), positions.begin());
  d.erase(thrust::unique(d.begin(), d.end()), d.end());
  Ints sorted = want;
  want.erase(std::unique(want.begin(), want.end()), want.end());
  HOLDS(d == want && ends.first - keys.begin() == (int)want.size());
  HOLDS(want.size() < 2 || positions[1] == std::lower_bound(sorted.begin(), sorted.end(), want[1]) - sorted.begin());
  d = x;
  thrust::replace_if(d.begin(), d.end(), Even(), -1);
  thrust::replace(d.begin(), d.end(), 3, -3);
  want = x;
  for (int &value : want) value = even(value) ? -1 : value == 3 ? -3 : value;
  HOLDS(d == want);
}

static void sets(const Ints &x, const Ints &y) {
  Ints a = x, b = y, want(x.size() + y.size());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const Device da(a), db(b);
  Device out(want.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
  thrust::merge(da.begin(), da.end(), db.begin(), db.end(), out.begin());
  HOLDS(out == want);
#define SET(name)                                                                                                  \
  {                                                                                                                \
    Device result(want.size());                                                                                    \
    Ints expected;                                                                                                 \
    std::name(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));                               \
    result.resize(thrust::name(da.begin(), da.end(), db.begin(), db.end(), result.begin()) - result.begin());      \
    HOLDS(result == expected);                                                                                     \
  }
  SET(set_intersection)
  SET(set_difference)
  SET(set_union)
  SET(set_symmetric_difference)
  HOLDS(thrust::lower_bound(da.begin(), da.end(), 5) - da.begin() == std::lower_bound(a.begin(), a.end(), 5) - a.begin());
  HOLDS(thrust::upper_bound(da.begin(), da.end(), 5) - da.begin() == std::upper_bound(a.begin(), a.end(), 5) - a.begin());
  HOLDS(thrust::binary_search(da.begin(), da.end(), 1000000) == false);
  Device places(b.size());
  thrust::lower_bound(da.begin(), da.end(), db.begin(), db.end(), places.begin());
  for (size_t i = 0; i < b.size(); i += 17) HOLDS(places[i] == std::lower_bound(a.begin(), a.end(), b[i]) - a.begin());
  thrust::device_vector<bool> found(b.size());
  thrust::binary_search(da.begin(), da.end(), db.begin(), db.end(), found.begin());
  for (size_t i = 0; i < b.size(); i += 17) HOLDS(found[i] == std::binary_search(a.begin(), a.end(), b[i]));
}

static void others() {
  Device d(6), map(Ints{5, 0, 3}), out(6);
  thrust::tabulate(d.begin(), d.end(), Square());
  HOLDS(d == (Ints{0, 1, 4, 9, 16, 25}));
  thrust::gather(map.begin(), map.end(), d.begin(), out.begin());
  HOLDS(out[0] == 25 && out[1] == 0 && out[2] == 9);
  thrust::scatter(map.begin(), map.end(), map.begin(), out.begin());
  HOLDS(out[5] == 5 && out[0] == 0 && out[3] == 3);
  thrust::reverse(d.begin(), d.end());
  HOLDS(d == (Ints{25, 16, 9, 4, 1, 0}));
  thrust::swap_ranges(d.begin(), d.begin() + 3, d.begin() + 3);
  HOLDS(d == (Ints{4, 1, 0, 25, 16, 9}));
  HOLDS(thrust::equal(d.begin(), d.end(), Device(d).begin()) && !thrust::equal(d.begin(), d.end(), out.begin()));
  HOLDS(thrust::mismatch(d.begin(), d.end(), Device(Ints{4, 1, 7, 0, 0, 0}).begin()).first - d.begin() == 2);
  int *raw = thrust::raw_pointer_cast(d.data());
  thrust::for_each(thrust::device, raw, raw + 6, [] __device__(int &x) { x += 1; });
  HOLDS(d[0] == 5);
  thrust::transform_if(d.begin(), d.end(), d.begin(), thrust::negate<int>(), Even());
  HOLDS(d == (Ints{5, -2, 1, -26, 17, -10}));
  int next = 0;
  thrust::host_vector<int> h(4);
  thrust::generate(h.begin(), h.end(), [&] { return next++; });
  HOLDS(h[3] == 3 && next == 4);
  HOLDS(thrust::max(3, 4) == 4 && thrust::min(3, 4) == 3);
  thrust::device_vector<float> f(1000, 0.5f);
  HOLDS(thrust::reduce(f.begin(), f.end(), 0.0f) == 500.0f);
  Device none;
  HOLDS(thrust::reduce(none.begin(), none.end(), 3) == 3 && thrust::max_element(none.begin(), none.end()) == none.end());
}

/** Inside of a kernel an algorithm is the calling thread's alone. */
__global__ void each(int *rows, int *sums, int n) {
  int row = threadIdx.x;
  int *mine = rows + row * n;
  thrust::sort(thrust::seq, mine, mine + n);
  sums[row] = thrust::reduce(thrust::seq, mine, mine + n) + thrust::inner_product(thrust::device, mine, mine + n, mine, 0);
}

static void inKernels() {
  Device rows(Ints{3, 1, 2, 9, 8, 7}), sums(2);
  each<<<1, 2>>>(thrust::raw_pointer_cast(rows.data()), thrust::raw_pointer_cast(sums.data()), 3);
  HOLDS(rows == (Ints{1, 2, 3, 7, 8, 9}) && sums == (Ints{6 + 14, 24 + 194}));
}

int main() {
  for (int n : {1, 7, 300, 5000}) {
    const Ints x = random(n, 50);
    if (n >= 300) reductions(x);
    scans(x);
    sorts(x);
    selections(x);
    sets(x, random(n / 2, 60, 2));
  }
  others();
  inKernels();
  return broken;
}
