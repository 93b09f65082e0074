#include <string.h>

__global__ void nothing() {}

int main() {
  check(cudaGetLastError() == cudaSuccess, "There is no error at the start");
  // Its documentation names cudaErrorInvalidConfiguration; CUDA 13.0 on an H200 answers cudaErrorInvalidValue.
  nothing<<<1, 2048>>>();
  cudaError_t refused = cudaPeekAtLastError();
  check(refused == cudaErrorInvalidConfiguration || refused == cudaErrorInvalidValue, "A launch that is refused leaves an error");
  check(cudaPeekAtLastError() == refused, "cudaPeekAtLastError tells the last error and keeps it");
  check(cudaGetLastError() == refused && cudaGetLastError() == cudaSuccess, "cudaGetLastError tells the last error and forgets it");
  check(cudaSetDevice(1000) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice,
        "A call that fails returns its error and leaves it as the last");
  nothing<<<1, 2048>>>();
  nothing<<<1, 1>>>();
  check(cudaGetLastError() == refused, "A call that succeeds leaves the last error as it is");
  nothing<<<1, 1>>>();
  check(cudaDeviceSynchronize() == cudaSuccess, "Errors of a configuration are gone once they were told");
  check(!strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"), "cudaGetErrorName gives the name in the enumeration");
  check(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"), "cudaGetErrorString describes an error");
  check(!strcmp(cudaGetErrorString(cudaSuccess), "no error"), "cudaGetErrorString describes success");
  check(!strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered") &&
            !strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") &&
            !strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument") &&
            !strcmp(cudaGetErrorString(cudaErrorCooperativeLaunchTooLarge), "too many blocks in cooperative launch"),
        "The texts of errors are CUDA's own");
  check(!strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code"), "cudaGetErrorName knows no other numbers");
  check(cudaErrorInvalidConfiguration == 9 && cudaErrorInvalidMemcpyDirection == 21 && cudaErrorNoDevice == 100 &&
            cudaErrorNotReady == 600 && cudaErrorIllegalAddress == 700 && cudaErrorLaunchFailure == 719,
        "Errors have the numbers of cudaError_t");
  int *device, host[4];
  cudaMalloc(&device, sizeof host);
  check(cudaMemcpy(nullptr, host, sizeof host, cudaMemcpyHostToDevice) == cudaErrorInvalidValue, "A copy to null is an invalid value");
  check(cudaMalloc((void **)nullptr, 4) == cudaErrorInvalidValue, "An allocation needs a place for its result");
  check(cudaDeviceSetLimit((cudaLimit)1000, 1) != cudaSuccess, "There are no limits of other numbers");
  cudaGetLastError();
  cudaFree(device);
}
