#include <string.h>

__global__ void fill(int *out, int value) { out[threadIdx.x] = value; }
__global__ void twice(int *out, const int *in) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

static cudaMemAllocNodeParams allocation(size_t bytes) {
  cudaMemAllocNodeParams parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  parameters.bytesize = bytes;
  return parameters;
}
static unsigned long long attribute(cudaGraphMemAttributeType which) {
  unsigned long long value = ~0ull;
  cudaDeviceGetGraphMemAttribute(0, which, &value);
  return value;
}

int main() {
  int *pinned, value = 21;
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first, second, filled, doubled, copied, freed, again, n;

  cudaMemAllocNodeParams in = allocation(128), out = allocation(128), third = allocation(128);
  check(cudaGraphAddMemAllocNode(&first, graph, 0, 0, &in) == cudaSuccess && in.dptr != 0,
        "cudaGraphAddMemAllocNode gives the address before the graph runs");
  cudaGraphAddMemAllocNode(&second, graph, &first, 1, &out);
  check(in.dptr != out.dptr, "Allocations that live at one time have addresses of their own");
  void *args[] = {&in.dptr, &value};
  cudaKernelNodeParams kernel = {(void *)fill, dim3(1), dim3(32), 0, args, 0};
  cudaGraphAddKernelNode(&filled, graph, &second, 1, &kernel);
  void *both[] = {&out.dptr, &in.dptr};
  cudaKernelNodeParams kernel2 = {(void *)twice, dim3(1), dim3(32), 0, both, 0};
  cudaGraphAddKernelNode(&doubled, graph, &filled, 1, &kernel2);
  check(cudaGraphAddMemFreeNode(&freed, graph, &doubled, 1, in.dptr) == cudaSuccess &&
            cudaGraphAddMemFreeNode(&n, graph, &doubled, 1, in.dptr) == cudaErrorInvalidValue,
        "cudaGraphAddMemFreeNode frees an allocation once");
  cudaGraphAddMemAllocNode(&again, graph, &freed, 1, &third);
  check(third.dptr == in.dptr, "An allocation after a free may have the same address");
  cudaGraphAddMemFreeNode(&n, graph, &again, 1, third.dptr);
  cudaGraphAddMemcpyNode1D(&copied, graph, &doubled, 1, pinned, out.dptr, 128, cudaMemcpyDeviceToHost);
  cudaMemAllocNodeParams now;
  check(cudaGraphMemAllocNodeGetParams(first, &now) == cudaSuccess && now.bytesize == 128 && now.dptr == in.dptr,
        "cudaGraphMemAllocNodeGetParams gives an allocation's size and address");
  void *address = 0;
  check(cudaGraphMemFreeNodeGetParams(freed, &address) == cudaSuccess && address == in.dptr,
        "cudaGraphMemFreeNodeGetParams gives the address that is freed");
  cudaGraph_t clone;
  check(cudaGraphClone(&clone, graph) != cudaSuccess, "A graph with memory cannot be cloned");
  cudaGraph_t parent;
  cudaGraphCreate(&parent, 0);
  check(cudaGraphAddChildGraphNode(&n, parent, 0, 0, graph) != cudaSuccess, "A graph with memory cannot become a child");
  cudaGraphDestroy(parent);
  check(cudaGraphRemoveDependencies(graph, &filled, &doubled, 0, 1) != cudaSuccess &&
            cudaGraphDestroyNode(copied) != cudaSuccess,
        "A graph with memory loses no node and no edge");

  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  check(attribute(cudaGraphMemAttrUsedMemCurrent) == 0, "Memory of a graph is not used before its launch");
  check(cudaGraphLaunch(executable, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && pinned[31] == 42,
        "Kernels of a graph use its allocations");
  check(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &address) == cudaSuccess &&
            attribute(cudaGraphMemAttrUsedMemCurrent) > 0,
        "cudaDeviceGetGraphMemAttribute tells how much memory graphs use");
  check(cudaGraphLaunch(executable, stream) == cudaErrorInvalidValue, "A graph whose memory was not freed cannot be launched again");
  twice<<<1, 32, 0, stream>>>((int *)out.dptr, (int *)out.dptr);
  cudaMemcpyAsync(pinned, out.dptr, 128, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  check(pinned[0] == 84, "Memory that a graph leaves can be used outside");
  check(cudaFree(out.dptr) == cudaSuccess, "cudaFree frees what a graph has left");
  check(cudaGraphLaunch(executable, stream) == cudaSuccess && cudaFreeAsync(out.dptr, stream) == cudaSuccess &&
            cudaStreamSynchronize(stream) == cudaSuccess,
        "cudaFreeAsync frees what a graph has left");
  unsigned long long none = 0;
  check(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &none) == cudaSuccess &&
            cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &none) == cudaErrorInvalidValue,
        "cudaDeviceSetGraphMemAttribute sets the highest values back");
  check(cudaDeviceGraphMemTrim(0) == cudaSuccess && attribute(cudaGraphMemAttrReservedMemCurrent) == 0,
        "cudaDeviceGraphMemTrim gives back what graphs have reserved and do not use");
  cudaGraphExecDestroy(executable);
  cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphLaunch(executable, stream);
  check(cudaGraphLaunch(executable, stream) == cudaSuccess, "A launch can free what the last one has left");
  cudaFreeAsync(out.dptr, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);

  int *captured;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync((void **)&captured, 128, stream);
  fill<<<1, 32, 0, stream>>>(captured, 5);
  cudaMemcpyAsync(pinned, captured, 128, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(captured, stream);
  cudaStreamEndCapture(stream, &graph);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, 0, &nodes);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(nodes == 4 && pinned[7] == 5, "Allocations in the order of a stream can be captured");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFreeHost(pinned);
  cudaGetLastError();
}
