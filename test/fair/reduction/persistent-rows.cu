// A few blocks walk over the rows, with sums in double.
#include <cuda_runtime.h>
#include <cassert>
#include <cfloat>
#include <cstdio>
__global__ void persistent(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ double acc[8];
  __shared__ float top[8];
  assert(blockDim.x == 256);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    double s = 0; float m = -FLT_MAX;
    for (long long c = threadIdx.x; c < columns; c += 256) { float v = __ldg(&x[(long long)row * columns + c]); s += v; if (v > m) m = v; }
    for (int o = 16; o >= 1; o /= 2) { s += __shfl_down_sync(~0u, s, o); m = fmaxf(m, __shfl_down_sync(~0u, m, o)); }
    if (lane == 0) { acc[warp] = s; top[warp] = m; }
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < 8; w++) { s += acc[w]; m = fmaxf(m, top[w]); }
      sums[row] = (float)s; maxima[row] = m;
#ifdef DEBUG_PRINT
      printf("row %d: %f %f\n", row, s, m);
#endif
    }
    __syncthreads();
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  int dev, sms; cudaGetDevice(&dev); cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
  persistent<<<rows < sms / 8 ? rows : sms / 8, 256>>>(x, sums, maxima, rows, columns);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
}
