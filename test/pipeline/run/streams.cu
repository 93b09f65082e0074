// Work in several streams: `argv[1]` is the case that runs. A line with "// race NAME" begins the later of two calls.
#include <cstdio>
#include <cstring>

const int N = 256, BYTES = N * sizeof(float);
__device__ float variable[N];

__global__ void add(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
__global__ void fill(float *out, int from, int to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= from && i < to) out[i] = 2;
}
__global__ void even(float *out, int odd) { out[2 * threadIdx.x + odd] = 3; }
__global__ void bytes(char *out, int odd) { out[2 * threadIdx.x + odd] = 4; }
__global__ void count(int *sum) { atomicAdd(sum, 1); }
__global__ void store(float value) { variable[threadIdx.x] = value; }
void CUDART_CB nothing(void *) {}

int main(int, char **argv) {
  const char *which = argv[1];
#define CASE(name) else if (!strcmp(which, #name))
  float *a, *b, *c, *pinned, *other, pageable[N];
  cudaMalloc(&a, BYTES);
  cudaMalloc(&b, BYTES);
  cudaMalloc(&c, BYTES);
  cudaMallocHost(&pinned, BYTES);
  cudaMallocHost(&other, BYTES);
  memset(pinned, 0, BYTES);
  memset(other, 0, BYTES);
  memset(pageable, 0, BYTES);
  cudaMemset(a, 0, BYTES);
  cudaMemset(b, 0, BYTES);
  cudaMemset(c, 0, BYTES);
  cudaStream_t s, t, free_s, free_t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&free_s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&free_t, cudaStreamNonBlocking);
  cudaEvent_t e, f;
  cudaEventCreate(&e);
  cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
  cudaDeviceSynchronize();
  if (false) {}

  CASE(write_write) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    fill<<<1, N, 0, t>>>(a, 0, N);  // race write_write
  }
  CASE(write_read) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    add<<<1, N, 0, t>>>(b, a, N);  // race write_read
  }
  CASE(read_write) {
    add<<<1, N, 0, s>>>(b, a, N);
    fill<<<1, N, 0, t>>>(a, 0, N);  // race read_write
  }
  CASE(one_element) {
    fill<<<1, N, 0, s>>>(a, 0, 129);
    fill<<<1, N, 0, t>>>(a, 128, N);  // race one_element
  }
  CASE(copy_kernel) {
    cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, s);
    add<<<1, N, 0, t>>>(b, a, N);  // race copy_kernel
  }
  CASE(kernel_copy) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, t);  // race kernel_copy
  }
  CASE(pageable_kernel) {
    cudaMemcpyAsync(a, pageable, BYTES, cudaMemcpyHostToDevice, s);
    add<<<1, N, 0, t>>>(b, a, N);  // race pageable_kernel
  }
  CASE(memset_kernel) {
    cudaMemsetAsync(a, 1, BYTES, s);
    fill<<<1, N, 0, t>>>(a, 4, 8);  // race memset_kernel
  }
  CASE(memset_default) {
    cudaMemset(a, 1, BYTES);
    add<<<1, N, 0, free_s>>>(b, a, N);  // race memset_default
  }
  CASE(default_free) {
    fill<<<1, N>>>(a, 0, N);
    add<<<1, N, 0, free_s>>>(b, a, N);  // race default_free
  }
  CASE(free_default) {
    fill<<<1, N, 0, free_s>>>(a, 0, N);
    add<<<1, N>>>(b, a, N);  // race free_default
  }
  CASE(free_copied) {
    fill<<<1, N, 0, free_s>>>(a, 0, N);
    cudaMemcpy(pageable, a, BYTES, cudaMemcpyDeviceToHost);  // race free_copied
  }
  CASE(wrong_event) {
    cudaEventRecord(e, s);
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaStreamWaitEvent(t, e, 0);
    add<<<1, N, 0, t>>>(b, a, N);  // race wrong_event
  }
  CASE(wrong_stream) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaStreamSynchronize(t);
    add<<<1, N, 0, t>>>(b, a, N);  // race wrong_stream
  }
  CASE(overwritten) {
    cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, s);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    add<<<1, N, 0, t>>>(b, a, N);
    cudaMemcpyAsync(a, other, BYTES, cudaMemcpyHostToDevice, s);  // race overwritten
  }
  CASE(two_to_pinned) {
    cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, s);
    cudaMemcpyAsync(pinned, b, BYTES, cudaMemcpyDeviceToHost, t);  // race two_to_pinned
  }
  CASE(variable) {
    store<<<1, N, 0, s>>>(1);
    store<<<1, N, 0, t>>>(2);  // race variable
  }
  CASE(symbol) {
    store<<<1, N, 0, s>>>(1);
    cudaMemcpyToSymbolAsync(variable, pinned, 64, 32, cudaMemcpyHostToDevice, t);  // race symbol
  }
  CASE(per_thread) {
    fill<<<1, N, 0, cudaStreamPerThread>>>(a, 0, N);
    fill<<<1, N, 0, s>>>(a, 0, N);  // race per_thread
  }
  CASE(device_copy) {
    cudaMemcpyAsync(b, a, BYTES, cudaMemcpyDeviceToDevice, s);
    fill<<<1, N, 0, t>>>(a, 0, 1);  // race device_copy
  }
  CASE(pool) {
    float *p;
    cudaMallocAsync(&p, BYTES, s);
    fill<<<1, N, 0, t>>>(p, 0, N);  // race pool
    cudaStreamSynchronize(t);
    cudaFreeAsync(p, s);
  }
  CASE(pool_free) {
    float *p;
    cudaMallocAsync(&p, BYTES, s);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    fill<<<1, N, 0, t>>>(p, 0, N);
    cudaFreeAsync(p, s);  // race pool_free
  }
  CASE(pitched) {
    cudaMemset2DAsync(a, 64, 1, 32, 4, s);
    cudaMemset2DAsync(a, 64, 2, 36, 4, t);  // race pitched
  }
  CASE(graph) {
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t one, two;
    cudaMemsetParams set = {};
    set.dst = a, set.elementSize = 4, set.width = N, set.height = 1, set.value = 1;
    cudaGraphAddMemsetNode(&one, g, nullptr, 0, &set);
    set.value = 2;
    cudaGraphAddMemsetNode(&two, g, nullptr, 0, &set);  // race graph
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
  }
  CASE(graph_beside) {
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s);
    add<<<1, N, 0, t>>>(b, a, N);  // race graph_beside
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
  }

  // Honest.
  CASE(one_stream) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    add<<<1, N, 0, s>>>(b, a, N);
    cudaMemcpyAsync(pinned, b, BYTES, cudaMemcpyDeviceToHost, s);
  }
  CASE(halves) {
    fill<<<1, N, 0, s>>>(a, 0, N / 2);
    fill<<<1, N, 0, t>>>(a, N / 2, N);
  }
  CASE(interleaved) {
    even<<<1, N / 2, 0, s>>>(a, 0);
    even<<<1, N / 2, 0, t>>>(a, 1);
  }
  CASE(bytes_apart) {
    bytes<<<1, N, 0, s>>>((char *)a, 0);
    bytes<<<1, N, 0, t>>>((char *)a, 1);
  }
  CASE(chunks) {
    for (int i = 0; i < 4; i++) {
      cudaStream_t own = i % 2 ? s : t;
      int at = i * N / 4;
      cudaMemcpyAsync(a + at, pinned + at, BYTES / 4, cudaMemcpyHostToDevice, own);
      add<<<1, N / 4, 0, own>>>(b + at, a + at, N / 4);
      cudaMemcpyAsync(other + at, b + at, BYTES / 4, cudaMemcpyDeviceToHost, own);
    }
  }
  CASE(only_reads) {
    add<<<1, N, 0, s>>>(b, a, N);
    add<<<1, N, 0, t>>>(c, a, N);
    cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, free_s);
  }
  CASE(event) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    add<<<1, N, 0, t>>>(b, a, N);
  }
  CASE(two_events) {
    fill<<<1, N, 0, free_s>>>(a, 0, N);
    cudaEventRecord(e, free_s);
    cudaStreamWaitEvent(t, e, 0);
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(free_t, f, 0);
    add<<<1, N, 0, free_t>>>(b, a, N);
  }
  CASE(back_pressure) {
    for (int i = 0; i < 3; i++) {
      cudaStreamWaitEvent(s, f, 0);
      cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, s);
      cudaEventRecord(e, s);
      cudaStreamWaitEvent(t, e, 0);
      add<<<1, N, 0, t>>>(b, a, N);
      cudaEventRecord(f, t);
    }
  }
  CASE(stream_waits) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaStreamSynchronize(s);
    add<<<1, N, 0, t>>>(b, a, N);
  }
  CASE(event_waits) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaEventRecord(e, s);
    cudaEventSynchronize(e);
    add<<<1, N, 0, free_t>>>(b, a, N);
  }
  CASE(device_waits) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaDeviceSynchronize();
    add<<<1, N, 0, free_t>>>(b, a, N);
  }
  CASE(polled) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    while (cudaStreamQuery(s) == cudaErrorNotReady) {}
    add<<<1, N, 0, free_t>>>(b, a, N);
  }
  CASE(through_default) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    add<<<1, N>>>(b, a, N);
    add<<<1, N, 0, t>>>(c, b, N);
  }
  CASE(per_thread_default) {
    fill<<<1, N, 0, cudaStreamPerThread>>>(a, 0, N);
    add<<<1, N>>>(b, a, N);
    add<<<1, N, 0, cudaStreamPerThread>>>(c, b, N);
  }
  CASE(blocking_copy) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaMemcpy(pageable, a, BYTES, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, pageable, BYTES, cudaMemcpyHostToDevice);
    add<<<1, N, 0, free_s>>>(c, b, N);
  }
  CASE(pageable_back) {
    fill<<<1, N, 0, free_s>>>(a, 0, N);
    cudaMemcpyAsync(pageable, a, BYTES, cudaMemcpyDeviceToHost, free_s);
    fill<<<1, N, 0, free_t>>>(a, 0, N);
  }
  CASE(freed) {
    float *p;
    cudaMalloc(&p, BYTES);
    fill<<<1, N, 0, free_s>>>(a, 0, N);
    cudaFree(p);
    fill<<<1, N, 0, free_t>>>(a, 0, N);
  }
  CASE(atomics) {
    count<<<4, 64, 0, s>>>((int *)a);
    count<<<4, 64, 0, t>>>((int *)a);
  }
  CASE(pool_one) {
    float *p;
    cudaMallocAsync(&p, BYTES, s);
    fill<<<1, N, 0, s>>>(p, 0, N);
    cudaFreeAsync(p, s);
    float *q;
    cudaMallocAsync(&q, BYTES, t);
    fill<<<1, N, 0, t>>>(q, 0, N);
    cudaFreeAsync(q, t);
  }
  CASE(host_function) {
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaLaunchHostFunc(s, nothing, nullptr);
    add<<<1, N, 0, s>>>(b, a, N);
  }
  CASE(captured) {
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<1, N, 0, s>>>(a, 0, N);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    add<<<1, N, 0, t>>>(b, a, N);
    add<<<1, N, 0, s>>>(c, a, N);
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(s, f, 0);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x, g, 0);
    for (int i = 0; i < 3; i++) cudaGraphLaunch(x, s);
    add<<<1, N, 0, s>>>(c, b, N);
    cudaStreamSynchronize(s);
    add<<<1, N, 0, free_t>>>(a, b, N);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
  }
  CASE(pitched_apart) {
    cudaMemset2DAsync(a, 64, 1, 32, 4, s);
    cudaMemset2DAsync((char *)a + 32, 64, 2, 32, 4, t);
  }
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a), cudaFree(b), cudaFree(c);
  cudaFreeHost(pinned), cudaFreeHost(other);
}
