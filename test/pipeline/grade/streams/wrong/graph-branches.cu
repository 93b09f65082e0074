// The captured branches join only at the end, so the second kernel does not wait for the first one.

__global__ void halve(float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] *= 0.5f;
}

__global__ void add_twice(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = 2.0f * (a[i] + b[i]);
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaEvent_t begun, ended;
  cudaEventCreate(&begun);
  cudaEventCreate(&ended);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s1, cudaStreamCaptureModeGlobal);
  cudaEventRecord(begun, s1);
  cudaStreamWaitEvent(s2, begun, 0);
  add_twice<<<blocks, 128, 0, s1>>>(da, db, dc, n);
  halve<<<blocks, 128, 0, s2>>>(dc, n);
  cudaEventRecord(ended, s2);
  cudaStreamWaitEvent(s1, ended, 0);
  cudaStreamEndCapture(s1, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s1);
  cudaStreamSynchronize(s1);
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaEventDestroy(begun);
  cudaEventDestroy(ended);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
