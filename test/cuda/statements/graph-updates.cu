#include <string.h>

__global__ void add(int *out, int value) { out[threadIdx.x] += value; }

static int calls;
static void CUDART_CB count(void *by) { calls += *(int *)by; }

int main() {
  int *data, *pinned;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  cudaGraphNode_t zero, sum, copy, host, part, inner, empty;
  cudaMemsetParams filling = {data, 0, 0, sizeof(int), 32, 1};
  cudaGraphAddMemsetNode(&zero, graph, 0, 0, &filling);
  int value = 1, by = 1;
  void *args[] = {&data, &value};
  cudaKernelNodeParams kernel = {(void *)add, dim3(1), dim3(32), 0, args, 0};
  cudaGraphAddKernelNode(&sum, graph, &zero, 1, &kernel);
  value = 10;
  cudaGraphAddKernelNode(&inner, child, 0, 0, &kernel);
  cudaGraphAddChildGraphNode(&part, graph, &sum, 1, child);
  cudaGraphAddMemcpyNode1D(&copy, graph, &part, 1, pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaHostNodeParams call = {count, &by};
  cudaGraphAddHostNode(&host, graph, &copy, 1, &call);
  cudaGraphExec_t executable, flagged;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphInstantiate(&flagged, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  unsigned long long none = 9, flags = 0;
  check(cudaGraphExecGetFlags(executable, &none) == cudaSuccess && none == 0 &&
            cudaGraphExecGetFlags(flagged, &flags) == cudaSuccess && flags == cudaGraphInstantiateFlagAutoFreeOnLaunch,
        "cudaGraphExecGetFlags gives the flags of the instantiation");
  check(cudaGraphUpload(executable, stream) == cudaSuccess, "cudaGraphUpload prepares a launch");
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(pinned[3] == 11 && calls == 1, "An executable graph can be launched without changes");

  value = 2;
  check(cudaGraphExecKernelNodeSetParams(executable, sum, &kernel) == cudaSuccess &&
            cudaGraphExecKernelNodeSetParams(executable, copy, &kernel) == cudaErrorInvalidValue,
        "cudaGraphExecKernelNodeSetParams changes a launch of an executable graph");
  filling.value = 100;
  check(cudaGraphExecMemsetNodeSetParams(executable, zero, &filling) == cudaSuccess,
        "cudaGraphExecMemsetNodeSetParams changes a filling of an executable graph");
  int two = 2;
  call.userData = &two;
  check(cudaGraphExecHostNodeSetParams(executable, host, &call) == cudaSuccess,
        "cudaGraphExecHostNodeSetParams changes a call of an executable graph");
  value = 20;
  cudaGraphKernelNodeSetParams(inner, &kernel);
  check(cudaGraphExecChildGraphNodeSetParams(executable, part, child) == cudaSuccess,
        "cudaGraphExecChildGraphNodeSetParams changes a part of an executable graph");
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(pinned[3] == 122 && calls == 3, "Changes of an executable graph are seen at its next launch");
  int *elsewhere;
  cudaMallocHost(&elsewhere, 128);
  check(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, elsewhere, data, 128, cudaMemcpyDeviceToHost) == cudaSuccess &&
            cudaGraphExecMemcpyNodeSetParams1D(executable, copy, data, elsewhere, 128, cudaMemcpyHostToDevice) == cudaErrorInvalidValue,
        "cudaGraphExecMemcpyNodeSetParams1D changes where a copy goes, not its kind");
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(elsewhere[3] == 122, "A copy of an executable graph goes where it was changed to");
  cudaMemcpy3DParms box;
  cudaGraphMemcpyNodeGetParams(copy, &box);
  check(cudaGraphExecMemcpyNodeSetParams(executable, copy, &box) == cudaSuccess,
        "cudaGraphExecMemcpyNodeSetParams changes a copy of an executable graph");

  cudaGraph_t peers;
  cudaGraphNode_t peer;
  size_t one = 1;
  cudaGraphExec_t peersExecutable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyPeerAsync(data + 16, 0, data, 0, 64, stream);
  cudaStreamEndCapture(stream, &peers);
  cudaGraphGetNodes(peers, &peer, &one);
  cudaGraphInstantiate(&peersExecutable, peers, 0);
  check(cudaGraphExecMemcpyNodeSetParams1D(peersExecutable, peer, data + 8, data, 32, cudaMemcpyDeviceToDevice) == cudaSuccess,
        "A captured copy between devices is one from device to device");

  unsigned enabled = 0;
  check(cudaGraphNodeGetEnabled(executable, sum, &enabled) == cudaSuccess && enabled == 1, "cudaGraphNodeGetEnabled tells whether a node runs");
  check(cudaGraphNodeSetEnabled(executable, sum, 0) == cudaSuccess && cudaGraphNodeSetEnabled(executable, host, 0) == cudaErrorInvalidValue,
        "cudaGraphNodeSetEnabled switches launches, copies and fillings off");
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(pinned[3] == 120, "A node that is switched off does nothing");
  cudaGraphNodeSetEnabled(executable, sum, 1);

  cudaGraph_t changed;
  cudaGraphClone(&changed, graph);
  cudaGraphNode_t twin;
  cudaGraphNodeFindInClone(&twin, sum, changed);
  value = 3;
  cudaGraphKernelNodeSetParams(twin, &kernel);
  cudaGraphExecUpdateResultInfo info;
  memset(&info, 0, sizeof info);
  check(cudaGraphExecUpdate(executable, changed, &info) == cudaSuccess && info.result == cudaGraphExecUpdateSuccess,
        "cudaGraphExecUpdate makes an executable graph like another graph of the same form");
  calls = 0;
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(pinned[3] == 13 && calls == 1, "After an update the other graph's parameters count");
  cudaGraphAddEmptyNode(&empty, changed, 0, 0);
  check(cudaGraphExecUpdate(executable, changed, &info) == cudaErrorGraphExecUpdateFailure &&
            info.result == cudaGraphExecUpdateErrorTopologyChanged,
        "A graph of another form updates nothing, and the result says so");

  cudaGraphExecDestroy(executable);
  cudaGraphExecDestroy(flagged);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(child);
  cudaGraphDestroy(changed);
  cudaStreamDestroy(stream);
  cudaFreeHost(pinned);
  cudaFreeHost(elsewhere);
  cudaFree(data);
  cudaGetLastError();
}
