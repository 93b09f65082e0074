#include <cuda_profiler_api.h>
#include <string.h>

int main() {
  int count = 0, device = -1, value = 0;
  check(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1, "cudaGetDeviceCount counts the devices");
  check(cudaGetDevice(&device) == cudaSuccess && device == 0, "Device 0 is the current one at the start");
  check(cudaSetDevice(0) == cudaSuccess, "cudaSetDevice chooses a device");
  check(cudaSetDevice(count) == cudaErrorInvalidDevice, "There is no device with the number of devices");
  cudaGetLastError();
  cudaDeviceProp properties;
  memset(&properties, 0x7f, sizeof properties);
  check(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && strlen(properties.name) > 0, "cudaGetDeviceProperties tells the name");
  check(properties.major == 9 && properties.minor == 0, "The compute capability is 9.0");
  check(properties.warpSize == 32, "A warp has 32 threads");
  check(properties.maxThreadsPerBlock == 1024 && properties.maxThreadsDim[0] == 1024 && properties.maxThreadsDim[1] == 1024 &&
            properties.maxThreadsDim[2] == 64,
        "A block of compute capability 9.0 has up to 1024 threads, 64 in z");
  check(properties.maxGridSize[0] == 2147483647 && properties.maxGridSize[1] == 65535 && properties.maxGridSize[2] == 65535,
        "A grid has up to 2^31-1 blocks in x and 65535 in y and z");
  check(properties.sharedMemPerBlock == 49152 && properties.sharedMemPerBlockOptin == 232448 &&
            properties.sharedMemPerMultiprocessor == 233472 && properties.reservedSharedMemPerBlock == 1024,
        "Shared memory of compute capability 9.0: 48 KiB a block, 227 KiB by opt-in, 228 KiB a multiprocessor");
  check(properties.regsPerBlock == 65536 && properties.regsPerMultiprocessor == 65536, "A multiprocessor has 65536 registers");
  check(properties.totalConstMem == 65536, "Constant memory has 64 KiB");
  check(properties.maxThreadsPerMultiProcessor == 2048 && properties.maxBlocksPerMultiProcessor == 32,
        "A multiprocessor of compute capability 9.0 holds 2048 threads and 32 blocks");
  check(properties.multiProcessorCount == 132, "This device has 132 multiprocessors");
  check(properties.canMapHostMemory == 1 && properties.unifiedAddressing == 1 && properties.managedMemory == 1,
        "Host memory can be mapped, addresses are unified, and there is managed memory");
  check(properties.concurrentKernels == 1 && properties.asyncEngineCount >= 1 && properties.cooperativeLaunch == 1,
        "Kernels can run concurrently, beside copies, and cooperatively");
  check(properties.totalGlobalMem > 0 && properties.l2CacheSize > 0 && properties.memoryBusWidth > 0 && properties.memPitch > 0,
        "Sizes of the memory are told");
  check(properties.integrated == 0 && properties.textureAlignment == 512, "The device is a card of its own");

  struct {
    cudaDeviceAttr attribute;
    int expected;
  } same[] = {
      {cudaDevAttrMaxThreadsPerBlock, properties.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimZ, properties.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, properties.maxGridSize[0]},
      {cudaDevAttrMaxSharedMemoryPerBlock, (int)properties.sharedMemPerBlock},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)properties.sharedMemPerBlockOptin},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, (int)properties.sharedMemPerMultiprocessor},
      {cudaDevAttrWarpSize, properties.warpSize},
      {cudaDevAttrMultiProcessorCount, properties.multiProcessorCount},
      {cudaDevAttrComputeCapabilityMajor, properties.major},
      {cudaDevAttrComputeCapabilityMinor, properties.minor},
      {cudaDevAttrMaxRegistersPerBlock, properties.regsPerBlock},
      {cudaDevAttrL2CacheSize, properties.l2CacheSize},
      {cudaDevAttrCooperativeLaunch, properties.cooperativeLaunch},
      {cudaDevAttrConcurrentManagedAccess, properties.concurrentManagedAccess},
      {cudaDevAttrMaxBlocksPerMultiprocessor, properties.maxBlocksPerMultiProcessor},
  };
  bool agree = true;
  for (auto &each : same)
    agree = agree && cudaDeviceGetAttribute(&value, each.attribute, 0) == cudaSuccess && value == each.expected;
  check(agree, "cudaDeviceGetAttribute tells the same as the properties");
  check(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, 0) == cudaSuccess && value > 0, "cudaDeviceGetAttribute tells the clock rate");
  check(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count) == cudaErrorInvalidDevice, "Attributes are those of a device that exists");
  cudaGetLastError();

  size_t limit = 0;
  check(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) == cudaSuccess &&
            cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit >= 64 << 20,
        "cudaDeviceSetLimit sets the size of the device's heap");
  check(cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess && limit > 0 &&
            cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize) == cudaSuccess && limit > 0,
        "cudaDeviceGetLimit tells the stack's and printf's size");
  check(cudaRuntimeGetVersion(&value) == cudaSuccess && value >= 13000, "cudaRuntimeGetVersion is 1000 times the major version and more");
  check(cudaDriverGetVersion(&value) == cudaSuccess && value >= 13000, "cudaDriverGetVersion tells what the driver supports");
  check(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess, "A profiler can be started and stopped");
  check(cudaDeviceCanAccessPeer(&value, 0, 0) == cudaSuccess && value == 0, "A device is no peer of itself");
  char bus[32];
  check(cudaDeviceGetPCIBusId(bus, sizeof bus, 0) == cudaSuccess && cudaDeviceGetByPCIBusId(&device, bus) == cudaSuccess && device == 0,
        "A device can be found by its PCI bus id");
  cudaFuncCache cache;
  check(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone) == cudaSuccess && cudaDeviceGetCacheConfig(&cache) == cudaSuccess,
        "The cache configuration is a preference");
  check(cudaDeviceReset() == cudaSuccess, "cudaDeviceReset begins anew");
}
