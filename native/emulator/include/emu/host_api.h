// The CUDA runtime API as host code sees it. Each function is an import of module "cuda", answered by grader/record/;
// those that Clang itself calls are in native/emulator/host/. Both passes parse host code, so both declare them.
#ifndef EMU_HOST_API_H
#define EMU_HOST_API_H

#include <stddef.h>
#include "emu/host_types.h"
#include "emu/vector_types.h"

#define CUDART_VERSION 13000
#define CUDART_CB
#define CUDARTAPI
#define cudaTextureType1D 0x01
#define EMU_IMPORT(name) extern "C" __attribute__((import_module("cuda"), import_name(#name)))
#define EMU_API(name) EMU_IMPORT(name) cudaError_t name
#define EMU_UNSUPPORTED(name) \
  extern "C" __attribute__((unavailable("unsupported feature: " #name))) cudaError_t name(...)

// Launches, as Clang writes them for `<<<>>>`.
EMU_IMPORT(__cudaPushCallConfiguration)
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes = 0, cudaStream_t stream = 0);
extern "C" cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args, size_t sharedBytes, cudaStream_t stream);

// Errors.
EMU_API(cudaGetLastError)(void);
EMU_API(cudaPeekAtLastError)(void);
EMU_IMPORT(cudaGetErrorString) const char *cudaGetErrorString(cudaError_t error);
EMU_IMPORT(cudaGetErrorName) const char *cudaGetErrorName(cudaError_t error);

// Memory.
EMU_API(cudaMalloc)(void **pointer, size_t bytes);
EMU_API(cudaFree)(void *pointer);
EMU_API(cudaMallocHost)(void **pointer, size_t bytes, unsigned flags = 0);
EMU_API(cudaHostAlloc)(void **pointer, size_t bytes, unsigned flags);
EMU_API(cudaFreeHost)(void *pointer);
EMU_API(cudaHostRegister)(void *pointer, size_t bytes, unsigned flags);
EMU_API(cudaHostUnregister)(void *pointer);
EMU_API(cudaMallocPitch)(void **pointer, size_t *pitch, size_t width, size_t height);
EMU_API(cudaMallocAsync)(void **pointer, size_t bytes, cudaStream_t stream);
EMU_API(cudaFreeAsync)(void *pointer, cudaStream_t stream);
EMU_API(cudaMemcpy)(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
EMU_API(cudaMemcpyAsync)(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
EMU_API(cudaMemcpy2D)
(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind);
EMU_API(cudaMemcpy2DAsync)
(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind,
 cudaStream_t stream = 0);
EMU_API(cudaMemset)(void *pointer, int value, size_t bytes);
EMU_API(cudaMemsetAsync)(void *pointer, int value, size_t bytes, cudaStream_t stream = 0);
EMU_API(cudaMemset2D)(void *pointer, size_t pitch, int value, size_t width, size_t height);
EMU_API(cudaMemGetInfo)(size_t *free, size_t *total);
EMU_API(cudaPointerGetAttributes)(struct cudaPointerAttributes *attributes, const void *pointer);

// Symbols: host code knows them by the address of their shadow.
EMU_API(cudaMemcpyToSymbol)
(const void *symbol, const void *from, size_t bytes, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
EMU_API(cudaMemcpyFromSymbol)
(void *to, const void *symbol, size_t bytes, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
EMU_API(cudaMemcpyToSymbolAsync)
(const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
EMU_API(cudaMemcpyFromSymbolAsync)
(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
EMU_API(cudaGetSymbolAddress)(void **pointer, const void *symbol);
EMU_API(cudaGetSymbolSize)(size_t *bytes, const void *symbol);

// Devices.
EMU_API(cudaDeviceSynchronize)(void);
EMU_API(cudaThreadSynchronize)(void);
EMU_API(cudaDeviceReset)(void);
EMU_API(cudaGetDeviceCount)(int *count);
EMU_API(cudaGetDevice)(int *device);
EMU_API(cudaSetDevice)(int device);
EMU_API(cudaSetDeviceFlags)(unsigned flags);
EMU_API(cudaGetDeviceProperties)(struct cudaDeviceProp *properties, int device);
EMU_API(cudaDeviceGetAttribute)(int *value, enum cudaDeviceAttr attribute, int device);
EMU_API(cudaDeviceSetCacheConfig)(enum cudaFuncCache config);
EMU_API(cudaDeviceGetCacheConfig)(enum cudaFuncCache *config);
EMU_API(cudaDeviceSetSharedMemConfig)(enum cudaSharedMemConfig config);
EMU_API(cudaDeviceSetLimit)(enum cudaLimit limit, size_t value);
EMU_API(cudaDeviceGetLimit)(size_t *value, enum cudaLimit limit);
EMU_API(cudaRuntimeGetVersion)(int *version);
EMU_API(cudaDriverGetVersion)(int *version);
EMU_API(cudaProfilerStart)(void);
EMU_API(cudaProfilerStop)(void);

// Streams and events. Everything has happened when a call returns; times come from a clock that only counts work.
EMU_API(cudaStreamCreate)(cudaStream_t *stream);
EMU_API(cudaStreamCreateWithFlags)(cudaStream_t *stream, unsigned flags);
EMU_API(cudaStreamCreateWithPriority)(cudaStream_t *stream, unsigned flags, int priority);
EMU_API(cudaStreamDestroy)(cudaStream_t stream);
EMU_API(cudaStreamSynchronize)(cudaStream_t stream);
EMU_API(cudaStreamQuery)(cudaStream_t stream);
EMU_API(cudaStreamWaitEvent)(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
EMU_API(cudaEventCreate)(cudaEvent_t *event);
EMU_API(cudaEventCreateWithFlags)(cudaEvent_t *event, unsigned flags);
EMU_API(cudaEventDestroy)(cudaEvent_t event);
EMU_API(cudaEventRecord)(cudaEvent_t event, cudaStream_t stream = 0);
EMU_API(cudaEventSynchronize)(cudaEvent_t event);
EMU_API(cudaEventQuery)(cudaEvent_t event);
EMU_API(cudaEventElapsedTime)(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

// Functions and occupancy.
EMU_API(cudaFuncSetAttribute)(const void *function, enum cudaFuncAttribute attribute, int value);
EMU_API(cudaFuncGetAttributes)(struct cudaFuncAttributes *attributes, const void *function);
EMU_API(cudaFuncSetCacheConfig)(const void *function, enum cudaFuncCache config);
EMU_API(cudaFuncSetSharedMemConfig)(const void *function, enum cudaSharedMemConfig config);
EMU_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, const void *function, int blockSize, size_t sharedBytes);
EMU_API(cudaOccupancyMaxPotentialBlockSize)
(int *minGridSize, int *blockSize, const void *function, size_t sharedBytes = 0, int blockSizeLimit = 0);

// The two memories of the emulator are separate, and one program runs on one device.
EMU_UNSUPPORTED(cudaHostGetDevicePointer);
EMU_UNSUPPORTED(cudaMemPrefetchAsync);
EMU_UNSUPPORTED(cudaMemAdvise);
EMU_UNSUPPORTED(cudaMalloc3D);
EMU_UNSUPPORTED(cudaMallocArray);
EMU_UNSUPPORTED(cudaMemcpy3D);
EMU_UNSUPPORTED(cudaMemcpyPeer);
EMU_UNSUPPORTED(cudaLaunchCooperativeKernel);
EMU_UNSUPPORTED(cudaLaunchHostFunc);
EMU_UNSUPPORTED(cudaStreamAddCallback);
EMU_UNSUPPORTED(cudaStreamBeginCapture);
EMU_UNSUPPORTED(cudaGraphCreate);
EMU_UNSUPPORTED(cudaCreateTextureObject);

template <class T> __attribute__((unavailable("unsupported feature: cudaMallocManaged"))) cudaError_t cudaMallocManaged(T **, size_t, unsigned = 1);

// The C++ half: typed pointers, symbols and kernels.
template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t bytes) { return cudaMalloc((void **)(void *)pointer, bytes); }
template <class T> static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void **)(void *)pointer, bytes, stream);
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
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset,
                                                  enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset,
                                                    enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
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

#undef EMU_API
#undef EMU_IMPORT
#undef EMU_UNSUPPORTED

#endif
