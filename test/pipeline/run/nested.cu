// Kernels that launch kernels: grade run -rdc=true.
#include <cstdio>

static __device__ int total;
namespace {
__global__ void add(const int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 100) __trap();  // too many
  if (i < n) atomicAdd(&total, values[i]);
}
}  // namespace

static __global__ void sum(int *values, int n) {
  int i = threadIdx.x;
  if (i < n) values[i] = i;
  __syncthreads();
  if (i == 0) add<<<(n + 31) / 32, 32>>>(values, n);  // the launch
}

__global__ void early(int *values, int n, int *result) {
  add<<<1, 32>>>(values, n);
  *result = total;  // too early
}

int main(int argc, char **argv) {
  int *values, *result, zero = 0, answer = 0;
  cudaMalloc(&values, 100 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(values, 0, 100 * sizeof(int));
  cudaMemcpyToSymbol(total, &zero, sizeof zero);
  if (argc == 1) sum<<<1, 100>>>(values, 100);
  else if (argv[1][0] == 't') sum<<<1, 100>>>(values, 101);
  else early<<<1, 1>>>(values, 32, result);
  cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess) cudaMemcpyFromSymbol(&answer, total, sizeof answer);
  printf("%d %s\n", answer, cudaGetErrorName(error));
  cudaFree(values);
  cudaFree(result);
  return 0;
}
