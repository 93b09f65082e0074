// Every line that ends in the mark must be an error, with our headers and with nvcc; no other line may be one.
#include <algorithm>
#include <limits>
constexpr int square(int x) { return x * x; }
__global__ void kernel(int n) {}
__global__ void device_code(float *f, double *d, int *i, long long *l, const float *c, int n) {
  f[0] = sqrt(n);                                // refused
  f[0] = ceil(n / 2);                            // refused
  f[0] = fmax(0.0, f[1]);                        // refused
  f[0] = fmin(f[1], 255);                        // refused
  f[0] = std::max(f[0], f[1]);                   // refused
  f[0] = std::numeric_limits<float>::max();      // refused
  i[0] = square(n);                              // refused
  atomicAdd(l, 1ll);                             // refused
  atomicAdd(c, 1.0f);                            // refused
  atomicMax(f, 1.0f);                            // refused
  i[0] = __shfl_down(i[0], 1);                   // refused
  threadIdx.x = 3;                               // refused
  i[0] = threadIdx.w;                            // refused
  i[0] = __popc(n, n);                           // refused
  i[0] = min(i[0], f[0]);                        // refused
  float4 v = make_float4(1, 2, 3);               // refused
  __syncthreads(1);                              // refused
  c[0] = 1.0f;                                   // refused
}
__global__ int returns(int n) { return n; }      // refused
int main() {
  kernel(3);                                     // refused
  kernel<<<1, 1>>>(3, 4);                        // refused
  dim3 grid(1, 2, 3, 4);                         // refused
  undeclared = 3;                                // refused
  float4 v = 1.0f;                               // refused
}
