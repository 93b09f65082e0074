// What sorting brings along, as NVIDIA's header does: nothing else of Thrust is included here.
#include <algorithm>
#include <numeric>
#include <vector>

#include <thrust/sort.h>

#include "check.h"

int main() {
  std::vector<int> numbers{3, 1, 4, 1, 5, 9, 2, 6}, sorted(numbers), other(8), expected(8);
  std::sort(sorted.begin(), sorted.end());
  const int *first = numbers.data(), *last = first + numbers.size();
  HOLDS(*thrust::max_element(thrust::host, first, last) == *std::max_element(first, last));
  HOLDS(thrust::transform_reduce(thrust::seq, first, last, thrust::negate<int>(), 0, thrust::plus<int>()) ==
        -std::accumulate(first, last, 0));

  thrust::sort(thrust::host, numbers.begin(), numbers.end());
  HOLDS(numbers == sorted);
  thrust::sequence(other.begin(), other.end());
  std::iota(expected.begin(), expected.end(), 0);
  HOLDS(other == expected);
  thrust::reverse(other.begin(), other.end());
  std::reverse(expected.begin(), expected.end());
  HOLDS(other == expected);
  thrust::tabulate(other.begin(), other.end(), thrust::negate<int>());
  HOLDS(other[7] == -7);

  std::vector<int> both(16), merged(16);
  thrust::merge(first, last, sorted.begin(), sorted.end(), both.begin());
  std::merge(first, last, sorted.begin(), sorted.end(), merged.begin());
  HOLDS(both == merged);
  return broken;
}
