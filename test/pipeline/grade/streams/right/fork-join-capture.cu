// A captured graph with two branches that copy, joined by an event before the kernel.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaEvent_t begun, copied;
  cudaEventCreate(&begun);
  cudaEventCreate(&copied);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s1, cudaStreamCaptureModeGlobal);
  cudaEventRecord(begun, s1);
  cudaStreamWaitEvent(s2, begun, 0);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2);
  cudaEventRecord(copied, s2);
  cudaStreamWaitEvent(s1, copied, 0);
  add<<<blocks, 128, 0, s1>>>(da, db, dc, n);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s1);
  cudaStreamEndCapture(s1, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s1);
  cudaStreamSynchronize(s1);
  cudaEventDestroy(begun);
  cudaEventDestroy(copied);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
