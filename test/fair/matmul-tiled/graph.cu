// The launch is captured in a graph, which runs once.
#define T 16
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[T][T], b[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int s = 0; s < k; s += T) {
    a[threadIdx.y][threadIdx.x] = row < h && s + threadIdx.x < k ? m[row * k + s + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < k && col < w ? n[(s + threadIdx.y) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T), 0, stream>>>(m, n, out, h, w, k);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
