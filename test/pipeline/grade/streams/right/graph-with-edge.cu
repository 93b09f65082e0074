// Two nodes of a graph in the default stream, with an edge between them.
__global__ void add_twice(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = 2.0f * (a[i] + b[i]);
}

__global__ void halve(float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] *= 0.5f;
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  cudaMemset(dc, 0, bytes);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t nodes[2];
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams kernel = {};
  kernel.blockDim = dim3(128);
  kernel.gridDim = dim3((n + 127) / 128);
  void *first[] = {&da, &db, &dc, &n}, *second[] = {&dc, &n};
  kernel.func = (void *)add_twice;
  kernel.kernelParams = first;
  cudaGraphAddKernelNode(&nodes[0], graph, nullptr, 0, &kernel);
  kernel.func = (void *)halve;
  kernel.kernelParams = second;
  cudaGraphAddKernelNode(&nodes[1], graph, nodes, 1, &kernel);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
