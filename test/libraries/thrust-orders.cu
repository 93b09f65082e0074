// What sorts, selects and merges, on the device, against the C++ library's.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include "check.h"

using Ints = std::vector<int>;
using Device = thrust::device_vector<int>;

struct Even {
  __device__ bool operator()(int x) const { return x % 2 == 0; }
};
static bool even(int x) { return x % 2 == 0; }

static Ints random(int n, int range, unsigned seed = 1) {
  Ints values(n);
  for (int &value : values) value = (seed = seed * 1664525u + 1013904223u) / 65536 % range;
  return values;
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

int main() {
  for (int n : {1, 7, 5000}) {
    const Ints x = random(n, 50);
    sorts(x);
    selections(x);
    sets(x, random(n / 2, 60, 2));
  }
  return broken;
}
