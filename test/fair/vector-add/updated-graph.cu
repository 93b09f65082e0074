// A graph by hand, launched twice with other parameters of its kernel node.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
static void check(cudaError_t e, const char* f, int l) { if (e) { fprintf(stderr, "%s:%d: %s\n", f, l, cudaGetErrorName(e)); abort(); } }
#define C(x) check((x), __FILE__, __LINE__)

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *d[3];
  for (float*& p : d) C(cudaMalloc(&p, sizeof(float) * n));
  cudaGraph_t g; C(cudaGraphCreate(&g, 0));
  cudaGraphNode_t in[2], kn, res;
  C(cudaGraphAddMemcpyNode1D(&in[0], g, nullptr, 0, d[0], a, sizeof(float) * n, cudaMemcpyHostToDevice));
  C(cudaGraphAddMemcpyNode1D(&in[1], g, nullptr, 0, d[1], b, sizeof(float) * n, cudaMemcpyHostToDevice));
  int wrong = 0;
  void* args0[] = {&d[0], &d[1], &d[2], &wrong};
  cudaKernelNodeParams kp = {};
  kp.func = (void*)add; kp.gridDim = dim3(1); kp.blockDim = dim3(32); kp.kernelParams = args0;
  C(cudaGraphAddKernelNode(&kn, g, in, 2, &kp));
  C(cudaGraphAddMemcpyNode1D(&res, g, &kn, 1, out, d[2], sizeof(float) * n, cudaMemcpyDeviceToHost));
  cudaGraphExec_t ex; C(cudaGraphInstantiate(&ex, g, 0));
  void* args1[] = {&d[0], &d[1], &d[2], &n};
  kp.gridDim = dim3((n + 191) / 192); kp.blockDim = dim3(192); kp.kernelParams = args1;
  C(cudaGraphExecKernelNodeSetParams(ex, kn, &kp));
  cudaStream_t s; C(cudaStreamCreate(&s));
  C(cudaGraphLaunch(ex, s));
  C(cudaStreamSynchronize(s));
  C(cudaGraphExecDestroy(ex)); C(cudaGraphDestroy(g)); C(cudaStreamDestroy(s));
  for (float* p : d) C(cudaFree(p));
}
