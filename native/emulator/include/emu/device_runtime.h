// The runtime that kernels call: launches of kernels by kernels. Clang turns `<<<>>>` in device code into a call of
// cudaLaunchDevice, where it may (-fgpu-rdc); the arguments' buffer is a variable of the thread's own
// (grader/compile/ir/launches.ts).
#ifndef __EMU_DEVICE_RUNTIME_H
#define __EMU_DEVICE_RUNTIME_H

#include "emu/host_api.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#ifdef __CUDACC_RDC__

extern "C" __device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__EMU_DEVICE cudaError_t cudaLaunchDevice(void *kernel, void *arguments, dim3 grid, dim3 block, unsigned int sharedBytes,
                                        cudaStream_t stream) {
  return (cudaError_t)__emu_launch(__emu_site(), kernel, arguments, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                   sharedBytes, stream);
}

__EMU_DEVICE cudaError_t cudaGetLastError() { return (cudaError_t)__emu_last_error(1); }
__EMU_DEVICE cudaError_t cudaPeekAtLastError() { return (cudaError_t)__emu_last_error(0); }

// What the functions of this file can answer.
__EMU_DEVICE const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
  case cudaSuccess: return "cudaSuccess";
  case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
  case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
  case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
  case cudaErrorLaunchMaxDepthExceeded: return "cudaErrorLaunchMaxDepthExceeded";
  case cudaErrorLaunchPendingCountExceeded: return "cudaErrorLaunchPendingCountExceeded";
  case cudaErrorInvalidDeviceFunction: return "cudaErrorInvalidDeviceFunction";
  case cudaErrorInvalidResourceHandle: return "cudaErrorInvalidResourceHandle";
  case cudaErrorLaunchOutOfResources: return "cudaErrorLaunchOutOfResources";
  default: return "unrecognized error code";
  }
}
__EMU_DEVICE const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
  case cudaSuccess: return "no error";
  case cudaErrorInvalidValue: return "invalid argument";
  case cudaErrorMemoryAllocation: return "out of memory";
  case cudaErrorInvalidConfiguration: return "invalid configuration argument";
  case cudaErrorLaunchMaxDepthExceeded: return "launch would exceed maximum depth of nested launches";
  case cudaErrorLaunchPendingCountExceeded:
    return "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount";
  case cudaErrorInvalidDeviceFunction: return "invalid device function";
  case cudaErrorInvalidResourceHandle: return "invalid resource handle";
  case cudaErrorLaunchOutOfResources: return "too many resources requested for launch";
  default: return "unrecognized error code";
  }
}

// A stream is its grid's: neither its parent nor its children can use it.
__EMU_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
  if (flags != cudaStreamNonBlocking) return (cudaError_t)__emu_failed(cudaErrorInvalidValue);
  int made = __emu_stream_create();
  if (!made) return (cudaError_t)__emu_failed(cudaErrorMemoryAllocation);
  *stream = (cudaStream_t)made;
  return cudaSuccess;
}
__EMU_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return (cudaError_t)__emu_stream_destroy(__emu_site(), stream);
}

// From the heap of device code's malloc.
__EMU_DEVICE cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = __emu_malloc(bytes);
  return *pointer || !bytes ? cudaSuccess : (cudaError_t)__emu_failed(cudaErrorMemoryAllocation);
}
template <class T> __EMU_DEVICE cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  *pointer = (T *)__emu_malloc(bytes);
  return *pointer || !bytes ? cudaSuccess : (cudaError_t)__emu_failed(cudaErrorMemoryAllocation);
}
__EMU_DEVICE cudaError_t cudaFree(void *pointer) {
  __emu_free(__emu_site(), pointer);
  return cudaSuccess;
}

__EMU_DEVICE cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
__EMU_DEVICE cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }

#define __EMU_NOT_IN_KERNELS(name) \
  __attribute__((device, unavailable("unsupported feature: a rarer call of dynamic parallelism"))) cudaError_t name(...)
__EMU_NOT_IN_KERNELS(cudaMemcpyAsync);
__EMU_NOT_IN_KERNELS(cudaMemcpy2DAsync);
__EMU_NOT_IN_KERNELS(cudaMemcpy3DAsync);
__EMU_NOT_IN_KERNELS(cudaMemsetAsync);
__EMU_NOT_IN_KERNELS(cudaMemset2DAsync);
__EMU_NOT_IN_KERNELS(cudaMemset3DAsync);
__EMU_NOT_IN_KERNELS(cudaEventCreateWithFlags);
__EMU_NOT_IN_KERNELS(cudaEventRecord);
__EMU_NOT_IN_KERNELS(cudaEventDestroy);
__EMU_NOT_IN_KERNELS(cudaStreamWaitEvent);
__EMU_NOT_IN_KERNELS(cudaDeviceGetAttribute);
__EMU_NOT_IN_KERNELS(cudaDeviceGetLimit);
__EMU_NOT_IN_KERNELS(cudaFuncGetAttributes);
#undef __EMU_NOT_IN_KERNELS

#endif
#endif
