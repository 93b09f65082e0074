__global__ void spin(int *out, int turns) {
  int x = threadIdx.x;
  for (int i = 0; i < turns; i++) x = x * 1664525 + 1013904223;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

int main() {
  int *out;
  cudaMalloc(&out, 1 << 16);
  cudaEvent_t start, stop, untimed;
  check(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess, "cudaEventCreate creates an event");
  check(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess,
        "cudaEventCreateWithFlags creates an event that takes no time");
  check(cudaEventQuery(start) == cudaSuccess, "An event that was not recorded is complete");
  float elapsed = -1;
  check(cudaEventElapsedTime(&elapsed, start, stop) == cudaErrorInvalidResourceHandle,
        "No time is between events that were not recorded");
  cudaGetLastError();
  check(cudaEventRecord(start) == cudaSuccess, "cudaEventRecord records an event in the default stream");
  spin<<<16, 256>>>(out, 1000);
  check(cudaEventRecord(stop, 0) == cudaSuccess, "cudaEventRecord takes a stream");
  check(cudaEventSynchronize(stop) == cudaSuccess, "cudaEventSynchronize waits for what was before the event");
  check(cudaEventQuery(stop) == cudaSuccess, "cudaEventQuery succeeds once the event is complete");
  check(cudaEventElapsedTime(&elapsed, start, stop) == cudaSuccess && elapsed > 0,
        "cudaEventElapsedTime tells the milliseconds between two events");
  float again = -1;
  cudaEventElapsedTime(&again, start, stop);
  check(again == elapsed, "The time between two events stays the same");
  cudaEventRecordWithFlags(stop, 0, cudaEventRecordDefault);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&again, start, stop);
  check(again >= elapsed, "An event can be recorded again, and then is a later one");
  cudaEventRecord(untimed);
  cudaEventSynchronize(untimed);
  check(cudaEventElapsedTime(&elapsed, start, untimed) == cudaErrorInvalidResourceHandle,
        "No time is between events without timing");
  cudaGetLastError();
  check(cudaEventDestroy(start) == cudaSuccess && cudaEventDestroy(stop) == cudaSuccess && cudaEventDestroy(untimed) == cudaSuccess,
        "cudaEventDestroy destroys an event");
  cudaFree(out);
}
