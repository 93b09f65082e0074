__global__ void fill(int *out, int value) { out[threadIdx.x] = value; }
__global__ void add(int *out, int value) { out[threadIdx.x] += value; }

int main() {
  int *data, *pinned;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaStream_t stream = 0, other = 0, urgent = 0;
  check(cudaStreamCreate(&stream) == cudaSuccess && stream != 0, "cudaStreamCreate creates a stream");
  check(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess && other != stream,
        "cudaStreamCreateWithFlags creates a stream that does not wait for the default stream");
  int least = 1, greatest = 1, priority = 1;
  check(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && least == 0 && greatest <= least,
        "Lower numbers are higher priorities, and 0 is the least");
  check(cudaStreamCreateWithPriority(&urgent, cudaStreamDefault, greatest) == cudaSuccess &&
            cudaStreamGetPriority(urgent, &priority) == cudaSuccess && priority == greatest,
        "cudaStreamCreateWithPriority gives a stream its priority");
  cudaStream_t clamped;
  cudaStreamCreateWithPriority(&clamped, cudaStreamDefault, -1000);
  cudaStreamGetPriority(clamped, &priority);
  check(priority == greatest, "A priority outside the range is taken for the nearest one");
  cudaStreamDestroy(clamped);
  unsigned flags = 9, otherFlags = 9;
  check(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamDefault &&
            cudaStreamGetFlags(other, &otherFlags) == cudaSuccess && otherFlags == cudaStreamNonBlocking,
        "cudaStreamGetFlags tells a stream's flags");
  unsigned long long id = 0, otherId = 0;
  check(cudaStreamGetId(stream, &id) == cudaSuccess && cudaStreamGetId(other, &otherId) == cudaSuccess && id != otherId,
        "cudaStreamGetId gives each stream a number of its own");

  fill<<<1, 32, 0, stream>>>(data, 3);
  add<<<1, 32, 0, stream>>>(data, 4);
  cudaMemcpyAsync(pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  check(cudaStreamSynchronize(stream) == cudaSuccess && pinned[31] == 7, "What is in one stream happens in order");
  check(cudaStreamQuery(stream) == cudaSuccess, "cudaStreamQuery succeeds once a stream's work is done");

  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  fill<<<1, 32, 0, stream>>>(data, 20);
  cudaEventRecord(event, stream);
  check(cudaStreamWaitEvent(other, event, 0) == cudaSuccess, "cudaStreamWaitEvent makes a stream wait for another");
  add<<<1, 32, 0, other>>>(data, 2);
  cudaMemcpyAsync(pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost, other);
  cudaStreamSynchronize(other);
  check(pinned[0] == 22, "Work after cudaStreamWaitEvent sees what came before the event");
  cudaEventDestroy(event);

  fill<<<1, 32, 0, cudaStreamPerThread>>>(data, 30);
  check(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess, "cudaStreamPerThread is the thread's own default stream");
  add<<<1, 32, 0, cudaStreamLegacy>>>(data, 3);
  check(cudaStreamSynchronize(cudaStreamLegacy) == cudaSuccess && cudaStreamSynchronize(0) == cudaSuccess,
        "cudaStreamLegacy is the default stream of all threads");
  cudaMemcpy(pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  check(pinned[5] == 33, "The special streams run kernels");
  check(cudaMemsetAsync(data, 0, 4, stream) == cudaSuccess, "cudaMemsetAsync takes a stream");

  check(cudaStreamDestroy(stream) == cudaSuccess && cudaStreamDestroy(other) == cudaSuccess &&
            cudaStreamDestroy(urgent) == cudaSuccess,
        "cudaStreamDestroy destroys a stream");
  cudaFreeHost(pinned);
  cudaFree(data);
}
