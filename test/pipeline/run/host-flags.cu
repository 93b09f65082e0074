// Kernels that wait in a loop: for host code (the first three), and for a thread that does not end the wait.
#include <cstdio>
#include <cstdlib>

__global__ void waits(volatile int *flag, int *out) {
  while (*flag == 0); // @waits
  out[0] = 42;
}
__global__ void works(volatile int *stop, int *count) {
  while (*stop == 0) atomicAdd(&count[blockIdx.x], 1); // @works
}
// Block 3 waits for host code, and the others wait for block 3.
__global__ void chain(volatile int *host, volatile int *device, int *out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 3) {
      while (*host == 0); // @chain
      __threadfence();
      *device = 1;
    } else {
      while (*device == 0);
      __threadfence();
      out[blockIdx.x] = 1;
    }
  }
}
__global__ void locks(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0); // @locks
  sum[0] += 1;
}
__global__ void sets(volatile int *flag, int *sum) {
  if (threadIdx.x == 0) {
    while (*flag == 0);
    __threadfence();
    sum[0] += 1;
  } else {
    for (int i = 0; i < 100000; i++) sum[0] += i & 1;
    __threadfence();
    *flag = 1;
  }
}

int main(int, char **arguments) {
  int *pinned, *managed, *device, *out;
  cudaHostAlloc(&pinned, sizeof(int), cudaHostAllocMapped);
  cudaMallocManaged(&managed, sizeof(int));
  *pinned = *managed = 0;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(out, 0, 4 * sizeof(int));
  switch (atoi(arguments[1])) {
    case 0: waits<<<1, 1>>>(pinned, out); break;
    case 1: works<<<4, 64>>>(managed, out); break;
    case 2: chain<<<4, 32>>>(pinned, device, out); break;
    case 3: waits<<<1, 1>>>(device, out); break;
    case 4: locks<<<1, 2>>>(managed, out); break;
    case 5: sets<<<1, 2>>>(managed, out); break;
  }
  *pinned = 1;
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFreeHost(pinned), cudaFree(managed), cudaFree(device), cudaFree(out);
}
