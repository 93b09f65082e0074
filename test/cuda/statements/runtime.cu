#include <cuda_profiler_api.h>
#include <string.h>

// Functions of the runtime API that programs seldom call (CUDA Runtime API, "Device Management", "Memory Management",
// "Stream Ordered Memory Allocator", "Stream Management", "Peer Device Memory Access", "Occupancy").
__global__ void fill(int *out, int value) { out[threadIdx.x] = value; }

static void devices() {
  int device = -1, value = -1;
  unsigned flags = 77;
  check(cudaSetDeviceFlags(cudaDeviceScheduleAuto) == cudaSuccess, "cudaSetDeviceFlags sets how the host waits for the device");
  check(cudaGetDeviceFlags(&flags) == cudaSuccess && (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleAuto, "cudaGetDeviceFlags tells how the host waits for the device");
  check(cudaInitDevice(0, 0, 0) == cudaSuccess, "cudaInitDevice initialises a device without making it the current one");
  check(cudaGetDevice(&device) == cudaSuccess && device == 0, "cudaGetDevice tells the current device");
  cudaDeviceProp wanted;
  memset(&wanted, 0, sizeof wanted);
  check(cudaChooseDevice(&device, &wanted) == cudaSuccess && device == 0, "cudaChooseDevice finds the device that matches properties best");
  char bus[32];
  check(cudaDeviceGetPCIBusId(bus, sizeof bus, 0) == cudaSuccess && strchr(bus, ':') != nullptr, "cudaDeviceGetPCIBusId tells domain, bus and device as text");
  check(cudaDeviceGetByPCIBusId(&device, bus) == cudaSuccess && device == 0, "cudaDeviceGetByPCIBusId finds the device with a PCI bus id");
  check(cudaDeviceCanAccessPeer(&value, 0, 0) == cudaSuccess && value == 0, "cudaDeviceCanAccessPeer says whether a device can access another one's memory, and not its own");
  check(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported, "cudaDeviceEnablePeerAccess is refused for the current device itself");
  check(cudaDeviceDisablePeerAccess(0) != cudaSuccess, "cudaDeviceDisablePeerAccess takes a device to which access was enabled");
  cudaGetLastError();
  int least = 1, greatest = 1;
  check(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && least == 0 && greatest <= least, "cudaDeviceGetStreamPriorityRange tells the least and the greatest priority, which is the lower number");
  cudaFuncCache cache;
  check(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone) == cudaSuccess, "cudaDeviceSetCacheConfig states a preference for the L1 cache or shared memory");
  check(cudaDeviceGetCacheConfig(&cache) == cudaSuccess, "cudaDeviceGetCacheConfig tells the preferred cache configuration");
  cudaSharedMemConfig banks;
  check(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeDefault) == cudaSuccess, "cudaDeviceSetSharedMemConfig is without effect where the size of banks is fixed");
  check(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess, "cudaDeviceGetSharedMemConfig tells the size of shared memory's banks");
  check(cudaFuncSetSharedMemConfig((const void *)fill, cudaSharedMemBankSizeDefault) == cudaSuccess, "cudaFuncSetSharedMemConfig is without effect where the size of banks is fixed");
  check(cudaCtxResetPersistingL2Cache() == cudaSuccess, "cudaCtxResetPersistingL2Cache makes all lines of the L2 cache normal ones");
  check(cudaProfilerStart() == cudaSuccess, "cudaProfilerStart begins the collection of a profiler");
  check(cudaProfilerStop() == cudaSuccess, "cudaProfilerStop ends the collection of a profiler");
}
static void occupancy() {
  int blocks = 0, size = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0) == cudaSuccess && blocks == 8, "cudaOccupancyMaxActiveBlocksPerMultiprocessor tells how many blocks of a kernel a multiprocessor holds");
  check(cudaOccupancyMaxPotentialBlockSizeWithFlags(&blocks, &size, fill, 0, 0, cudaOccupancyDefault) == cudaSuccess && size > 0 && blocks > 0, "cudaOccupancyMaxPotentialBlockSizeWithFlags finds the block size with the most threads resident");
}
static void pools() {
  cudaMemPool_t pool, current;
  unsigned long long threshold = 1 << 20, answer = 0;
  int *data = nullptr, value = 0;
  check(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess && pool != nullptr, "cudaDeviceGetDefaultMemPool tells a device's default pool");
  check(cudaDeviceGetMemPool(&current, 0) == cudaSuccess && current == pool, "cudaDeviceGetMemPool tells a device's current pool, which is the default one at first");
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess, "cudaMemPoolSetAttribute sets how much memory a pool keeps");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &answer) == cudaSuccess && answer == threshold, "cudaMemPoolGetAttribute tells how much memory a pool keeps");
  check(cudaMallocFromPoolAsync(&data, 32 * sizeof(int), pool, 0) == cudaSuccess && data != nullptr, "cudaMallocFromPoolAsync allocates from a pool, in the order of a stream");
  fill<<<1, 32>>>(data, 5);
  cudaMemcpyAsync(&value, data, sizeof value, cudaMemcpyDeviceToHost, 0);
  check(cudaFreeAsync(data, 0) == cudaSuccess && cudaStreamSynchronize(0) == cudaSuccess && value == 5, "cudaFreeAsync frees memory after what is before it in the stream");
  check(cudaMemPoolTrimTo(pool, 0) == cudaSuccess, "cudaMemPoolTrimTo gives a pool's unused memory back to the system");
}
static void streams() {
  cudaStream_t stream;
  cudaEvent_t event;
  int priority = 1, device = -1, *managed, *data, host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaMallocManaged(&managed, 32 * sizeof(int));
  cudaMalloc(&data, sizeof host);
  check(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == 0, "cudaStreamGetPriority tells a stream's priority, 0 where none was asked for");
  check(cudaStreamGetDevice(stream, &device) == cudaSuccess && device == 0, "cudaStreamGetDevice tells the device of a stream");
  check(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault) == cudaSuccess, "cudaEventRecordWithFlags records an event in a stream");
  check(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal) == cudaSuccess, "cudaStreamAttachMemAsync tells which streams use managed memory");
  int mostly = 7;
  check(cudaMemRangeGetAttribute(&mostly, sizeof mostly, cudaMemRangeAttributeReadMostly, managed, 32 * sizeof(int)) == cudaSuccess && mostly == 0, "cudaMemRangeGetAttribute tells what was advised about managed memory");
  fill<<<1, 32, 0, stream>>>(managed, 9);
  check(cudaStreamSynchronize(stream) == cudaSuccess && managed[31] == 9, "cudaStreamSynchronize waits until a stream has done its work");
  fill<<<1, 32>>>(managed, 10);
  check(cudaDeviceSynchronize() == cudaSuccess && managed[31] == 10, "cudaDeviceSynchronize waits until the device has done its work");
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  check(cudaMemcpy2DAsync(back, 8, data, 16, 8, 2, cudaMemcpyDeviceToHost, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && back[1] == 2 && back[2] == 5, "cudaMemcpy2DAsync copies rows in a stream");
  check(cudaMemset2DAsync(data, 16, 0, 8, 2, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess && back[0] == 0 && back[2] == 3 && back[5] == 0, "cudaMemset2DAsync sets a rectangle in a stream");
  check(cudaMemcpyPeerAsync(data, 0, data + 6, 0, 2 * sizeof(int), stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess && back[1] == 8, "cudaMemcpyPeerAsync copies between devices in a stream");
  cudaExtent extent = make_cudaExtent(8, 2, 2);
  cudaPitchedPtr box;
  cudaMalloc3D(&box, extent);
  check(cudaMemset3D(box, 1, extent) == cudaSuccess && cudaMemcpy(back, box.ptr, 8, cudaMemcpyDeviceToHost) == cudaSuccess && back[1] == 0x01010101, "cudaMemset3D sets each byte of a box");
  check(cudaMemset3DAsync(box, 2, extent, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && cudaMemcpy(back, box.ptr, 8, cudaMemcpyDeviceToHost) == cudaSuccess && back[1] == 0x02020202, "cudaMemset3DAsync sets each byte of a box in a stream");
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 8, 8, 2);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3DAsync(&copy, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && cudaMemcpy(back, box.ptr, 8, cudaMemcpyDeviceToHost) == cudaSuccess && back[1] == 2, "cudaMemcpy3DAsync copies a box in a stream");
  cudaFree(box.ptr), cudaFree(data), cudaFree(managed), cudaEventDestroy(event), cudaStreamDestroy(stream);
}

int main() {
  devices();
  occupancy();
  pools();
  streams();
}
