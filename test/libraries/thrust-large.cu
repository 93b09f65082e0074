// A million elements are sorted in a few seconds: in n log n steps, whatever their order.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include "check.h"

int main() {
  const int n = 1000000;
  thrust::host_vector<int> h(n);
  thrust::default_random_engine rng(1337);
  thrust::uniform_int_distribution<int> any;
  long long sum = 0;
  for (int i = 0; i < n; i++) sum += h[i] = any(rng);
  thrust::device_vector<int> d = h;
  thrust::sort(d.begin(), d.end());
  HOLDS(thrust::reduce(d.begin(), d.end(), 0LL) == sum);
  h = d;
  bool sorted = true;
  for (int i = 1; i < n; i++) sorted = sorted && h[i - 1] <= h[i];
  HOLDS(sorted);
  thrust::sort(d.begin(), d.end());
  HOLDS(d[0] == h[0] && d[n - 1] == h[n - 1]);
  return broken;
}
