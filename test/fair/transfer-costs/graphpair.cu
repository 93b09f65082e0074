// graph of two steps, launched steps/2 times; explicit graph building
#include <cuda_runtime.h>
__global__ void one(const float* now, float* next, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  int c = i % columns; float v = now[i];
  if (c && c + 1 < columns) v = fmaf(0.25f, now[i - 1] - 2 * v + now[i + 1], v);
  next[i] = v;
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns; float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, start, n * 4, cudaMemcpyHostToDevice);
  cudaGraph_t g; cudaGraphCreate(&g, 0);
  cudaKernelNodeParams p = {};
  void* args1[] = {&a, &b, &rows, &columns}; void* args2[] = {&b, &a, &rows, &columns};
  p.func = (void*)one; p.gridDim = dim3((n + 127) / 128); p.blockDim = dim3(128); p.kernelParams = args1;
  cudaGraphNode_t n1, n2;
  cudaGraphAddKernelNode(&n1, g, nullptr, 0, &p);
  p.kernelParams = args2;
  cudaGraphAddKernelNode(&n2, g, &n1, 1, &p);
  cudaGraphExec_t e; cudaGraphInstantiate(&e, g, 0);
  for (int s = 0; s + 1 < steps; s += 2) cudaGraphLaunch(e, 0);
  if (steps & 1) one<<<(n + 127) / 128, 128>>>(a, b, rows, columns);
  cudaMemcpy(out, (steps & 1) ? b : a, n * 4, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaFree(a); cudaFree(b);
}
