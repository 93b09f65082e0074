// Each call is checked; events measure the kernel, and the time goes to stderr.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                           \
  do {                                                                                        \
    cudaError_t error_ = (call);                                                              \
    if (error_ != cudaSuccess) {                                                              \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));         \
      exit(EXIT_FAILURE);                                                                     \
    }                                                                                         \
  } while (0)
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
  out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  CHECK(cudaEventRecord(begin));
  product<<<grid, block>>>(m, n, out, h, w, k);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  fprintf(stderr, "%d x %d x %d: %.3f ms\n", h, w, k, ms);
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
}
