// thread_rank() and num_threads() of the grid, in a range for a for loop.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
class strided_range {
 public:
  struct it { unsigned long long v, step, end;
    __device__ unsigned long long operator*() const { return v; }
    __device__ it& operator++() { v += step; return *this; }
    __device__ bool operator!=(const it&) const { return v < end; } };
  __device__ strided_range(unsigned long long f, unsigned long long s, unsigned long long e) : f_(f), s_(s), e_(e) {}
  __device__ it begin() const { return {f_, s_, e_}; }
  __device__ it end() const { return {e_, s_, e_}; }
 private: unsigned long long f_, s_, e_;
};
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  auto grid = cg::this_grid();
  for (auto i : strided_range(grid.thread_rank(), grid.size(), n)) out[i] = a * x[i] + y[i];
}
