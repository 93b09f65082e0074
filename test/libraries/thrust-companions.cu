// What a vector of Thrust brings along, as NVIDIA's headers do: nothing else is included here.
#include <algorithm>
#include <numeric>
#include <vector>

#include <thrust/device_vector.h>

#include "check.h"

using Ints = std::vector<int>;

static void algorithms(const Ints &numbers) {
  thrust::device_vector<int> d(numbers), e(numbers.size());
  Ints expected(numbers.size());

  std::transform(numbers.begin(), numbers.end(), expected.begin(), [](int x) { return -x; });
  thrust::transform(d.begin(), d.end(), e.begin(), thrust::negate<int>());
  HOLDS(e == expected);
  HOLDS(thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>()) == std::accumulate(numbers.begin(), numbers.end(), 0));

  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  thrust::inclusive_scan(d.begin(), d.end(), e.begin());
  HOLDS(e == expected);
  thrust::exclusive_scan(d.begin(), d.end(), e.begin());
  HOLDS(e[0] == 0 && e.back() == expected[expected.size() - 2]);

  HOLDS(thrust::find(d.begin(), d.end(), 9) - d.begin() == std::find(numbers.begin(), numbers.end(), 9) - numbers.begin());
  HOLDS(thrust::equal(d.begin(), d.end(), d.begin()) && thrust::mismatch(d.begin(), d.end(), d.begin()).first == d.end());
  expected = numbers;
  std::replace(expected.begin(), expected.end(), 9, 1);
  thrust::replace(d.begin(), d.end(), 9, 1);
  HOLDS(d == expected);
  thrust::fill(d.begin(), d.end(), 7);
  thrust::copy(d.begin(), d.end(), e.begin());
  HOLDS(e == Ints(numbers.size(), 7));
  thrust::swap_ranges(d.begin(), d.end(), e.begin());
  HOLDS(thrust::distance(d.begin(), d.end()) == (long)numbers.size());
}

static void iterators(const Ints &numbers) {
  thrust::device_vector<int> d(numbers), e(numbers.size());
  thrust::counting_iterator<int> zero(0);
  thrust::copy(zero, zero + (int)numbers.size(), e.begin());
  HOLDS(e[0] == 0 && e.back() == (int)numbers.size() - 1);
  HOLDS(thrust::reduce(thrust::make_permutation_iterator(d.begin(), e.begin()),
                       thrust::make_permutation_iterator(d.begin(), e.end())) ==
        std::accumulate(numbers.begin(), numbers.end(), 0));
  thrust::transform(d.begin(), d.end(), thrust::make_constant_iterator(2), e.begin(), thrust::multiplies<int>());
  auto zip = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), e.begin()));
  auto product = thrust::make_transform_iterator(zip, thrust::make_zip_function(thrust::multiplies<int>()));
  HOLDS(thrust::reduce(product, product + numbers.size()) ==
        2 * std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0));
  thrust::transform(d.begin(), d.end(), thrust::make_discard_iterator(), thrust::negate<int>());
  HOLDS(*thrust::make_reverse_iterator(d.end()) == numbers.back());
}

int main() {
  const Ints numbers{3, 1, 4, 1, 5, 9, 2, 6};
  algorithms(numbers);
  iterators(numbers);
  return broken;
}
