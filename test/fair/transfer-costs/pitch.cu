#include <cuda_runtime.h>
#include <utility>
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
#include <stdio.h>
#include <stdlib.h>
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess) 
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}
__global__ void step(const char* now, size_t pn, char* next, size_t px, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= columns || r >= rows) return;
  const float* row = (const float*)(now + r * pn); float* o = (float*)(next + r * px);
  float mid = row[c];
  if (c != 0 && c != columns - 1) mid += 0.25f * (row[c - 1] - 2 * mid + row[c + 1]);
  o[c] = mid;
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  char *now, *next; size_t pn, px, w = columns * sizeof(float);
  gpuErrchk(cudaMallocPitch((void**)&now, &pn, w, rows));
  gpuErrchk(cudaMallocPitch((void**)&next, &px, w, rows));
  gpuErrchk(cudaMemcpy2D(now, pn, start, w, w, rows, cudaMemcpyHostToDevice));
  dim3 b(32, 8), g((columns + 31) / 32, (rows + 7) / 8);
  for (int s = 0; s < steps; s++) {
    step<<<g, b>>>(now, pn, next, px, rows, columns);
    gpuErrchk(cudaPeekAtLastError());
    std::swap(now, next); std::swap(pn, px);
  }
  gpuErrchk(cudaDeviceSynchronize());
  gpuErrchk(cudaMemcpy2D(out, w, now, pn, w, rows, cudaMemcpyDeviceToHost));
  gpuErrchk(cudaFree(now)); gpuErrchk(cudaFree(next));
}
