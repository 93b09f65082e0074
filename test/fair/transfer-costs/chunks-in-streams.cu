// Rods in three chunks, each in its stream, in pitched memory.
#include <cuda_runtime.h>
#include <vector>
__global__ void one(const char* now, char* next, size_t pitch, int r0, int r1, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = r0 + blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= columns || r >= r1) return;
  const float* p = (const float*)(now + r * pitch);
  float* q = (float*)(next + r * pitch);
  q[c] = (c == 0 || c == columns - 1) ? p[c] : fmaf(0.25f, p[c - 1] - 2 * p[c] + p[c + 1], p[c]);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  const int parts = rows >= 2 ? 2 : 1;
  size_t pitch, line = columns * sizeof(float);
  char *now, *next;
  cudaMallocPitch((void**)&now, &pitch, line, rows);
  cudaMallocPitch((void**)&next, &pitch, line, rows);
  bool pinned = cudaHostRegister(out, line * rows, cudaHostRegisterDefault) == cudaSuccess;
  std::vector<cudaStream_t> st(parts);
  for (int p = 0; p < parts; ++p) {
    cudaStreamCreate(&st[p]);
    int r0 = rows * p / parts, r1 = rows * (p + 1) / parts;
    cudaMemcpy2DAsync(now + r0 * pitch, pitch, start + r0 * columns, line, line, r1 - r0, cudaMemcpyHostToDevice, st[p]);
    char *a = now, *b = next;
    for (int s = 0; s < steps; ++s) {
      one<<<dim3((columns + 63) / 64, (r1 - r0 + 3) / 4), dim3(64, 4), 0, st[p]>>>(a, b, pitch, r0, r1, columns);
      std::swap(a, b);
    }
    cudaMemcpy2DAsync(out + r0 * columns, line, a + r0 * pitch, pitch, line, r1 - r0, cudaMemcpyDeviceToHost, st[p]);
  }
  for (auto s : st) { cudaStreamSynchronize(s); cudaStreamDestroy(s); }
  if (pinned) cudaHostUnregister(out); else cudaGetLastError();
  cudaFree(now); cudaFree(next);
}
