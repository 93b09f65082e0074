__global__ void set(cudaGraphConditionalHandle handle, const unsigned *value) { cudaGraphSetConditional(handle, *value); }
__global__ void put(int *out, int value) { *out = value; }
__global__ void count_down(cudaGraphConditionalHandle handle, int *turns, unsigned *left) {
  ++*turns;
  cudaGraphSetConditional(handle, --*left);
}

static cudaGraphNodeParams launch(void *function, void **args) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
  parameters.kernel.func = function;
  parameters.kernel.gridDim.x = parameters.kernel.gridDim.y = parameters.kernel.gridDim.z = 1;
  parameters.kernel.blockDim.x = parameters.kernel.blockDim.y = parameters.kernel.blockDim.z = 1;
  parameters.kernel.kernelParams = args;
  return parameters;
}
static cudaGraphNodeParams condition(cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  return parameters;
}

static unsigned *value;
static int *out;

// The value decides which of `size` bodies puts its number.
static int chosen(cudaGraphConditionalNodeType type, unsigned size, unsigned wanted) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  cudaGraphNode_t setter, node, body;
  void *args[] = {&handle, &value};
  cudaGraphNodeParams parameters = launch((void *)set, args);
  cudaGraphAddNode(&setter, graph, 0, 0, 0, &parameters);
  cudaGraphNodeParams conditional = condition(handle, type, size);
  cudaGraphAddNode(&node, graph, &setter, 0, 1, &conditional);
  for (int i = 0; i < (int)size; i++) {
    int number = i + 1;
    void *putting[] = {&out, &number};
    parameters = launch((void *)put, putting);
    cudaGraphAddNode(&body, conditional.conditional.phGraph_out[i], 0, 0, 0, &parameters);
  }
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  int result = 0;
  cudaMemcpy(value, &wanted, sizeof wanted, cudaMemcpyHostToDevice);
  cudaMemcpy(out, &result, sizeof result, cudaMemcpyHostToDevice);
  cudaGraphLaunch(executable, 0);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return result;
}

int main() {
  cudaMalloc(&value, sizeof *value);
  cudaMalloc(&out, sizeof *out);
  check(chosen(cudaGraphCondTypeIf, 1, 1) == 1 && chosen(cudaGraphCondTypeIf, 1, 0) == 0,
        "cudaGraphSetConditional decides whether a conditional node runs its body");
  check(chosen(cudaGraphCondTypeIf, 2, 0) == 2 && chosen(cudaGraphCondTypeIf, 2, 5) == 1, "A second body runs where the value is zero");
  check(chosen(cudaGraphCondTypeSwitch, 3, 0) == 1 && chosen(cudaGraphCondTypeSwitch, 3, 2) == 3 &&
            chosen(cudaGraphCondTypeSwitch, 3, 3) == 0,
        "A switch runs the body of that number, or none");

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  check(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) == cudaSuccess,
        "cudaGraphConditionalHandleCreate gives a condition its value at each launch");
  cudaGraphExec_t executable;
  check(cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess, "A condition must be used by a node");
  cudaGraphNodeParams loop = condition(handle, cudaGraphCondTypeWhile, 2);
  cudaGraphNode_t node;
  check(cudaGraphAddNode(&node, graph, 0, 0, 0, &loop) == cudaErrorInvalidValue, "A loop has one body");
  loop.conditional.size = 1;
  cudaGraphAddNode(&node, graph, 0, 0, 0, &loop);
  cudaGraph_t other;
  check(cudaGraphClone(&other, graph) != cudaSuccess, "A graph with a conditional node cannot be cloned");
  cudaGraphCreate(&other, 0);
  check(cudaGraphAddChildGraphNode(&node, other, 0, 0, graph) != cudaSuccess,
        "A graph with a conditional node cannot become a child");
  cudaGraphDestroy(other);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], 0, 0, 0, cudaStreamCaptureModeGlobal);
  count_down<<<1, 1, 0, stream>>>(handle, out, value);
  cudaStreamEndCapture(stream, 0);
  cudaGraphInstantiate(&executable, graph, 0);
  unsigned left = 4;
  int turns = 0;
  cudaMemcpy(value, &left, sizeof left, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof *out);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&turns, out, sizeof turns, cudaMemcpyDeviceToHost);
  check(turns == 4, "A loop runs its body as long as the value is not zero");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(value);
  cudaFree(out);
  cudaGetLastError();
}
