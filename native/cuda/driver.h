// The part of the CUDA driver API that the grader uses, declared here and found at run time: the addon builds and loads
// where there is neither toolkit nor driver. Names, numbers and layouts are those of the "CUDA Driver API" reference;
// entry points carry the version suffix under which the driver exports them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace grade::cuda {

using Result = int;
using Device = int;
using Pointer = std::uint64_t;
using Context = void*;
using Module = void*;
using Function = void*;
using Stream = void*;
using Event = void*;
using Allocation = std::uint64_t;

constexpr Result kSuccess = 0;
constexpr Result kInvalidValue = 1;
constexpr Result kNotSupported = 801;
constexpr Result kNotReady = 600;
constexpr Result kTimeout = 702;

// CUdevice_attribute
constexpr int kAttributeVirtualMemory = 102;
// CUmemAllocationType, CUmemLocationType, CUmemAccess_flags, CUmemAllocationGranularity_flags
constexpr int kAllocationPinned = 1;
constexpr int kLocationDevice = 1;
constexpr int kAccessReadWrite = 3;
constexpr int kGranularityMinimum = 0;
// CUstream_flags: ordered with copies and sets, which the driver may still be carrying out when its call returns.
constexpr unsigned kStreamDefault = 0;
// CUevent_flags
constexpr unsigned kEventDisableTiming = 2;
inline void* const kLegacyStream = nullptr;
// CUjit_option
constexpr int kJitInfoLog = 3;
constexpr int kJitInfoLogBytes = 4;
constexpr int kJitErrorLog = 5;
constexpr int kJitErrorLogBytes = 6;

struct Uuid {
  unsigned char bytes[16];
};

struct MemoryLocation {
  int type;
  int id;
};

struct AllocationProperties {
  int type;
  int requestedHandleTypes;
  MemoryLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
};
static_assert(sizeof(AllocationProperties) == 32, "as in cuda.h");

struct AccessDescription {
  MemoryLocation location;
  int flags;
};
static_assert(sizeof(AccessDescription) == 12, "as in cuda.h");

// Values of cuLaunchKernel's `extra`, which here hands over the argument block as a whole.
inline void* const kLaunchEnd = nullptr;
inline void* const kLaunchBuffer = reinterpret_cast<void*>(1);
inline void* const kLaunchBufferBytes = reinterpret_cast<void*>(2);

// Of cuLaunchKernelEx. An attribute has room for values of 64 bytes.
inline constexpr unsigned kClusterDimension = 4;
struct LaunchAttribute {
  unsigned id;
  unsigned char pad[4];
  unsigned value[16];
};
static_assert(sizeof(LaunchAttribute) == 72, "as in cuda.h");
struct LaunchConfiguration {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  Stream stream;
  LaunchAttribute* attributes;
  unsigned attributeCount;
};
static_assert(sizeof(LaunchConfiguration) == 56, "as in cuda.h");

// X(member, exported name, parameters): the driver must have them.
#define GRADE_CUDA_FUNCTIONS(X)                                                                                     \
  X(init, "cuInit", (unsigned flags))                                                                               \
  X(driverVersion, "cuDriverGetVersion", (int* version))                                                            \
  X(errorName, "cuGetErrorName", (Result error, const char** name))                                                 \
  X(errorText, "cuGetErrorString", (Result error, const char** text))                                               \
  X(deviceCount, "cuDeviceGetCount", (int* count))                                                                  \
  X(deviceGet, "cuDeviceGet", (Device * device, int ordinal))                                                       \
  X(deviceName, "cuDeviceGetName", (char* name, int bytes, Device device))                                          \
  X(deviceUuid, "cuDeviceGetUuid", (Uuid * uuid, Device device))                                                    \
  X(deviceBytes, "cuDeviceTotalMem_v2", (std::size_t * bytes, Device device))                                       \
  X(deviceAttribute, "cuDeviceGetAttribute", (int* value, int attribute, Device device))                            \
  X(primaryRetain, "cuDevicePrimaryCtxRetain", (Context * context, Device device))                                  \
  X(primaryRelease, "cuDevicePrimaryCtxRelease_v2", (Device device))                                                \
  X(contextCreate, "cuCtxCreate_v2", (Context * context, unsigned flags, Device device))                            \
  X(contextDestroy, "cuCtxDestroy_v2", (Context context))                                                           \
  X(contextSetCurrent, "cuCtxSetCurrent", (Context context))                                                        \
  X(contextGetCurrent, "cuCtxGetCurrent", (Context * context))                                                      \
  X(contextSetLimit, "cuCtxSetLimit", (int limit, std::size_t value))                                               \
  X(contextSynchronize, "cuCtxSynchronize", ())                                                                     \
  X(moduleLoad, "cuModuleLoadDataEx",                                                                               \
    (Module * module, const void* image, unsigned count, int* options, void** values))                              \
  X(moduleUnload, "cuModuleUnload", (Module module))                                                                \
  X(moduleFunction, "cuModuleGetFunction", (Function * function, Module module, const char* name))                  \
  X(moduleGlobal, "cuModuleGetGlobal_v2", (Pointer * address, std::size_t * bytes, Module module, const char* name)) \
  X(functionAttribute, "cuFuncGetAttribute", (int* value, int attribute, Function function))                        \
  X(functionSetAttribute, "cuFuncSetAttribute", (Function function, int attribute, int value))                      \
  X(launchKernel, "cuLaunchKernel",                                                                                 \
    (Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,           \
     unsigned blockZ, unsigned sharedBytes, Stream stream, void** parameters, void** extra))                        \
  X(memoryInfo, "cuMemGetInfo_v2", (std::size_t * free, std::size_t * total))                                       \
  X(copyToDevice, "cuMemcpyHtoD_v2", (Pointer to, const void* from, std::size_t bytes))                             \
  X(copyToHost, "cuMemcpyDtoH_v2", (void* to, Pointer from, std::size_t bytes))                                     \
  X(copyOnDevice, "cuMemcpyDtoD_v2", (Pointer to, Pointer from, std::size_t bytes))                                 \
  X(copyToDeviceAsync, "cuMemcpyHtoDAsync_v2", (Pointer to, const void* from, std::size_t bytes, Stream stream))      \
  X(copyToHostAsync, "cuMemcpyDtoHAsync_v2", (void* to, Pointer from, std::size_t bytes, Stream stream))              \
  X(copyOnDeviceAsync, "cuMemcpyDtoDAsync_v2", (Pointer to, Pointer from, std::size_t bytes, Stream stream))          \
  X(setBytesAsync, "cuMemsetD8Async", (Pointer to, unsigned char value, std::size_t bytes, Stream stream))            \
  X(memoryAlloc, "cuMemAlloc_v2", (Pointer * address, std::size_t bytes))                                           \
  X(memoryFree, "cuMemFree_v2", (Pointer address))                                                                  \
  X(setBytes, "cuMemsetD8_v2", (Pointer to, unsigned char value, std::size_t bytes))                                \
  X(granularity, "cuMemGetAllocationGranularity",                                                                   \
    (std::size_t * bytes, const AllocationProperties* properties, int option))                                      \
  X(addressReserve, "cuMemAddressReserve",                                                                          \
    (Pointer * address, std::size_t bytes, std::size_t alignment, Pointer wanted, unsigned long long flags))        \
  X(addressFree, "cuMemAddressFree", (Pointer address, std::size_t bytes))                                          \
  X(memoryCreate, "cuMemCreate",                                                                                    \
    (Allocation * handle, std::size_t bytes, const AllocationProperties* properties, unsigned long long flags))     \
  X(memoryRelease, "cuMemRelease", (Allocation handle))                                                             \
  X(memoryMap, "cuMemMap",                                                                                          \
    (Pointer address, std::size_t bytes, std::size_t offset, Allocation handle, unsigned long long flags))          \
  X(memoryUnmap, "cuMemUnmap", (Pointer address, std::size_t bytes))                                                \
  X(memorySetAccess, "cuMemSetAccess",                                                                              \
    (Pointer address, std::size_t bytes, const AccessDescription* descriptions, std::size_t count))                 \
  X(streamCreate, "cuStreamCreate", (Stream * stream, unsigned flags))                                              \
  X(streamQuery, "cuStreamQuery", (Stream stream))                                                                  \
  X(streamDestroy, "cuStreamDestroy_v2", (Stream stream))                                                           \
  X(eventCreate, "cuEventCreate", (Event * event, unsigned flags))                                                  \
  X(eventRecord, "cuEventRecord", (Event event, Stream stream))                                                     \
  X(eventQuery, "cuEventQuery", (Event event))                                                                      \
  X(eventElapsed, "cuEventElapsedTime", (float* milliseconds, Event start, Event end))                              \
  X(eventDestroy, "cuEventDestroy_v2", (Event event))

// Newer than the oldest driver that will do; null where it lacks them.
#define GRADE_CUDA_OPTIONAL_FUNCTIONS(X)                                                             \
  X(launchKernelEx, "cuLaunchKernelEx",                                                              \
    (const LaunchConfiguration* configuration, Function function, void** parameters, void** extra)) \
  X(resetPersistingL2, "cuCtxResetPersistingL2Cache", ())                                           \
  X(functionName, "cuFuncGetName", (const char** name, Function function))                          \
  X(functionParameter, "cuFuncGetParamInfo",                                                        \
    (Function function, std::size_t index, std::size_t* offset, std::size_t* bytes))                \
  X(moduleFunctionCount, "cuModuleGetFunctionCount", (unsigned* count, Module module))              \
  X(moduleFunctions, "cuModuleEnumerateFunctions", (Function * functions, unsigned count, Module module))

struct Driver {
#define GRADE_CUDA_MEMBER(member, name, parameters) Result(*member) parameters = nullptr;
  GRADE_CUDA_FUNCTIONS(GRADE_CUDA_MEMBER)
  GRADE_CUDA_OPTIONAL_FUNCTIONS(GRADE_CUDA_MEMBER)
#undef GRADE_CUDA_MEMBER

  std::string nameOf(Result error) const;
  std::string textOf(Result error) const;
};

// A shared library, opened; null and `reason` where that fails. It stays open until the process ends.
void* openLibrary(const std::string& path, std::string& reason);
// null where it lacks the name
void* findSymbol(void* library, const char* name);

// Opens a driver library. It stays open until the process ends, as drivers want it.
// Null where it cannot be opened or lacks a function; `reason` then says why.
const Driver* openDriver(const std::string& library, std::string& reason);

}  // namespace grade::cuda
