#ifdef __CUDACC__
#error "this is not CUDA"
#endif
#include <numeric>
#include <vector>

#include "k.h"

int sum(const int *x, int n) {
  std::vector<int> values(x, x + n);
  return std::accumulate(values.begin(), values.end(), 0);
}
