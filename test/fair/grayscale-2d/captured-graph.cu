// A graph of one kernel, launched once.
__global__ void convert(const unsigned char* x, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < width && r < height) {
    int i = r * width + c, plane = height * width;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane];
  }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphCreate(&graph, 0);
  void* arguments[] = {&x, &out, &height, &width};
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)convert;
  parameters.gridDim = dim3((width + 15) / 16, (height + 15) / 16);
  parameters.blockDim = dim3(16, 16);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
