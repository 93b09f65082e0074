#include <cuda_runtime.h>
#include <iostream>
#include <chrono>
#include <iomanip>
using namespace std;
__global__ void vecAdd(const float* A, const float* B, float* C, int N) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= N) return;
  C[i] = A[i] + B[i];
}
template<typename T> static T cdiv(T a, T b) { return (a + b - 1) / b; }
void vector_add(const float* a, const float* b, float* out, int n) {
  cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0);
  cout << "GPU: " << prop.name << ", " << prop.multiProcessorCount << " SMs, " << (prop.totalGlobalMem >> 20) << " MiB" << endl;
  auto t0 = chrono::steady_clock::now();
  cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop);
  float* buf; cudaMalloc(&buf, 3 * (size_t)n * sizeof *buf);
  float *A = buf, *B = buf + n, *C = B + n;
  cudaMemcpy(A, a, sizeof(float) * n, cudaMemcpyHostToDevice);
  cudaMemcpy(B, b, sizeof(float) * n, cudaMemcpyHostToDevice);
  cudaEventRecord(start);
  vecAdd<<<cdiv(n, 192), 192>>>(A, B, C, n);
  cudaEventRecord(stop); cudaEventSynchronize(stop);
  float ms = 0; cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(out, C, sizeof(float) * n, cudaMemcpyDeviceToHost);
  cout << fixed << setprecision(3) << ms << " ms, " << 3.0 * n * 4 / ms / 1e6 << " GB/s, total "
       << chrono::duration<double, milli>(chrono::steady_clock::now() - t0).count() << " ms\n";
  cudaEventDestroy(start); cudaEventDestroy(stop);
  cudaFree(buf);
  cudaDeviceReset();
}
