#include <stdlib.h>
#include <string.h>

static bool all(const unsigned char *bytes, int value, size_t count) {
  for (size_t at = 0; at < count; at++)
    if (bytes[at] != value) return false;
  return true;
}

__global__ void add(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
// Adds 1 to each element of a box of `extent` in pitched memory.
__global__ void addBox(cudaPitchedPtr box, cudaExtent extent) {
  size_t x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  char *row = (char *)box.ptr + (z * extent.height + y) * box.pitch;
  if (x * sizeof(int) < extent.width) ((int *)row)[x] += 1;
}

int main() {
  int *a = nullptr, *b = nullptr, host[100], back[100];
  for (int i = 0; i < 100; i++) host[i] = i * i;
  const size_t bytes = sizeof host;
  check(cudaMalloc(&a, bytes) == cudaSuccess && a && (size_t)a % 256 == 0, "cudaMalloc returns memory aligned to 256 bytes");
  check(cudaMalloc((void **)&b, bytes) == cudaSuccess && b != a, "cudaMalloc takes a void** as well");
  void *none = host;
  check(cudaMalloc(&none, 0) == cudaSuccess, "cudaMalloc of no bytes succeeds");
  check(cudaMalloc(&none, (size_t)-1 / 2) == cudaErrorMemoryAllocation, "cudaMalloc fails where memory does not suffice");
  check(cudaGetLastError() == cudaErrorMemoryAllocation, "An allocation that failed is the last error");

  check(cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess, "cudaMemcpy copies from host to device");
  check(cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess, "cudaMemcpy copies on the device");
  check(cudaMemcpy(back, b, bytes, cudaMemcpyDeviceToHost) == cudaSuccess && !memcmp(back, host, bytes),
        "cudaMemcpy copies from device to host");
  memset(back, 0, bytes);
  check(cudaMemcpy(back, host, bytes, cudaMemcpyHostToHost) == cudaSuccess && !memcmp(back, host, bytes),
        "cudaMemcpy copies on the host");
  memset(back, 0, bytes);
  check(cudaMemcpy(b, host, bytes, cudaMemcpyDefault) == cudaSuccess && cudaMemcpy(back, b, bytes, cudaMemcpyDefault) == cudaSuccess &&
            !memcmp(back, host, bytes),
        "cudaMemcpyDefault finds the direction out from the addresses");
  check(cudaMemcpy(a, host, 0, cudaMemcpyHostToDevice) == cudaSuccess, "cudaMemcpy of no bytes succeeds");
  check(cudaMemcpy(a, host, bytes, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection,
        "A copy of an unknown kind has an invalid direction");
  check(cudaMemcpyPeer(b, 0, a, 0, bytes) == cudaSuccess, "cudaMemcpyPeer copies between devices, which may be one");
  check(cudaMemcpyAsync(back, b, bytes, cudaMemcpyDeviceToHost) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess &&
            !memcmp(back, host, bytes),
        "cudaMemcpyAsync is done after a synchronisation");
  check(cudaMemset(a, 0x5a, bytes) == cudaSuccess && cudaMemcpy(back, a, bytes, cudaMemcpyDeviceToHost) == cudaSuccess &&
            all((unsigned char *)back, 0x5a, bytes),
        "cudaMemset sets each byte");
  check(cudaMemsetAsync(a, 0x101, bytes) == cudaSuccess && cudaMemcpy(back, a, bytes, cudaMemcpyDeviceToHost) == cudaSuccess &&
            all((unsigned char *)back, 1, bytes),
        "cudaMemsetAsync takes the lowest byte of the value");

  // Two dimensions: 7 rows of 10 ints.
  int *pitched;
  size_t pitch = 0;
  check(cudaMallocPitch(&pitched, &pitch, 40, 7) == cudaSuccess && pitch >= 40 && pitch % 32 == 0,
        "cudaMallocPitch pads rows to an aligned pitch");
  check(cudaMemcpy2D(pitched, pitch, host, 40, 40, 7, cudaMemcpyHostToDevice) == cudaSuccess,
        "cudaMemcpy2D copies rows to a pitch");
  memset(back, 0, bytes);
  check(cudaMemcpy2D(back, 40, pitched, pitch, 40, 7, cudaMemcpyDeviceToHost) == cudaSuccess && !memcmp(back, host, 280),
        "cudaMemcpy2D copies rows from a pitch");
  check(cudaMemcpy2D(back, 20, pitched, pitch, 40, 7, cudaMemcpyDeviceToHost) == cudaErrorInvalidPitchValue,
        "cudaMemcpy2D refuses a pitch less than the width");
  cudaGetLastError();
  cudaMemset2D(pitched, pitch, 0, 40, 7);
  check(cudaMemset2D((char *)pitched + pitch, pitch, 0x77, 20, 2) == cudaSuccess &&
            cudaMemcpy2D(back, 40, pitched, pitch, 40, 7, cudaMemcpyDeviceToHost) == cudaSuccess && back[0] == 0 &&
            back[10] == 0x77777777 && back[15] == 0 && back[24] == 0x77777777 && back[30] == 0,
        "cudaMemset2D sets a rectangle");
  cudaFree(pitched);

  // Three dimensions: 2 slices of 3 rows of 4 ints.
  cudaExtent extent = make_cudaExtent(4 * sizeof(int), 3, 2);
  cudaPitchedPtr box;
  check(cudaMalloc3D(&box, extent) == cudaSuccess && box.pitch >= 16 && box.xsize == 16 && box.ysize == 3,
        "cudaMalloc3D tells the pitch and size of what it allocated");
  cudaMemset3D(box, 0, extent);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 4 * sizeof(int), 4, 3);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy) == cudaSuccess, "cudaMemcpy3D copies a box to the device");
  addBox<<<1, dim3(4, 3, 2)>>>(box, extent);
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(back, 4 * sizeof(int), 4, 3);
  copy.kind = cudaMemcpyDeviceToHost;
  check(cudaMemcpy3D(&copy) == cudaSuccess && back[0] == 1 && back[5] == 26 && back[23] == 23 * 23 + 1,
        "A slice of a pitched box is its height times its pitch after the one before");
  memset(back, 0, bytes);
  copy.srcPos = make_cudaPos(sizeof(int), 1, 1);
  copy.extent = make_cudaExtent(2 * sizeof(int), 2, 1);
  check(cudaMemcpy3D(&copy) == cudaSuccess && back[0] == 17 * 17 + 1 && back[5] == 22 * 22 + 1 && back[2] == 0,
        "cudaMemcpy3D copies a part from a position");
  cudaFree(box.ptr);

  // Page-locked memory.
  int *pinned;
  check(cudaMallocHost(&pinned, bytes) == cudaSuccess, "cudaMallocHost allocates page-locked memory of the host");
  memcpy(pinned, host, bytes);
  cudaMemcpyAsync(a, pinned, bytes, cudaMemcpyHostToDevice);
  add<<<1, 100>>>(a, 100);
  cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  check(pinned[0] == 1 && pinned[99] == 9802, "Copies and kernels in one stream happen in order");
  add<<<1, 100>>>(pinned, 100);
  cudaDeviceSynchronize();
  check(pinned[0] == 2 && pinned[99] == 9803, "With unified addresses a kernel can use page-locked memory");
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, pinned) == cudaSuccess && attributes.type == cudaMemoryTypeHost &&
            attributes.hostPointer == pinned,
        "cudaPointerGetAttributes knows page-locked memory");
  check(cudaFreeHost(pinned) == cudaSuccess, "cudaFreeHost frees page-locked memory");

  int *mapped, *view;
  check(cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped) == cudaSuccess, "cudaHostAlloc allocates mapped memory");
  for (int i = 0; i < 100; i++) mapped[i] = 10 * i;
  check(cudaHostGetDevicePointer(&view, mapped, 0) == cudaSuccess, "cudaHostGetDevicePointer tells the device's address");
  add<<<1, 100>>>(view, 100);
  cudaDeviceSynchronize();
  check(mapped[0] == 1 && mapped[99] == 991, "What a kernel writes to mapped memory is seen after a synchronisation");
  mapped[99] = 5;
  add<<<1, 100>>>(view, 100);
  cudaDeviceSynchronize();
  check(mapped[0] == 2 && mapped[99] == 6, "What the host writes to mapped memory is seen by the next kernel");
  unsigned flags = 0;
  check(cudaHostGetFlags(&flags, mapped) == cudaSuccess && (flags & cudaHostAllocMapped),
        "cudaHostGetFlags tells how memory was allocated");
  cudaFreeHost(mapped);

  int *own = (int *)malloc(bytes);
  memcpy(own, host, bytes);
  check(cudaHostRegister(own, bytes, cudaHostRegisterMapped) == cudaSuccess, "cudaHostRegister page-locks memory that exists");
  check(cudaHostRegister(own, bytes, cudaHostRegisterDefault) == cudaErrorHostMemoryAlreadyRegistered,
        "Memory can be registered once");
  cudaHostGetDevicePointer(&view, own, 0);
  add<<<1, 100>>>(view, 100);
  cudaDeviceSynchronize();
  check(own[0] == 1 && own[99] == 9802, "A kernel can use registered memory");
  check(cudaHostUnregister(own) == cudaSuccess, "cudaHostUnregister ends it");
  check(cudaHostUnregister(own) == cudaErrorHostMemoryNotRegistered, "What is not registered cannot be unregistered");
  cudaGetLastError();
  free(own);

  check(cudaPointerGetAttributes(&attributes, a) == cudaSuccess && attributes.type == cudaMemoryTypeDevice &&
            attributes.device == 0 && attributes.devicePointer == a,
        "cudaPointerGetAttributes knows device memory");
  check(cudaPointerGetAttributes(&attributes, host) == cudaSuccess && attributes.type == cudaMemoryTypeUnregistered,
        "cudaPointerGetAttributes knows no ordinary memory of the host");
  size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total) == cudaSuccess && available > 0 && available < total,
        "cudaMemGetInfo tells free and total memory");

  int *queued;
  check(cudaMallocAsync(&queued, bytes, 0) == cudaSuccess && cudaMemsetAsync(queued, 0, bytes, 0) == cudaSuccess &&
            cudaFreeAsync(queued, 0) == cudaSuccess,
        "cudaMallocAsync and cudaFreeAsync allocate in the order of a stream");
  cudaMemPool_t pool;
  unsigned long long threshold = 1 << 20, kept = 0;
  check(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess &&
            cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess &&
            cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept) == cudaSuccess && kept == threshold,
        "A memory pool keeps the attributes that it is given");
  check(cudaFree(nullptr) == cudaSuccess, "cudaFree of a null pointer does nothing");
  check(cudaFree(a) == cudaSuccess && cudaFree(b) == cudaSuccess, "cudaFree frees device memory");
}
