// Sources often include the driver API's header and use nothing of it. Its functions are not there.
#ifndef __EMU_PUBLIC_CUDA_H
#define __EMU_PUBLIC_CUDA_H

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;

#define __EMU_NO_DRIVER(name) \
  extern "C" __attribute__((unavailable("unsupported feature: the driver API (" #name ")"))) CUresult name(...)
__EMU_NO_DRIVER(cuInit);
__EMU_NO_DRIVER(cuDeviceGet);
__EMU_NO_DRIVER(cuCtxCreate);
__EMU_NO_DRIVER(cuModuleLoad);
__EMU_NO_DRIVER(cuModuleLoadData);
__EMU_NO_DRIVER(cuModuleGetFunction);
__EMU_NO_DRIVER(cuMemAlloc);
__EMU_NO_DRIVER(cuMemFree);
__EMU_NO_DRIVER(cuMemcpyHtoD);
__EMU_NO_DRIVER(cuMemcpyDtoH);
__EMU_NO_DRIVER(cuLaunchKernel);
#undef __EMU_NO_DRIVER

#endif
