#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorName(e_)); exit(EXIT_FAILURE); } } while (0)
__global__ void add(const float* a, const float* b, float* c, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) c[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  const size_t bytes = n * sizeof(float);
  float *d[3];
  cudaStream_t s1, s2; cudaEvent_t fork, join;
  CK(cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking)); CK(cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking));
  CK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming)); CK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  for (auto& p : d) CK(cudaMalloc(&p, bytes));
  cudaGraph_t g; cudaGraphExec_t ge;
  CK(cudaStreamBeginCapture(s1, cudaStreamCaptureModeGlobal));
  CK(cudaEventRecord(fork, s1)); CK(cudaStreamWaitEvent(s2, fork, 0));
  CK(cudaMemcpyAsync(d[0], a, bytes, cudaMemcpyHostToDevice, s1));
  CK(cudaMemcpyAsync(d[1], b, bytes, cudaMemcpyHostToDevice, s2));
  CK(cudaEventRecord(join, s2)); CK(cudaStreamWaitEvent(s1, join, 0));
  add<<<(n + 127) / 128, 128, 0, s1>>>(d[0], d[1], d[2], n);
  CK(cudaMemcpyAsync(out, d[2], bytes, cudaMemcpyDeviceToHost, s1));
  CK(cudaStreamEndCapture(s1, &g));
  CK(cudaGraphInstantiate(&ge, g, 0));
  CK(cudaGraphLaunch(ge, s1));
  CK(cudaStreamSynchronize(s1));
  CK(cudaGraphExecDestroy(ge)); CK(cudaGraphDestroy(g));
  for (auto p : d) CK(cudaFree(p));
  CK(cudaEventDestroy(fork)); CK(cudaEventDestroy(join));
  CK(cudaStreamDestroy(s1)); CK(cudaStreamDestroy(s2));
}
