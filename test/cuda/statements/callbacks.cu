struct Seen {
  int calls, value, code;
  const int *data;
};

__global__ void fill(int *out, int value) { out[threadIdx.x] = value; }

static void CUDART_CB look(void *data) {
  Seen *seen = (Seen *)data;
  seen->calls++;
  seen->value = seen->data[0];
}
static void CUDART_CB after(cudaStream_t stream, cudaError_t status, void *data) {
  Seen *seen = (Seen *)data;
  seen->calls++;
  seen->code = status;
}

int main() {
  int *device, *pinned;
  cudaMalloc(&device, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  Seen seen = {0, 0, -1, pinned};
  fill<<<1, 32, 0, stream>>>(device, 11);
  cudaMemcpyAsync(pinned, device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  check(cudaLaunchHostFunc(stream, look, &seen) == cudaSuccess, "cudaLaunchHostFunc queues a function of the host");
  cudaStreamSynchronize(stream);
  check(seen.calls == 1 && seen.value == 11, "A host function runs after what came before it in its stream");
  fill<<<1, 32, 0, stream>>>(device, 12);
  cudaMemcpyAsync(pinned, device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, look, &seen);
  cudaLaunchHostFunc(stream, look, &seen);
  cudaStreamSynchronize(stream);
  check(seen.calls == 3 && seen.value == 12, "Host functions run once each, in order");
  seen = {0, 0, -1, pinned};
  check(cudaStreamAddCallback(stream, after, &seen, 0) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess &&
            seen.calls == 1 && seen.code == cudaSuccess,
        "cudaStreamAddCallback gives the function the status of its stream");
  check(cudaLaunchHostFunc(0, nullptr, nullptr) == cudaErrorInvalidValue, "A host function must be one");
  cudaGetLastError();
  cudaStreamDestroy(stream);
  cudaFreeHost(pinned);
  cudaFree(device);
}
