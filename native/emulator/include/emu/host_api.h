// The CUDA runtime API as host code sees it. Each function is an import of module "cuda", answered by grader/host/;
// those that Clang itself calls are in native/emulator/host/. Both passes parse host code, so both declare them.
#ifndef __EMU_HOST_API_H
#define __EMU_HOST_API_H

#include <stddef.h>
#include "emu/host_types.h"
#include "emu/vector_types.h"

#define CUDART_VERSION 13000
#define CUDART_CB
#define CUDARTAPI
// Two calls that become one would have no line.
#ifdef __cplusplus
#define __EMU_C extern "C"
#define __EMU_DEFAULT(value) = value
#else
#define __EMU_C extern
#define __EMU_DEFAULT(value)
#endif
#define __EMU_IMPORT(name) __EMU_C __attribute__((import_module("cuda"), import_name(#name), nomerge))
#define __EMU_API(name) __EMU_IMPORT(name) cudaError_t name
// What older courses call, and CUDA 13 refuses.
#define __EMU_REMOVED(advice) __attribute__((deprecated(advice)))
#define __EMU_UNSUPPORTED(name) \
  __EMU_C __attribute__((unavailable("unsupported feature: " #name))) cudaError_t name(...)

// Launches, as Clang writes them for `<<<>>>`.
__EMU_IMPORT(__cudaPushCallConfiguration)
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes __EMU_DEFAULT(0), cudaStream_t stream __EMU_DEFAULT(0));
__EMU_C cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args, size_t sharedBytes, cudaStream_t stream);
__EMU_C cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args, size_t sharedBytes,
                                                   cudaStream_t stream);
__EMU_C cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **args);

// Functions of the host that run in the order of a stream.
__EMU_C cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *userData);
__EMU_C cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *userData, unsigned flags);

// Errors.
__EMU_API(cudaGetLastError)(void);
__EMU_API(cudaPeekAtLastError)(void);
__EMU_IMPORT(cudaGetErrorString) const char *cudaGetErrorString(cudaError_t error);
__EMU_IMPORT(cudaGetErrorName) const char *cudaGetErrorName(cudaError_t error);

// Memory.
__EMU_API(cudaMalloc)(void **pointer, size_t bytes);
__EMU_API(cudaFree)(void *pointer);
#ifdef __cplusplus
__EMU_API(cudaMallocHost)(void **pointer, size_t bytes, unsigned flags = 0);
#else
__EMU_IMPORT(cudaMallocHost) cudaError_t __emu_malloc_host(void **pointer, size_t bytes, unsigned flags);
static inline cudaError_t cudaMallocHost(void **pointer, size_t bytes) { return __emu_malloc_host(pointer, bytes, 0); }
#endif
__EMU_API(cudaHostAlloc)(void **pointer, size_t bytes, unsigned flags);
__EMU_API(cudaFreeHost)(void *pointer);
__EMU_API(cudaHostGetDevicePointer)(void **devicePointer, void *hostPointer, unsigned flags);
__EMU_API(cudaHostGetFlags)(unsigned *flags, void *hostPointer);
__EMU_API(cudaMallocManaged)(void **pointer, size_t bytes, unsigned flags __EMU_DEFAULT(cudaMemAttachGlobal));
__EMU_API(cudaStreamAttachMemAsync)(cudaStream_t stream, void *pointer, size_t bytes __EMU_DEFAULT(0), unsigned flags __EMU_DEFAULT(cudaMemAttachSingle));
__EMU_API(cudaMemRangeGetAttribute)(void *data, size_t bytes, enum cudaMemRangeAttribute attribute, const void *pointer, size_t count);
__EMU_API(cudaHostRegister)(void *pointer, size_t bytes, unsigned flags);
__EMU_API(cudaHostUnregister)(void *pointer);
__EMU_API(cudaMallocPitch)(void **pointer, size_t *pitch, size_t width, size_t height);
__EMU_API(cudaMallocAsync)(void **pointer, size_t bytes, cudaStream_t stream);
__EMU_API(cudaMallocFromPoolAsync)(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
__EMU_API(cudaFreeAsync)(void *pointer, cudaStream_t stream);
__EMU_API(cudaDeviceGetDefaultMemPool)(cudaMemPool_t *pool, int device);
__EMU_API(cudaDeviceGetMemPool)(cudaMemPool_t *pool, int device);
__EMU_API(cudaMemPoolTrimTo)(cudaMemPool_t pool, size_t keep);
__EMU_API(cudaMemPoolSetAttribute)(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
__EMU_API(cudaMemPoolGetAttribute)(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
__EMU_API(cudaMalloc3D)(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
__EMU_API(cudaMemcpy3D)(const struct cudaMemcpy3DParms *parameters);
__EMU_API(cudaMemcpy3DAsync)(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream __EMU_DEFAULT(0));
__EMU_API(cudaMemcpyPeer)(void *to, int toDevice, const void *from, int fromDevice, size_t bytes);
__EMU_API(cudaMemcpyPeerAsync)(void *to, int toDevice, const void *from, int fromDevice, size_t bytes, cudaStream_t stream __EMU_DEFAULT(0));
#include "emu/host_copies.h"
__EMU_API(cudaMemset)(void *pointer, int value, size_t bytes);
__EMU_API(cudaMemsetAsync)(void *pointer, int value, size_t bytes, cudaStream_t stream __EMU_DEFAULT(0));
__EMU_API(cudaMemset2D)(void *pointer, size_t pitch, int value, size_t width, size_t height);
__EMU_API(cudaMemset2DAsync)(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream __EMU_DEFAULT(0));
__EMU_API(cudaMemset3D)(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent);
__EMU_API(cudaMemset3DAsync)(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent, cudaStream_t stream __EMU_DEFAULT(0));
__EMU_API(cudaMemGetInfo)(size_t *free, size_t *total);
__EMU_API(cudaPointerGetAttributes)(struct cudaPointerAttributes *attributes, const void *pointer);

// Symbols: host code knows them by the address of their shadow.
__EMU_API(cudaGetSymbolAddress)(void **pointer, const void *symbol);
__EMU_API(cudaGetSymbolSize)(size_t *bytes, const void *symbol);

// Devices.
__EMU_API(cudaDeviceSynchronize)(void);
__EMU_API(cudaThreadSynchronize)(void) __EMU_REMOVED("CUDA 13 has it no longer; use cudaDeviceSynchronize");
__EMU_API(cudaDeviceReset)(void);
__EMU_API(cudaGetDeviceCount)(int *count);
__EMU_API(cudaGetDevice)(int *device);
__EMU_API(cudaSetDevice)(int device);
__EMU_API(cudaSetDeviceFlags)(unsigned flags);
__EMU_API(cudaGetDeviceProperties)(struct cudaDeviceProp *properties, int device);
__EMU_API(cudaDeviceGetAttribute)(int *value, enum cudaDeviceAttr attribute, int device);
__EMU_API(cudaDeviceSetCacheConfig)(enum cudaFuncCache config);
__EMU_API(cudaDeviceGetCacheConfig)(enum cudaFuncCache *config);
__EMU_API(cudaDeviceSetSharedMemConfig)(enum cudaSharedMemConfig config);
__EMU_API(cudaDeviceSetLimit)(enum cudaLimit limit, size_t value);
__EMU_API(cudaDeviceGetLimit)(size_t *value, enum cudaLimit limit);
__EMU_API(cudaRuntimeGetVersion)(int *version);
__EMU_API(cudaDriverGetVersion)(int *version);
__EMU_API(cudaInitDevice)(int device, unsigned deviceFlags, unsigned flags);
__EMU_API(cudaGetDeviceFlags)(unsigned *flags);
__EMU_API(cudaChooseDevice)(int *device, const struct cudaDeviceProp *properties);
__EMU_API(cudaDeviceGetPCIBusId)(char *id, int length, int device);
__EMU_API(cudaDeviceGetByPCIBusId)(int *device, const char *id);
__EMU_API(cudaDeviceGetStreamPriorityRange)(int *least, int *greatest);
__EMU_API(cudaDeviceCanAccessPeer)(int *can, int device, int peer);
__EMU_API(cudaDeviceEnablePeerAccess)(int peer, unsigned flags);
__EMU_API(cudaDeviceDisablePeerAccess)(int peer);
__EMU_API(cudaDeviceGetSharedMemConfig)(enum cudaSharedMemConfig *config);
__EMU_API(cudaThreadExit)(void) __EMU_REMOVED("CUDA 13 has it no longer; use cudaDeviceReset");
__EMU_API(cudaCtxResetPersistingL2Cache)(void);
__EMU_API(cudaProfilerStart)(void);
__EMU_API(cudaProfilerStop)(void);

// Streams and events. Everything has happened when a call returns; times come from a clock that only counts work.
__EMU_API(cudaStreamCreate)(cudaStream_t *stream);
__EMU_API(cudaStreamCreateWithFlags)(cudaStream_t *stream, unsigned flags);
__EMU_API(cudaStreamCreateWithPriority)(cudaStream_t *stream, unsigned flags, int priority);
__EMU_API(cudaStreamDestroy)(cudaStream_t stream);
__EMU_API(cudaStreamSynchronize)(cudaStream_t stream);
__EMU_API(cudaStreamQuery)(cudaStream_t stream);
__EMU_API(cudaStreamGetFlags)(cudaStream_t stream, unsigned *flags);
__EMU_API(cudaStreamGetPriority)(cudaStream_t stream, int *priority);
__EMU_API(cudaStreamGetId)(cudaStream_t stream, unsigned long long *id);
__EMU_API(cudaStreamGetDevice)(cudaStream_t stream, int *device);
__EMU_API(cudaStreamGetAttribute)(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value);
__EMU_API(cudaStreamSetAttribute)(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value);
__EMU_API(cudaStreamCopyAttributes)(cudaStream_t to, cudaStream_t from);
__EMU_API(cudaStreamWaitEvent)(cudaStream_t stream, cudaEvent_t event, unsigned flags __EMU_DEFAULT(0));
__EMU_API(cudaEventCreate)(cudaEvent_t *event);
__EMU_API(cudaEventCreateWithFlags)(cudaEvent_t *event, unsigned flags);
__EMU_API(cudaEventDestroy)(cudaEvent_t event);
__EMU_API(cudaEventRecord)(cudaEvent_t event, cudaStream_t stream __EMU_DEFAULT(0));
__EMU_API(cudaEventRecordWithFlags)(cudaEvent_t event, cudaStream_t stream __EMU_DEFAULT(0), unsigned flags __EMU_DEFAULT(0));
__EMU_API(cudaEventSynchronize)(cudaEvent_t event);
__EMU_API(cudaEventQuery)(cudaEvent_t event);
__EMU_API(cudaEventElapsedTime)(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

// Functions and occupancy.
__EMU_API(cudaFuncSetAttribute)(const void *function, enum cudaFuncAttribute attribute, int value);
__EMU_API(cudaFuncGetAttributes)(struct cudaFuncAttributes *attributes, const void *function);
__EMU_API(cudaFuncSetCacheConfig)(const void *function, enum cudaFuncCache config);
__EMU_API(cudaFuncSetSharedMemConfig)(const void *function, enum cudaSharedMemConfig config);
__EMU_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, const void *function, int blockSize, size_t sharedBytes);
__EMU_API(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
(int *blocks, const void *function, int blockSize, size_t sharedBytes, unsigned flags);
__EMU_API(cudaOccupancyMaxPotentialBlockSize)
(int *minGridSize, int *blockSize, const void *function, size_t sharedBytes __EMU_DEFAULT(0), int blockSizeLimit __EMU_DEFAULT(0));
__EMU_API(cudaOccupancyMaxActiveClusters)(int *clusters, const void *function, const cudaLaunchConfig_t *config);
__EMU_API(cudaOccupancyMaxPotentialClusterSize)(int *blocks, const void *function, const cudaLaunchConfig_t *config);
__EMU_API(cudaOccupancyAvailableDynamicSMemPerBlock)(size_t *sharedBytes, const void *function, int blocks, int blockSize);

// Forms that differ between CUDA 12 and 13 are C++ over these.
__EMU_IMPORT(cudaMemPrefetchAsync) cudaError_t __emu_prefetch(const void *pointer, size_t bytes, int device, cudaStream_t stream);
__EMU_IMPORT(cudaMemAdvise) cudaError_t __emu_advise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device);

static inline int __emu_device_of(struct cudaMemLocation location) {
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

#ifdef __cplusplus
#include "emu/texture_api.h"

// What there is no emulation of.
__EMU_UNSUPPORTED(cudaMemcpy3DPeer);
__EMU_UNSUPPORTED(cudaIpcGetMemHandle);
__EMU_UNSUPPORTED(cudaMemPoolCreate);

// The C++ half: typed pointers, symbols and kernels.
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }
template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t bytes) { return cudaMalloc((void **)(void *)pointer, bytes); }
template <class T> static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void **)(void *)pointer, bytes, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void **)(void *)pointer, bytes, pool, stream);
}
template <class T> static inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)(void *)pointer, bytes, flags);
}
template <class T> static inline cudaError_t cudaHostGetDevicePointer(T **devicePointer, void *hostPointer, unsigned flags) {
  return cudaHostGetDevicePointer((void **)(void *)devicePointer, hostPointer, flags);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0, unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void *)pointer, bytes, flags);
}
__EMU_REMOVED("CUDA 13 takes a cudaMemLocation instead of the number of a device")
static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device, cudaStream_t stream = 0) {
  return __emu_prefetch(pointer, bytes, device, stream);
}
static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream = 0) {
  return flags ? cudaErrorInvalidValue : __emu_prefetch(pointer, bytes, __emu_device_of(location), stream);
}
__EMU_REMOVED("CUDA 13 takes a cudaMemLocation instead of the number of a device")
static inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, int device) {
  return __emu_advise(pointer, bytes, advice, device);
}
static inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, struct cudaMemLocation location) {
  return __emu_advise(pointer, bytes, advice, __emu_device_of(location));
}
template <class T> static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
  return cudaMallocHost((void **)(void *)pointer, bytes, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void **)(void *)pointer, bytes, flags);
}
template <class T> static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
  return cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
  return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
  return cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <class T>
static inline cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **args, size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void *)function, grid, block, args, sharedBytes, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **args, size_t sharedBytes = 0,
                                                      cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void *)function, grid, block, args, sharedBytes, stream);
}
template <class... Expected, class... Given>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Expected...), Given &&...given) {
  return [&](Expected... converted) {
    void *args[] = {(void *)&converted..., 0};
    return cudaLaunchKernelExC(config, (const void *)kernel, args);
  }(static_cast<Given &&>(given)...);
}
template <class T> static inline cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *function) {
  return cudaFuncGetAttributes(attributes, (const void *)function);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void *)function, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T function, int blockSize, size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, blockSize, sharedBytes);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T function, size_t sharedBytes = 0,
                                                             int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, (const void *)function, sharedBytes, blockSizeLimit);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T function, int blockSize, size_t sharedBytes,
                                                                                 unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)function, blockSize, sharedBytes, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T function, size_t sharedBytes = 0,
                                                                      int blockSizeLimit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, (const void *)function, sharedBytes, blockSizeLimit);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *function, const cudaLaunchConfig_t *config) {
  return cudaOccupancyMaxActiveClusters(clusters, (const void *)function, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, T *function, const cudaLaunchConfig_t *config) {
  return cudaOccupancyMaxPotentialClusterSize(blocks, (const void *)function, config);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *sharedBytes, T *function, int blocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(sharedBytes, (const void *)function, blocks, blockSize);
}
template <class F, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T function, F sharedBytesOf,
                                                                         int blockSizeLimit = 0) {
  if (!minGridSize || !blockSize) return cudaErrorInvalidValue;
  struct cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncGetAttributes(&attributes, (const void *)function);
  int multiprocessors = 0;
  if (!error) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  int largest = attributes.maxThreadsPerBlock, most = 0;
  if (blockSizeLimit > 0 && blockSizeLimit < largest) largest = blockSizeLimit;
  // The largest size first: of several that keep as many threads resident, it is the one to take.
  for (int size = (largest + 31) / 32 * 32; !error && size > 0; size -= 32) {
    int tried = size < largest ? size : largest, blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)function, tried, sharedBytesOf(tried));
    if (!error && tried * blocks > most) {
      most = tried * blocks;
      *blockSize = tried;
      *minGridSize = blocks * multiprocessors;
    }
  }
  return error;
}

#include "emu/graphs.h"

#else
static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream) {
  return flags ? cudaErrorInvalidValue : __emu_prefetch(pointer, bytes, __emu_device_of(location), stream);
}
static inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice, struct cudaMemLocation location) {
  return __emu_advise(pointer, bytes, advice, __emu_device_of(location));
}
#endif

#undef __EMU_C
#undef __EMU_DEFAULT
#undef __EMU_API
#undef __EMU_IMPORT
#undef __EMU_UNSUPPORTED
#undef __EMU_REMOVED

#endif
