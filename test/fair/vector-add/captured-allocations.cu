// Captures cudaMallocAsync and two streams that fork and join.
#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <sstream>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
   if (code != cudaSuccess) {
      std::cerr << "GPUassert: " << cudaGetErrorString(code) << ' ' << file << ' ' << line << std::endl;
      if (abort) exit(code);
   }
}

__global__ __launch_bounds__(256, 4) void sum4(const float4 *a, const float4 *b, float4 *c, const float *at, const float *bt, float *ct, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  int n4 = n / 4;
  if (i < n4) {
    float4 x = __ldg(a + i), y = __ldg(&b[i]);
    c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  } else if (i - n4 < n % 4) {
    int j = 4 * n4 + (i - n4);
    ct[j] = at[j] + bt[j];
  }
}

void vector_add(const float *a, const float *b, float *out, int n) {
  int dev; gpuErrchk(cudaGetDevice(&dev));
  cudaMemPool_t pool; gpuErrchk(cudaDeviceGetDefaultMemPool(&pool, dev));
  uint64_t threshold = UINT64_MAX;
  gpuErrchk(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaStream_t s1, s2; cudaEvent_t fork, join;
  gpuErrchk(cudaStreamCreate(&s1)); gpuErrchk(cudaStreamCreate(&s2));
  gpuErrchk(cudaEventCreate(&fork)); gpuErrchk(cudaEventCreate(&join));
  size_t bytes = n * sizeof(float);
  float *da, *db, *dc;
  gpuErrchk(cudaMallocAsync(&da, bytes, s1));
  gpuErrchk(cudaMallocAsync(&db, bytes, s1));
  gpuErrchk(cudaMallocAsync(&dc, bytes, s1));
  gpuErrchk(cudaStreamSynchronize(s1));
  cudaGraph_t graph; cudaGraphExec_t exec;
  gpuErrchk(cudaStreamBeginCapture(s1, cudaStreamCaptureModeThreadLocal));
  gpuErrchk(cudaEventRecord(fork, s1));
  gpuErrchk(cudaStreamWaitEvent(s2, fork, 0));
  gpuErrchk(cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1));
  gpuErrchk(cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2));
  gpuErrchk(cudaEventRecord(join, s2));
  gpuErrchk(cudaStreamWaitEvent(s1, join, 0));
  int work = n / 4 + n % 4;
  sum4<<<(work + 255) / 256, 256, 0, s1>>>((const float4 *)da, (const float4 *)db, (float4 *)dc, da, db, dc, n);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s1));
  gpuErrchk(cudaStreamEndCapture(s1, &graph));
  gpuErrchk(cudaGraphInstantiate(&exec, graph, 0));
  gpuErrchk(cudaGraphLaunch(exec, s1));
  gpuErrchk(cudaFreeAsync(da, s1)); gpuErrchk(cudaFreeAsync(db, s1)); gpuErrchk(cudaFreeAsync(dc, s1));
  gpuErrchk(cudaStreamSynchronize(s1));
  gpuErrchk(cudaGraphExecDestroy(exec)); gpuErrchk(cudaGraphDestroy(graph));
  gpuErrchk(cudaStreamDestroy(s1)); gpuErrchk(cudaStreamDestroy(s2));
  gpuErrchk(cudaEventDestroy(fork)); gpuErrchk(cudaEventDestroy(join));
}
