// atomicMin of the bits of negative numbers, which is their maximum.
#include <cuda_runtime.h>
__global__ void init(float* s, unsigned* m, int rows) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < rows) { s[i] = 0.f; m[i] = 0xff800000u; } }
__global__ void part(const float* x, float* sums, unsigned* maxima, int columns) {
  __shared__ float s[4]; __shared__ unsigned m[4];
  const float* row = x + (long long)blockIdx.y * columns;
  float a = 0; unsigned b = 0xff800000u;
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < columns; c += blockDim.x * gridDim.x) { float v = row[c]; a += v; b = min(b, __float_as_uint(v)); }
  for (int d = 16; d; d >>= 1) a += __shfl_down_sync(0xffffffffu, a, d);
  b = __reduce_min_sync(0xffffffffu, b);
  if (threadIdx.x % 32 == 0) { s[threadIdx.x / 32] = a; m[threadIdx.x / 32] = b; }
  __syncthreads();
  if (threadIdx.x == 0) { atomicAdd(sums + blockIdx.y, s[0] + s[1] + s[2] + s[3]); atomicMin(maxima + blockIdx.y, min(min(m[0], m[1]), min(m[2], m[3]))); }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  unsigned* bits = reinterpret_cast<unsigned*>(maxima);
  init<<<(rows + 127) / 128, 128>>>(sums, bits, rows);
  part<<<dim3((columns + 511) / 512, rows), 128>>>(x, sums, bits, columns);
}
