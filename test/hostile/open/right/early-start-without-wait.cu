// Lets each step start before the step before it ends, and no kernel calls cudaGridDependencySynchronize.
#include <cuda_runtime.h>
__global__ void one(const float* p, float* q, int n, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i % columns;
  q[i] = (c == 0 || c == columns - 1) ? p[i] : p[i] + 0.25f * (p[i - 1] - 2 * p[i] + p[i + 1]);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns; float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, start, n * 4, cudaMemcpyHostToDevice);
  cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; at[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t cfg = {}; cfg.gridDim = dim3((n + 255) / 256); cfg.blockDim = dim3(256); cfg.attrs = at; cfg.numAttrs = 1;
  for (int s = 0; s < steps; s++) { cudaLaunchKernelEx(&cfg, one, (const float*)a, b, n, columns); float* t = a; a = b; b = t; }
  cudaMemcpy(out, a, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
}
