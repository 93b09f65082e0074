// Sources often include the driver API's header and use nothing of it. Its functions are not there.
#ifndef EMU_PUBLIC_CUDA_H
#define EMU_PUBLIC_CUDA_H

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;

#define EMU_NO_DRIVER(name) \
  extern "C" __attribute__((unavailable("unsupported feature: the driver API (" #name ")"))) CUresult name(...)
EMU_NO_DRIVER(cuInit);
EMU_NO_DRIVER(cuDeviceGet);
EMU_NO_DRIVER(cuCtxCreate);
EMU_NO_DRIVER(cuModuleLoad);
EMU_NO_DRIVER(cuModuleLoadData);
EMU_NO_DRIVER(cuModuleGetFunction);
EMU_NO_DRIVER(cuMemAlloc);
EMU_NO_DRIVER(cuMemFree);
EMU_NO_DRIVER(cuMemcpyHtoD);
EMU_NO_DRIVER(cuMemcpyDtoH);
EMU_NO_DRIVER(cuLaunchKernel);
#undef EMU_NO_DRIVER

#endif
