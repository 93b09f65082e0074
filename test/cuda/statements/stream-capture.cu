#include <string.h>

__global__ void add(int *out, int value) { out[threadIdx.x] += value; }

__device__ int symbol[32];
static int calls;
static void CUDART_CB count(void *) { calls++; }
static void CUDART_CB callback(cudaStream_t, cudaError_t, void *) { calls++; }

static cudaStreamCaptureStatus status_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(stream, &status);
  return status;
}

// What a call answers while a stream is captured, and what the end of the capture answers.
struct Refusal {
  cudaError_t call, end;
};
static cudaError_t end(cudaStream_t stream) {
  cudaGraph_t graph = 0;
  cudaError_t code = cudaStreamEndCapture(stream, &graph);
  if (!code) cudaGraphDestroy(graph);
  return code;
}
static bool invalidates(Refusal refusal, cudaError_t code) {
  cudaGetLastError();
  return refusal.call == code && refusal.end == cudaErrorStreamCaptureInvalidated;
}
template <class T> static Refusal during(cudaStream_t stream, cudaStreamCaptureMode mode, T call) {
  cudaStreamBeginCapture(stream, mode);
  cudaError_t code = call();
  return {code, end(stream)};
}

int main() {
  int *data, *copied, *pinned;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&copied, 32 * sizeof(int));
  cudaMemset(copied, 1, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaStream_t stream, other, free;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  const cudaStreamCaptureMode global = cudaStreamCaptureModeGlobal, relaxed = cudaStreamCaptureModeRelaxed;
  void *pointer;
  cudaGraph_t graph = 0;
  cudaGraphExec_t executable;

  check(cudaStreamBeginCapture(stream, global) == cudaSuccess, "cudaStreamBeginCapture begins to capture a stream");
  check(status_of(stream) == cudaStreamCaptureStatusActive && status_of(other) == cudaStreamCaptureStatusNone,
        "cudaStreamIsCapturing tells whether a stream is captured");
  cudaMemsetAsync(data, 0, 32 * sizeof(int), stream);
  add<<<1, 32, 0, stream>>>(data, 1);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  check(status_of(other) == cudaStreamCaptureStatusActive, "A stream that waits for a captured event is captured too");
  cudaMemcpyToSymbolAsync(symbol, copied, 128, 0, cudaMemcpyDeviceToDevice, other);
  add<<<1, 32, 0, stream>>>(data, 2);
  cudaLaunchHostFunc(stream, count, 0);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  unsigned long long id = 0;
  cudaStreamCaptureStatus status;
  cudaGraph_t growing = 0;
  const cudaGraphNode_t *dependencies = 0;
  size_t depends = 0, nodes = 0, edges = 0;
  check(cudaStreamGetCaptureInfo(stream, &status, &id, &growing, &dependencies, 0, &depends) == cudaSuccess &&
            status == cudaStreamCaptureStatusActive && id != 0 && growing != 0 && depends == 2,
        "cudaStreamGetCaptureInfo gives the graph, and what comes next depends on");
  cudaMemcpyFromSymbolAsync(pinned, symbol, 128, 0, cudaMemcpyDeviceToHost, stream);
  check(cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph != 0, "cudaStreamEndCapture gives the graph");
  cudaGraphGetNodes(graph, 0, &nodes);
  cudaGraphGetEdges(graph, 0, 0, 0, &edges);
  check(nodes == 6 && edges == 6, "A fork and a join become edges");
  cudaMemcpy(pinned, data, 128, cudaMemcpyDeviceToHost);
  check(pinned[0] == 0 && calls == 0, "What is captured is not done");
  cudaGraphInstantiate(&executable, graph, NULL, NULL, 0);
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  check(pinned[31] >= 1 && calls == 2, "A captured graph does it at each launch");
  cudaMemcpy(pinned, data, 128, cudaMemcpyDeviceToHost);
  check(pinned[31] == 3, "Captured work keeps the order of its stream");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);

  cudaGraph_t mine;
  cudaGraphNode_t first, second;
  cudaGraphCreate(&mine, 0);
  cudaGraphAddEmptyNode(&first, mine, 0, 0);
  check(cudaStreamBeginCaptureToGraph(stream, mine, &first, 0, 1, global) == cudaSuccess,
        "cudaStreamBeginCaptureToGraph captures into a graph that is there");
  add<<<1, 32, 0, stream>>>(data, 1);
  cudaGraphAddEmptyNode(&second, mine, &first, 1);
  check(cudaStreamUpdateCaptureDependencies(stream, &second, 0, 1, cudaStreamAddCaptureDependencies) == cudaSuccess,
        "cudaStreamUpdateCaptureDependencies adds to what comes next depends on");
  add<<<1, 32, 0, stream>>>(data, 1);
  check(cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph == mine, "A graph that was captured into is the same one");
  cudaGraphGetEdges(mine, 0, 0, 0, &edges);
  check(edges == 4, "Dependencies that were added become edges");
  cudaGraphDestroy(mine);

  check(cudaStreamBeginCapture(0, global) == cudaErrorStreamCaptureUnsupported, "The legacy stream cannot be captured");
  check(end(stream) == cudaErrorIllegalState, "Only a capture that has begun can end");
  check(during(stream, global, [&] { return cudaStreamBeginCapture(stream, global); }).call == cudaErrorIllegalState,
        "A stream is captured once at a time");
  auto launch_in = [&](cudaStream_t where) {
    add<<<1, 32, 0, where>>>(data, 1);
    return cudaGetLastError();
  };
  check(invalidates(during(stream, relaxed, [&] { return launch_in(0); }), cudaErrorStreamCaptureImplicit),
        "Work in the legacy stream would wait for a captured stream, and ends the capture");
  check(during(free, global, [&] { return launch_in(0); }).end == cudaSuccess,
        "The legacy stream does not wait for a stream that does not block");
  check(invalidates(during(stream, global, [&] { return cudaMemcpy(pinned, data, 4, cudaMemcpyDeviceToHost); }),
                    cudaErrorStreamCaptureImplicit),
        "A copy that waits is work in the legacy stream");
  check(invalidates(during(stream, relaxed, [&] { return cudaStreamSynchronize(stream); }), cudaErrorStreamCaptureUnsupported),
        "A stream that is captured cannot be waited for");
  check(invalidates(during(free, relaxed, [&] { return cudaDeviceSynchronize(); }), cudaErrorStreamCaptureUnsupported),
        "The device cannot be waited for while a stream is captured");
  check(invalidates(during(stream, global, [&] { return cudaMalloc(&pointer, 16); }), cudaErrorStreamCaptureUnsupported),
        "Calls that may wait are refused while a stream is captured");
  check(during(stream, relaxed, [&] { return cudaMalloc(&pointer, 16); }).end == cudaSuccess, "Relaxed captures allow calls that may wait");
  cudaFree(pointer);
  cudaStreamCaptureMode mode = relaxed;
  check(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess && mode == global,
        "cudaThreadExchangeStreamCaptureMode gives the mode that was there before");
  check(during(stream, global, [&] { return cudaMalloc(&pointer, 16); }).end == cudaSuccess,
        "A thread in relaxed mode may make calls that may wait");
  cudaFree(pointer);
  cudaThreadExchangeStreamCaptureMode(&mode);
  check(invalidates(during(stream, global, [&] { return cudaStreamAddCallback(stream, callback, 0, 0); }),
                    cudaErrorStreamCaptureUnsupported),
        "A callback cannot be captured");
  check(invalidates(during(stream, global,
                           [&] {
                             cudaEventRecord(fork, stream);
                             return cudaEventQuery(fork);
                           }),
                    cudaErrorCapturedEvent),
        "An event of a capture cannot be asked");
  check(cudaEventQuery(fork) == cudaErrorInvalidValue, "An event of a capture that has ended stands for nothing");
  cudaEventRecord(fork, other);
  check(invalidates(during(stream, global, [&] { return cudaStreamWaitEvent(stream, fork, 0); }), cudaErrorStreamCaptureIsolation),
        "A captured stream cannot wait for what is not captured");

  cudaStreamBeginCapture(stream, global);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  launch_in(other);
  check(end(stream) == cudaErrorStreamCaptureUnjoined && status_of(other) == cudaStreamCaptureStatusNone,
        "Work of a stream that is not joined ends the capture in an error");
  cudaStreamBeginCapture(stream, global);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  check(end(other) == cudaErrorStreamCaptureUnmatched && end(stream) == cudaErrorStreamCaptureInvalidated,
        "A capture ends in the stream in which it began");
  cudaStreamBeginCapture(stream, global);
  cudaEventRecord(fork, stream);
  cudaStreamBeginCapture(other, global);
  check(cudaStreamWaitEvent(other, fork, 0) == cudaErrorStreamCaptureMerge && end(other) == cudaErrorStreamCaptureInvalidated &&
            end(stream) == cudaErrorStreamCaptureInvalidated,
        "Two captures cannot become one");
  cudaStreamBeginCapture(stream, global);
  cudaStreamSynchronize(stream);
  check(status_of(stream) == cudaStreamCaptureStatusInvalidated && launch_in(stream) == cudaErrorStreamCaptureInvalidated,
        "Nothing can be added to a capture that was invalidated");
  end(stream);
  check(cudaStreamSynchronize(stream) == cudaSuccess, "A stream works again when its capture has ended");

  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaStreamDestroy(free);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaFreeHost(pinned);
  cudaFree(copied);
  cudaFree(data);
  cudaGetLastError();
}
