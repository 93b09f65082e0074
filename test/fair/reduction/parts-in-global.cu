// One kernel writes parts to global memory, another one adds them up.
#include <cuda_runtime.h>
#include <vector>
#include <cfloat>
enum { TPB = 64, CHUNK = 512 };
__global__ void stage(const float *in_sum, const float *in_max, float *out_sum, float *out_max, int columns, int parts)
{
  __shared__ float s[TPB]; __shared__ float m[TPB];
  const int row = blockIdx.y, part = blockIdx.x, t = threadIdx.x;
  float a = 0, b = -FLT_MAX;
  const int end = min(columns, (part + 1) * CHUNK);
  for (int c = part * CHUNK + t; c < end; c += TPB) {
    float v = in_sum[row * columns + c];
    float w = in_sum == in_max ? v : in_max[row * columns + c];
    a += v; b = fmaxf(b, w);
  }
  s[t] = a; m[t] = b;
  for (int d = TPB / 2; d >= 1; d /= 2) {
    __syncthreads();
    if (t < d) { s[t] += s[t + d]; m[t] = fmaxf(m[t], m[t + d]); }
  }
  if (t == 0) { out_sum[row * parts + part] = s[0]; out_max[row * parts + part] = m[0]; }
}
void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns)
{
  int parts = (columns + CHUNK - 1) / CHUNK;
  float *ps = nullptr, *pm = nullptr;
  cudaMalloc(&ps, sizeof(float) * rows * parts);
  cudaMalloc(&pm, sizeof(float) * rows * parts);
  stage<<<dim3(parts, rows), TPB>>>(x, x, ps, pm, columns, parts);
  stage<<<dim3(1, rows), TPB>>>(ps, pm, sums, maxima, parts, 1);
  cudaFree(ps); cudaFree(pm);
}
