__global__ void whole(int *out, int factor) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * blockDim.x + threadIdx.x] = factor * (block * blockDim.x + threadIdx.x);
}
__global__ void reversed(int *out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
struct Pair {
  int first;
  double second;
};
__global__ void mixed(int *out, char small, Pair pair, long long large, float real) {
  *out = small + pair.first + (int)pair.second + (int)large + (int)real;
}

static int *out;
static int got[64];
static void fetch() {
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemset(out, 0, sizeof got);
}
static bool counts(int factor) {
  fetch();
  for (int at = 0; at < 64; at++)
    if (got[at] != factor * at) return false;
  return true;
}

// Its documentation names cudaErrorInvalidConfiguration; CUDA 13.0 on an H200 answers cudaErrorInvalidValue.
static bool refused() {
  cudaError_t error = cudaGetLastError();
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

int main() {
  cudaMalloc(&out, sizeof got);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int factor = 3;

  whole<<<4, 16>>>(out, 2);
  check(counts(2), "<<<grid, block>>> takes numbers for one dimension");
  whole<<<dim3(2, 1, 2), dim3(16)>>>(out, 3);
  check(counts(3), "<<<grid, block>>> takes dim3, whose missing extents are 1");
  reversed<<<1, 64, 64 * sizeof(int)>>>(out);
  fetch();
  check(got[0] == 63 && got[63] == 0, "The third argument of <<<>>> is the bytes of dynamic shared memory of a block");
  whole<<<4, 16, 0, stream>>>(out, 5);
  cudaStreamSynchronize(stream);
  check(counts(5), "The fourth argument of <<<>>> is the stream");

  void *args[] = {&out, &factor};
  check(cudaLaunchKernel((const void *)whole, dim3(4), dim3(16), args, 0, 0) == cudaSuccess && counts(3),
        "cudaLaunchKernel takes the addresses of the arguments");
  check(cudaLaunchKernel(whole, dim3(4), dim3(16), args) == cudaSuccess && counts(3),
        "cudaLaunchKernel needs no stream and no shared memory in C++");
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(16);
  config.stream = stream;
  check(cudaLaunchKernelExC(&config, (const void *)whole, args) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess &&
            counts(3),
        "cudaLaunchKernelExC launches by a configuration");
  check(cudaLaunchKernelEx(&config, whole, out, 7) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && counts(7),
        "cudaLaunchKernelEx takes the arguments themselves");
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, whole, out, 7) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && counts(7),
        "cudaLaunchKernelEx launches cooperatively by an attribute");
  check(cudaLaunchCooperativeKernel((const void *)whole, dim3(4), dim3(16), args, 0, 0) == cudaSuccess && counts(3),
        "cudaLaunchCooperativeKernel launches a grid whose blocks are all resident");
  check(cudaLaunchCooperativeKernel((const void *)whole, dim3(1 << 20), dim3(16), args, 0, 0) ==
            cudaErrorCooperativeLaunchTooLarge,
        "cudaLaunchCooperativeKernel refuses a grid with more blocks than are resident at once");
  cudaGetLastError();

  mixed<<<1, 1>>>(out, 1, Pair{20, 300.5}, 4000LL, 50000.5f);
  fetch();
  check(got[0] == 54321, "Arguments of a kernel go by value, structs too");
  void (*pointer)(int *, int) = whole;
  pointer<<<4, 16>>>(out, 9);
  check(counts(9), "A pointer to a kernel can be launched");

  whole<<<1, 1025>>>(out, 1);
  check(refused(), "A block has at most 1024 threads");
  whole<<<0, 32>>>(out, 1);
  check(refused(), "A grid of no blocks is an invalid configuration");
  whole<<<dim3(1, 65536), 1>>>(out, 1);
  check(refused(), "A grid has at most 65535 blocks in y");
  whole<<<1, dim3(1, 1, 65)>>>(out, 1);
  check(refused(), "A block has at most 64 threads in z");

  const int large = 100 * 1024;
  reversed<<<1, 64, large>>>(out);
  check(cudaGetLastError() == cudaErrorInvalidValue, "A block has at most 48 KiB of dynamic shared memory unasked");
  check(cudaFuncSetAttribute(reversed, cudaFuncAttributeMaxDynamicSharedMemorySize, large) == cudaSuccess,
        "cudaFuncSetAttribute allows a kernel more dynamic shared memory");
  reversed<<<1, 64, large>>>(out);
  check(cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess,
        "A kernel runs with the dynamic shared memory that it was allowed");
  reversed<<<1, 64, large + 1024>>>(out);
  check(cudaGetLastError() == cudaErrorInvalidValue, "A kernel gets no more dynamic shared memory than it was allowed");
  check(cudaFuncSetAttribute(reversed, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) == cudaErrorInvalidValue,
        "No kernel is allowed more shared memory than a block can have");
  cudaGetLastError();
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, reversed);
  check(attributes.maxThreadsPerBlock == 1024 && attributes.sharedSizeBytes == 0 &&
            attributes.maxDynamicSharedSizeBytes == large,
        "cudaFuncGetAttributes tells a kernel's limits");
  check(cudaFuncSetCacheConfig(whole, cudaFuncCachePreferL1) == cudaSuccess, "cudaFuncSetCacheConfig states a preference");
  cudaStreamDestroy(stream);
  cudaFree(out);
}
