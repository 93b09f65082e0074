#include <string.h>

__constant__ float weights[8];
__constant__ int scalar = 3;
__device__ int counter = 10;
__device__ float buffer[16];
__device__ int *pointer;
static __device__ double own = 1.5;
namespace inner {
__constant__ short number = 7;
}

__global__ void weigh(float *out) { out[threadIdx.x] = weights[threadIdx.x] * scalar; }
__global__ void count() { atomicAdd(&counter, 1); }
__global__ void store() {
  buffer[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) own += inner::number;
}
__global__ void through(int value) { *pointer = value; }

int main() {
  float host[16], *out;
  cudaMalloc(&out, sizeof host);
  for (int i = 0; i < 8; i++) host[i] = i + 1;
  check(cudaMemcpyToSymbol(weights, host, 8 * sizeof(float)) == cudaSuccess, "cudaMemcpyToSymbol copies to a __constant__ variable");
  weigh<<<1, 8>>>(out);
  cudaMemcpy(host, out, 8 * sizeof(float), cudaMemcpyDeviceToHost);
  check(host[0] == 3 && host[7] == 24, "Kernels read __constant__ variables and their initial values");
  float half[2] = {100, 200};
  cudaMemcpyToSymbol(weights, half, sizeof half, 4 * sizeof(float));
  memset(host, 0, sizeof host);
  check(cudaMemcpyFromSymbol(host, weights, 8 * sizeof(float)) == cudaSuccess && host[3] == 4 && host[4] == 100 && host[5] == 200 &&
            host[6] == 7,
        "cudaMemcpyToSymbol takes an offset in bytes");
  int value = 0;
  count<<<2, 3>>>();
  check(cudaMemcpyFromSymbol(&value, counter, sizeof value) == cudaSuccess && value == 16,
        "cudaMemcpyFromSymbol reads a __device__ variable");
  store<<<1, 16>>>();
  check(cudaMemcpyFromSymbol(host, buffer, 4 * sizeof(float), 8 * sizeof(float)) == cudaSuccess && host[0] == 8 && host[3] == 11,
        "cudaMemcpyFromSymbol takes an offset in bytes");
  double real = 0;
  cudaMemcpyFromSymbol(&real, own, sizeof real);
  check(real == 8.5, "Static variables and those of a namespace are symbols too");
  float *address;
  check(cudaGetSymbolAddress((void **)&address, buffer) == cudaSuccess &&
            cudaMemcpy(host, address + 2, sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess && host[0] == 2,
        "cudaGetSymbolAddress gives the address of a variable on the device");
  size_t size = 0;
  check(cudaGetSymbolSize(&size, buffer) == cudaSuccess && size == sizeof buffer, "cudaGetSymbolSize gives the size of a variable");
  int *target;
  cudaMalloc(&target, sizeof(int));
  cudaMemcpyToSymbol(pointer, &target, sizeof target);
  through<<<1, 1>>>(42);
  cudaMemcpy(&value, target, sizeof value, cudaMemcpyDeviceToHost);
  check(value == 42, "A __device__ variable can be a pointer to device memory");
  check(cudaMemcpyToSymbolAsync(counter, &value, sizeof value, 0, cudaMemcpyHostToDevice) == cudaSuccess &&
            cudaDeviceSynchronize() == cudaSuccess,
        "cudaMemcpyToSymbolAsync copies in a stream");
  value = 0;
  cudaMemcpyFromSymbolAsync(&value, counter, sizeof value, 0, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  check(value == 42, "cudaMemcpyFromSymbolAsync copies in a stream");
  check(cudaMemcpyToSymbol(counter, host, sizeof host) == cudaErrorInvalidValue, "A copy may not go beyond a variable's end");
  cudaGetLastError();
  cudaMemcpyToSymbol(weights, out, sizeof(float), 0, cudaMemcpyDeviceToDevice);
  check(cudaMemcpyFromSymbol(host, weights, sizeof(float)) == cudaSuccess && host[0] == 3, "A symbol can be copied to from device memory");
  cudaFree(target);
  cudaFree(out);
}
