// CUDA arrays: allocating, describing, copying.
#include <string.h>

static bool isChannels(cudaChannelFormatDesc desc, int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return desc.x == x && desc.y == y && desc.z == z && desc.w == w && desc.f == kind;
}

static bool isExtent(cudaExtent extent, size_t width, size_t height, size_t depth) {
  return extent.width == width && extent.height == height && extent.depth == depth;
}

static bool counts(const float *values, int from, int count) {
  for (int i = 0; i < count; i++)
    if (values[i] != from + i) return false;
  return true;
}

static void channels() {
  const cudaChannelFormatKind isSigned = cudaChannelFormatKindSigned, isUnsigned = cudaChannelFormatKindUnsigned,
                              isFloat = cudaChannelFormatKindFloat;
  check(isChannels(cudaCreateChannelDesc(8, 8, 0, 0, isUnsigned), 8, 8, 0, 0, isUnsigned) &&
            isChannels(cudaCreateChannelDesc<float>(), 32, 0, 0, 0, isFloat) &&
            isChannels(cudaCreateChannelDesc<float4>(), 32, 32, 32, 32, isFloat) &&
            isChannels(cudaCreateChannelDesc<uchar4>(), 8, 8, 8, 8, isUnsigned) &&
            isChannels(cudaCreateChannelDesc<short2>(), 16, 16, 0, 0, isSigned) &&
            isChannels(cudaCreateChannelDesc<int>(), 32, 0, 0, 0, isSigned) &&
            isChannels(cudaCreateChannelDesc<unsigned char>(), 8, 0, 0, 0, isUnsigned),
        "cudaCreateChannelDesc tells bits and kind of each component");
  check(isChannels(cudaCreateChannelDescHalf(), 16, 0, 0, 0, isFloat), "cudaCreateChannelDescHalf has one component of 16 bits");
  check(isChannels(cudaCreateChannelDescHalf1(), 16, 0, 0, 0, isFloat), "cudaCreateChannelDescHalf1 has one component of 16 bits");
  check(isChannels(cudaCreateChannelDescHalf2(), 16, 16, 0, 0, isFloat), "cudaCreateChannelDescHalf2 has two components of 16 bits");
  check(isChannels(cudaCreateChannelDescHalf4(), 16, 16, 16, 16, isFloat), "cudaCreateChannelDescHalf4 has four components of 16 bits");
}

static void allocation() {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  check(cudaMallocArray(&array, &floats, 8, 4) == cudaSuccess && array, "cudaMallocArray allocates an array of two dimensions");
  cudaChannelFormatDesc desc;
  cudaExtent extent;
  unsigned flags = 99;
  check(cudaArrayGetInfo(&desc, &extent, &flags, array) == cudaSuccess && isChannels(desc, 32, 0, 0, 0, cudaChannelFormatKindFloat) &&
            isExtent(extent, 8, 4, 0) && flags == cudaArrayDefault,
        "cudaArrayGetInfo tells components, extents and flags");
  memset(&desc, 0, sizeof desc);
  check(cudaGetChannelDesc(&desc, array) == cudaSuccess && isChannels(desc, 32, 0, 0, 0, cudaChannelFormatKindFloat),
        "cudaGetChannelDesc tells the components of an array");
  check(cudaFreeArray(array) == cudaSuccess, "cudaFreeArray frees an array");
  check(cudaFreeArray(nullptr) == cudaSuccess, "cudaFreeArray of nothing succeeds");

  check(cudaMallocArray(&array, &floats, 8, 0, cudaArraySurfaceLoadStore) == cudaSuccess &&
            cudaArrayGetInfo(nullptr, &extent, &flags, array) == cudaSuccess && isExtent(extent, 8, 0, 0) &&
            flags == cudaArraySurfaceLoadStore,
        "cudaMallocArray of height 0 allocates an array of one dimension");
  cudaFreeArray(array);
  check(cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 3, 2)) == cudaSuccess &&
            cudaArrayGetInfo(nullptr, &extent, nullptr, array) == cudaSuccess && isExtent(extent, 4, 3, 2),
        "cudaMalloc3DArray allocates an array of three dimensions");
  cudaFreeArray(array);
  check(cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 0, 5), cudaArrayLayered) == cudaSuccess &&
            cudaArrayGetInfo(nullptr, &extent, &flags, array) == cudaSuccess && isExtent(extent, 4, 0, 5) && flags == cudaArrayLayered,
        "cudaMalloc3DArray allocates layers of one dimension");
  cudaFreeArray(array);
  check(cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 4, 6), cudaArrayCubemap) == cudaSuccess,
        "cudaMalloc3DArray allocates a cubemap of six square faces");
  cudaFreeArray(array);
  check(cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 4, 5), cudaArrayCubemap) != cudaSuccess &&
            cudaMalloc3DArray(&array, &floats, make_cudaExtent(4, 3, 6), cudaArrayCubemap) != cudaSuccess,
        "cudaMalloc3DArray refuses a cubemap of five faces, or of faces that are no squares");
  const cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
  check(cudaMallocArray(&array, &three, 8, 4) != cudaSuccess, "cudaMallocArray refuses elements of three components");
  cudaGetLastError();
}

static void copies() {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  float host[12], back[12];
  for (int i = 0; i < 12; i++) host[i] = i;
  const size_t row = 4 * sizeof(float);
  cudaArray_t a = nullptr, b = nullptr;
  cudaMallocArray(&a, &floats, 4, 3);
  cudaMallocArray(&b, &floats, 4, 3);

  check(cudaMemcpy2DToArray(a, 0, 0, host, row, row, 3, cudaMemcpyHostToDevice) == cudaSuccess, "cudaMemcpy2DToArray copies rows to an array");
  memset(back, 0, sizeof back);
  check(cudaMemcpy2DFromArray(back, row, a, 0, 0, row, 3, cudaMemcpyDeviceToHost) == cudaSuccess && counts(back, 0, 12),
        "cudaMemcpy2DFromArray copies rows from an array");
  check(cudaMemcpy2DFromArray(back, row, a, 4, 1, 8, 2, cudaMemcpyDeviceToHost) == cudaSuccess && counts(back, 5, 2) && counts(back + 4, 9, 2),
        "cudaMemcpy2DFromArray begins at an offset in bytes and a row");
  check(cudaMemcpy2DToArray(a, 4, 0, host, row, row, 3, cudaMemcpyHostToDevice) == cudaErrorInvalidValue,
        "cudaMemcpy2DToArray refuses rows that leave the array");
  check(cudaMemcpy2DFromArray(back, row, a, 0, 1, row, 3, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue,
        "cudaMemcpy2DFromArray refuses more rows than there are");
  cudaGetLastError();
  check(cudaMemcpy2DToArrayAsync(b, 0, 0, host, row, row, 3, cudaMemcpyHostToDevice) == cudaSuccess &&
            cudaMemcpy2DFromArrayAsync(back, row, b, 0, 0, row, 3, cudaMemcpyDeviceToHost) == cudaSuccess &&
            cudaDeviceSynchronize() == cudaSuccess && counts(back, 0, 12),
        "cudaMemcpy2DToArrayAsync is done after a synchronisation");
  memset(back, 0, sizeof back);
  check(cudaMemcpy2DFromArrayAsync(back, row, b, 0, 0, row, 3, cudaMemcpyDeviceToHost, 0) == cudaSuccess &&
            cudaDeviceSynchronize() == cudaSuccess && counts(back, 0, 12),
        "cudaMemcpy2DFromArrayAsync is done after a synchronisation");
  check(cudaMemcpy2DArrayToArray(b, 4, 1, a, 0, 0, 8, 2) == cudaSuccess &&
            cudaMemcpy2DFromArray(back, row, b, 0, 0, row, 3, cudaMemcpyDeviceToHost) == cudaSuccess && counts(back, 0, 5) &&
            counts(back + 5, 0, 2) && back[7] == 7 && back[8] == 8 && counts(back + 9, 4, 2) && back[11] == 11,
        "cudaMemcpy2DArrayToArray copies a rectangle from one array to another");

  float *linear = nullptr;
  cudaMalloc(&linear, sizeof host);
  cudaMemcpy(linear, host, sizeof host, cudaMemcpyHostToDevice);
  check(cudaMemcpy2DToArray(b, 0, 0, linear, row, row, 3, cudaMemcpyDeviceToDevice) == cudaSuccess &&
            cudaMemcpy2DFromArray(back, row, b, 0, 0, row, 3, cudaMemcpyDefault) == cudaSuccess && counts(back, 0, 12),
        "cudaMemcpy2DToArray copies from memory of the device");

  float other[6] = {50, 51, 52, 53, 54, 55};
  check(cudaMemcpyToArray(b, 8, 0, other, sizeof other, cudaMemcpyHostToDevice) == cudaSuccess &&
            cudaMemcpyFromArray(back, b, 0, 0, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess && counts(back, 0, 2) &&
            counts(back + 2, 50, 6) && counts(back + 8, 8, 4),
        "cudaMemcpyToArray goes on in the next row");
  check(cudaMemcpyFromArray(back, b, 8, 0, sizeof other, cudaMemcpyDeviceToHost) == cudaSuccess && counts(back, 50, 6),
        "cudaMemcpyFromArray goes on in the next row");
  check(cudaMemcpyArrayToArray(a, 0, 1, b, 8, 0, sizeof other) == cudaSuccess &&
            cudaMemcpyFromArray(back, a, 0, 0, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess && counts(back, 0, 4) &&
            counts(back + 4, 50, 6),
        "cudaMemcpyArrayToArray goes on in the next row");
  check(cudaMemcpyToArrayAsync(a, 0, 0, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess,
        "cudaMemcpyToArrayAsync is done after a synchronisation");
  check(cudaMemcpyFromArrayAsync(back, a, 0, 0, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess &&
            cudaDeviceSynchronize() == cudaSuccess && counts(back, 0, 12),
        "cudaMemcpyFromArrayAsync is done after a synchronisation");
  cudaFree(linear);
  cudaFreeArray(a);
  cudaFreeArray(b);
}

static void boxes() {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  float host[24], back[24];
  for (int i = 0; i < 24; i++) host[i] = i;
  cudaArray_t a = nullptr, b = nullptr;
  cudaMalloc3DArray(&a, &floats, make_cudaExtent(4, 3, 2));
  cudaMalloc3DArray(&b, &floats, make_cudaExtent(4, 3, 2));
  cudaMemcpy3DParms parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.srcPtr = make_cudaPitchedPtr(host, 16, 4, 3);
  parameters.dstArray = a;
  parameters.extent = make_cudaExtent(4, 3, 2);
  parameters.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&parameters) == cudaSuccess, "cudaMemcpy3D to an array counts its elements");

  memset(&parameters, 0, sizeof parameters);
  parameters.srcArray = a;
  parameters.srcPos = make_cudaPos(1, 1, 0);
  parameters.dstPtr = make_cudaPitchedPtr(back, 8, 2, 2);
  parameters.extent = make_cudaExtent(2, 2, 2);
  parameters.kind = cudaMemcpyDeviceToHost;
  check(cudaMemcpy3D(&parameters) == cudaSuccess && counts(back, 5, 2) && counts(back + 2, 9, 2) && counts(back + 4, 17, 2) &&
            counts(back + 6, 21, 2),
        "cudaMemcpy3D from an array begins at an element");
  parameters.srcPos = make_cudaPos(3, 1, 0);
  check(cudaMemcpy3D(&parameters) == cudaErrorInvalidValue, "cudaMemcpy3D refuses to leave an array");
  cudaGetLastError();

  memset(&parameters, 0, sizeof parameters);
  parameters.srcArray = a;
  parameters.dstArray = b;
  parameters.extent = make_cudaExtent(4, 3, 2);
  parameters.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&parameters);
  memset(&parameters, 0, sizeof parameters);
  parameters.srcArray = b;
  parameters.dstPtr = make_cudaPitchedPtr(back, 16, 4, 3);
  parameters.extent = make_cudaExtent(4, 3, 2);
  parameters.kind = cudaMemcpyDeviceToHost;
  check(cudaMemcpy3DAsync(&parameters) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && counts(back, 0, 24),
        "cudaMemcpy3D copies from array to array");
  cudaFreeArray(a);
  cudaFreeArray(b);
}

int main() {
  channels();
  allocation();
  copies();
  boxes();
  return 0;
}
