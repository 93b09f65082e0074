#include <string.h>

__global__ void add(int *out, int value) { out[threadIdx.x] += value; }
__global__ void twice(int *out) { out[threadIdx.x] *= 2; }

__device__ int symbol[4];

struct Seen {
  int calls, value;
  const int *data;
};
static void CUDART_CB look(void *data) {
  Seen *seen = (Seen *)data;
  seen->calls++;
  seen->value = seen->data[0];
}

int main() {
  int *data, *pinned;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph = 0, other = 0, clone = 0, inner = 0;
  check(cudaGraphCreate(&graph, 0) == cudaSuccess && graph != 0, "cudaGraphCreate creates an empty graph");
  check(cudaGraphCreate(&other, 1) == cudaErrorInvalidValue && cudaGraphCreate(0, 0) == cudaErrorInvalidValue,
        "A graph's flags are 0");
  cudaGraphCreate(&other, 0);

  cudaGraphNode_t zero, five, doubled, copy, host, n;
  cudaMemsetParams memset = {data, 0, 3, sizeof(int), 32, 1};
  check(cudaGraphAddMemsetNode(&zero, graph, 0, 0, &memset) == cudaSuccess, "cudaGraphAddMemsetNode adds a filling");
  memset.elementSize = 3;
  check(cudaGraphAddMemsetNode(&n, graph, 0, 0, &memset) == cudaErrorInvalidValue, "Elements of a filling have 1, 2 or 4 bytes");
  int value = 5;
  void *args[] = {&data, &value};
  cudaKernelNodeParams kernel = {(void *)add, dim3(1), dim3(32), 0, args, 0};
  check(cudaGraphAddKernelNode(&five, graph, &zero, 1, &kernel) == cudaSuccess, "cudaGraphAddKernelNode adds a launch");
  value = 1000;
  kernel.blockDim = dim3(4096);
  check(cudaGraphAddKernelNode(&n, graph, 0, 0, &kernel) == cudaErrorInvalidValue, "A node's launch is checked when it is added");
  void *one[] = {&data};
  cudaKernelNodeParams second = {(void *)twice, dim3(1), dim3(32), 0, one, 0};
  cudaGraphAddKernelNode(&doubled, graph, 0, 0, &second);
  check(cudaGraphAddDependencies(graph, &five, &doubled, 0, 1) == cudaSuccess &&
            cudaGraphAddDependencies(graph, &five, &doubled, 0, 1) == cudaErrorInvalidValue,
        "cudaGraphAddDependencies adds an edge that is not there yet");
  check(cudaGraphAddMemcpyNode1D(&copy, graph, &doubled, 1, pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess,
        "cudaGraphAddMemcpyNode1D adds a copy of bytes in a row");
  Seen seen = {0, 0, pinned};
  cudaHostNodeParams call = {look, &seen};
  check(cudaGraphAddHostNode(&host, graph, &copy, 1, &call) == cudaSuccess, "cudaGraphAddHostNode adds a call of the host");
  cudaGraphNode_t foreign;
  check(cudaGraphAddEmptyNode(&foreign, other, 0, 0) == cudaSuccess, "cudaGraphAddEmptyNode adds a node that only orders others");
  check(cudaGraphAddEmptyNode(&n, graph, &foreign, 1) == cudaErrorInvalidValue, "Nodes depend on nodes of their own graph");

  size_t count = 0, edges = 0;
  check(cudaGraphGetNodes(graph, 0, &count) == cudaSuccess && count == 5, "cudaGraphGetNodes tells how many nodes there are");
  cudaGraphNode_t nodes[8], from[8], to[8];
  count = 8;
  check(cudaGraphGetNodes(graph, nodes, &count) == cudaSuccess && count == 5 && nodes[7] == 0,
        "Lists of nodes end with zeros where there is more room");
  count = 8;
  check(cudaGraphGetRootNodes(graph, nodes, &count) == cudaSuccess && count == 1 && nodes[0] == zero,
        "cudaGraphGetRootNodes gives nodes that depend on nothing");
  check(cudaGraphGetEdges(graph, 0, 0, 0, &edges) == cudaSuccess && edges == 4, "cudaGraphGetEdges tells how many edges there are");
  edges = 1;
  check(cudaGraphGetEdges(graph, from, to, 0, &edges) == cudaSuccess && edges == 1 && from[0] != to[0],
        "No more edges are given than there is room for");
  count = 8;
  check(cudaGraphNodeGetDependencies(doubled, nodes, 0, &count) == cudaSuccess && count == 1 && nodes[0] == five,
        "cudaGraphNodeGetDependencies gives what a node depends on");
  count = 8;
  check(cudaGraphNodeGetDependentNodes(doubled, nodes, 0, &count) == cudaSuccess && count == 1 && nodes[0] == copy,
        "cudaGraphNodeGetDependentNodes gives what depends on a node");
  enum cudaGraphNodeType type;
  check(cudaGraphNodeGetType(copy, &type) == cudaSuccess && type == cudaGraphNodeTypeMemcpy, "cudaGraphNodeGetType tells a node's type");
  cudaGraphAddDependencies(graph, &doubled, &zero, 0, 1);
  cudaGraphExec_t executable = 0;
  check(cudaGraphInstantiate(&executable, graph, 0) == cudaErrorInvalidValue, "A circle of dependencies cannot be instantiated");
  check(cudaGraphRemoveDependencies(graph, &doubled, &zero, 0, 1) == cudaSuccess &&
            cudaGraphRemoveDependencies(graph, &doubled, &zero, 0, 1) == cudaErrorInvalidValue,
        "cudaGraphRemoveDependencies removes an edge that is there");

  check(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess && executable != 0, "cudaGraphInstantiate makes an executable graph");
  check(cudaGraphLaunch(executable, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && pinned[31] == 16,
        "cudaGraphLaunch runs each node after those that it depends on");
  check(seen.calls == 1 && seen.value == 16, "A host node sees what came before it");
  check(cudaGraphLaunch(0, stream) == cudaErrorInvalidValue, "What is no executable graph cannot be launched");

  cudaKernelNodeParams kernelNow;
  check(cudaGraphKernelNodeGetParams(five, &kernelNow) == cudaSuccess && kernelNow.func == (void *)add &&
            kernelNow.blockDim.x == 32 && *(int *)kernelNow.kernelParams[1] == 5,
        "cudaGraphKernelNodeGetParams gives a launch as it was when the node was added");
  kernel.blockDim = dim3(32);
  check(cudaGraphKernelNodeSetParams(five, &kernel) == cudaSuccess, "cudaGraphKernelNodeSetParams changes a launch");
  cudaMemsetParams fillingNow;
  check(cudaGraphMemsetNodeGetParams(zero, &fillingNow) == cudaSuccess && fillingNow.value == 3 && fillingNow.width == 32,
        "cudaGraphMemsetNodeGetParams gives a filling");
  fillingNow.value = 1;
  check(cudaGraphMemsetNodeSetParams(zero, &fillingNow) == cudaSuccess, "cudaGraphMemsetNodeSetParams changes a filling");
  cudaMemcpy3DParms copyNow;
  check(cudaGraphMemcpyNodeGetParams(copy, &copyNow) == cudaSuccess && copyNow.dstPtr.ptr == pinned &&
            copyNow.srcPtr.ptr == data && copyNow.extent.width == 128 && copyNow.extent.height == 1 &&
            copyNow.kind == cudaMemcpyDeviceToHost,
        "cudaGraphMemcpyNodeGetParams gives a copy");
  check(cudaGraphMemcpyNodeSetParams1D(copy, pinned + 1, data, 4, cudaMemcpyDeviceToHost) == cudaSuccess,
        "cudaGraphMemcpyNodeSetParams1D makes a copy one of bytes in a row");
  check(cudaGraphMemcpyNodeSetParams(copy, &copyNow) == cudaSuccess, "cudaGraphMemcpyNodeSetParams changes a copy");
  cudaHostNodeParams callNow;
  check(cudaGraphHostNodeGetParams(host, &callNow) == cudaSuccess && callNow.fn == look && callNow.userData == &seen,
        "cudaGraphHostNodeGetParams gives the function and its data");
  Seen elsewhere = {0, 0, pinned};
  callNow.userData = &elsewhere;
  check(cudaGraphHostNodeSetParams(host, &callNow) == cudaSuccess, "cudaGraphHostNodeSetParams changes the function and its data");
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(pinned[31] == 16 && seen.calls == 2 && elsewhere.calls == 0, "An executable graph stays as it was when its graph changes");

  check(cudaGraphClone(&clone, graph) == cudaSuccess && clone != graph, "cudaGraphClone copies a graph");
  cudaGraphNode_t twin = 0;
  check(cudaGraphNodeFindInClone(&twin, five, clone) == cudaSuccess && twin != five &&
            cudaGraphNodeFindInClone(&n, foreign, clone) == cudaErrorInvalidValue,
        "cudaGraphNodeFindInClone finds the copy of a node");
  cudaGraphNode_t child;
  check(cudaGraphAddChildGraphNode(&child, other, &foreign, 1, clone) == cudaSuccess, "cudaGraphAddChildGraphNode adds a whole graph");
  check(cudaGraphChildGraphNodeGetGraph(child, &inner) == cudaSuccess && inner != clone, "cudaGraphChildGraphNodeGetGraph gives a node's own copy");
  check(cudaGraphDestroyNode(twin) == cudaSuccess && cudaGraphGetNodes(clone, 0, &count) == cudaSuccess && count == 4,
        "cudaGraphDestroyNode removes a node from its graph");
  cudaGraphExec_t outer;
  check(cudaGraphInstantiateWithFlags(&outer, other, 0) == cudaSuccess, "cudaGraphInstantiateWithFlags makes an executable graph too");
  cudaGraphLaunch(outer, 0);
  cudaDeviceSynchronize();
  check(pinned[0] == 2002 && elsewhere.calls == 1, "A child graph runs as a part of its graph");

  cudaGraph_t copies;
  cudaGraphCreate(&copies, 0);
  int four[4] = {1, 2, 3, 4}, back[4] = {0, 0, 0, 0}, block[4] = {0, 0, 0, 0};
  cudaGraphNode_t set, get, rows;
  check(cudaGraphAddMemcpyNodeToSymbol(&set, copies, 0, 0, symbol, four, 8, 8, cudaMemcpyHostToDevice) == cudaSuccess,
        "cudaGraphAddMemcpyNodeToSymbol adds a copy to a variable");
  check(cudaGraphAddMemcpyNodeFromSymbol(&get, copies, &set, 1, back, symbol, 16, 0, cudaMemcpyDeviceToHost) == cudaSuccess,
        "cudaGraphAddMemcpyNodeFromSymbol adds a copy from a variable");
  void *address;
  cudaGetSymbolAddress(&address, symbol);
  cudaMemcpy3DParms box;
  ::memset(&box, 0, sizeof box);
  box.srcPtr = make_cudaPitchedPtr(address, 8, 2, 2);
  box.dstPtr = make_cudaPitchedPtr(block, 8, 2, 2);
  box.extent = make_cudaExtent(4, 2, 1);
  box.kind = cudaMemcpyDeviceToHost;
  check(cudaGraphAddMemcpyNode(&rows, copies, &get, 1, &box) == cudaSuccess, "cudaGraphAddMemcpyNode adds a copy of up to three dimensions");
  cudaGraphNodeParams any = {cudaGraphNodeTypeHost};
  any.host.fn = look;
  any.host.userData = &seen;
  check(cudaGraphAddNode(&n, copies, &rows, 0, 1, &any) == cudaSuccess && cudaGraphNodeGetType(n, &type) == cudaSuccess &&
            type == cudaGraphNodeTypeHost,
        "cudaGraphAddNode adds a node of any type");
  cudaGraphExec_t copying;
  cudaGraphInstantiateParams how;
  ::memset(&how, 0, sizeof how);
  check(cudaGraphInstantiateWithParams(&copying, copies, &how) == cudaSuccess && how.result_out == cudaGraphInstantiateSuccess,
        "cudaGraphInstantiateWithParams tells of its result");
  four[0] = 7;
  cudaGraphLaunch(copying, stream);
  cudaStreamSynchronize(stream);
  check(back[1] == 0 && back[2] == 7 && back[3] == 2, "A copy from the host takes what is there at the launch");
  check(block[0] == 0 && block[1] == 0 && block[2] == 7 && block[3] == 0, "A node's copy of rows leaves what lies between them");

  cudaEvent_t event, later, got;
  cudaEventCreate(&event);
  cudaEventCreate(&later);
  cudaGraph_t timed;
  cudaGraphCreate(&timed, 0);
  cudaGraphNode_t record, wait;
  check(cudaGraphAddEventRecordNode(&record, timed, 0, 0, event) == cudaSuccess, "cudaGraphAddEventRecordNode adds the record of an event");
  check(cudaGraphAddEventWaitNode(&wait, timed, &record, 1, later) == cudaSuccess, "cudaGraphAddEventWaitNode adds the wait for an event");
  check(cudaGraphEventRecordNodeGetEvent(record, &got) == cudaSuccess && got == event, "cudaGraphEventRecordNodeGetEvent gives the event");
  check(cudaGraphEventWaitNodeGetEvent(wait, &got) == cudaSuccess && got == later, "cudaGraphEventWaitNodeGetEvent gives the event");
  check(cudaGraphEventRecordNodeSetEvent(record, later) == cudaSuccess, "cudaGraphEventRecordNodeSetEvent changes the event");
  check(cudaGraphEventWaitNodeSetEvent(wait, event) == cudaSuccess, "cudaGraphEventWaitNodeSetEvent changes the event");
  cudaGraphExec_t timing;
  cudaGraphInstantiate(&timing, timed, 0);
  cudaEventRecord(event, stream);
  cudaGraphLaunch(timing, stream);
  cudaStreamSynchronize(stream);
  float milliseconds = -1;
  check(cudaEventElapsedTime(&milliseconds, event, later) == cudaSuccess && milliseconds >= 0, "A graph's event is recorded when the graph runs");

  check(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphExecDestroy(0) == cudaErrorInvalidValue,
        "cudaGraphExecDestroy destroys an executable graph");
  check(cudaGraphDestroy(graph) == cudaSuccess && cudaGraphDestroy(0) == cudaErrorInvalidValue, "cudaGraphDestroy destroys a graph");
  cudaGraphExecDestroy(outer);
  cudaGraphExecDestroy(copying);
  cudaGraphExecDestroy(timing);
  cudaGraphDestroy(other);
  cudaGraphDestroy(clone);
  cudaGraphDestroy(copies);
  cudaGraphDestroy(timed);
  cudaEventDestroy(event);
  cudaEventDestroy(later);
  cudaStreamDestroy(stream);
  cudaFreeHost(pinned);
  cudaFree(data);
  cudaGetLastError();
}
