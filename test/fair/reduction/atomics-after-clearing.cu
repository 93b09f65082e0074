// A kernel initializes the outputs; blocks reduce parts of a row in shared memory and add them with atomics.
#include <cfloat>
constexpr int THREADS = 128, PART = 512;
__global__ void init(float* sums, float* maxima, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) {
    sums[i] = 0;
    maxima[i] = -FLT_MAX;
  }
}
__device__ void atomic_max(float* at, float value) {
  int* bits = reinterpret_cast<int*>(at);
  int old = *bits;
  while (__int_as_float(old) < value) {
    int seen = atomicCAS(bits, old, __float_as_int(value));
    if (seen == old) return;
    old = seen;
  }
}
__global__ void parts(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float s[THREADS], t[THREADS];
  int row = blockIdx.y, end = min(columns, int(blockIdx.x + 1) * PART);
  float sum = 0, top = -FLT_MAX;
  for (int c = blockIdx.x * PART + threadIdx.x; c < end; c += THREADS) {
    float v = x[row * columns + c];
    sum += v;
    top = fmaxf(top, v);
  }
  s[threadIdx.x] = sum;
  t[threadIdx.x] = top;
  __syncthreads();
  for (int d = THREADS / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) {
      s[threadIdx.x] += s[threadIdx.x + d];
      t[threadIdx.x] = fmaxf(t[threadIdx.x], t[threadIdx.x + d]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(&sums[row], s[0]);
    atomic_max(&maxima[row], t[0]);
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  init<<<(rows + 127) / 128, 128>>>(sums, maxima, rows);
  parts<<<dim3((columns + PART - 1) / PART, rows), THREADS>>>(x, sums, maxima, columns);
}
