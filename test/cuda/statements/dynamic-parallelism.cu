// Kernels that launch kernels: with -rdc=true.
__global__ void add(int *out, int value) { out[threadIdx.x] += value; }
__global__ void scale(int *out, int value) { out[threadIdx.x] *= value; }
template <int level> __global__ void count(int *out) {
  out[level] = level;
  if constexpr (level > 0) count<level - 1><<<1, 1>>>(out);
}
struct Pair {
  char first;
  double second;
};
__global__ void take(int *out, char a, Pair pair, float b) { out[0] = a + pair.first + (int)pair.second + (int)b; }
__global__ void dynamic(int *out) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}
static __global__ void own(int *out) {
  if (threadIdx.y == 0) out[0] = gridDim.x * 100 + blockDim.y;
}
__device__ void launchFrom(int *out) { own<<<1, dim3(1, 7)>>>(out); }

__global__ void sees(int *out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) add<<<1, 32>>>(out, 100);
}
__global__ void inOrder(int *out) {
  add<<<1, 32>>>(out, 5);
  scale<<<1, 32>>>(out, 3);
}
__global__ void streams(int *out) {
  cudaStream_t first, second;
  bool made = cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) == cudaSuccess &&
              cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess && first != second;
  check(made, "cudaStreamCreateWithFlags creates streams in kernels too");
  add<<<1, 32, 0, first>>>(out, 5);
  scale<<<1, 32, 0, first>>>(out, 2);
  add<<<1, 32, 0, second>>>(out + 32, 7);
  check(cudaStreamDestroy(first) == cudaSuccess && cudaStreamDestroy(second) == cudaSuccess,
        "cudaStreamDestroy in a kernel leaves what was launched to go on");
}
__global__ void tail(int *out) {
  scale<<<1, 32, 0, cudaStreamTailLaunch>>>(out, 10);
  add<<<1, 32, 0, cudaStreamTailLaunch>>>(out, 1);
  add<<<1, 32, 0, cudaStreamFireAndForget>>>(out, 4);
}
__global__ void arguments(int *out) { take<<<1, 1>>>(out, 'a', Pair{1, 2.0}, 3.0f); }
__global__ void sharedMemory(int *out) { dynamic<<<1, 32, 32 * sizeof(int)>>>(out); }
__global__ void fromFunction(int *out) { launchFrom(out); }
__global__ void throughPointer(int *out, bool which) {
  void (*kernel)(int *, int) = which ? add : scale;
  kernel<<<1, 32>>>(out, 6);
}
__global__ void errors() {
  check(cudaGetLastError() == cudaSuccess && cudaPeekAtLastError() == cudaSuccess,
        "cudaGetLastError in a kernel tells of its thread's own calls");
  const char *text = cudaGetErrorString(cudaSuccess), *name = cudaGetErrorName(cudaErrorInvalidValue);
  check(text[0] == 'n' && text[1] == 'o', "cudaGetErrorString is there in kernels");
  check(name[0] == 'c' && name[9] == 'I', "cudaGetErrorName is there in kernels");
  int device = 7, count = 7;
  check(cudaGetDevice(&device) == cudaSuccess && device == 0, "cudaGetDevice is there in kernels");
  check(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1, "cudaGetDeviceCount is there in kernels");
}
__global__ void heap(int *out) {
  int *own = nullptr;
  check(cudaMalloc(&own, 32 * sizeof(int)) == cudaSuccess && own, "cudaMalloc in a kernel gives memory of its heap");
  own[0] = 12;
  out[0] = own[0];
  check(cudaFree(own) == cudaSuccess, "cudaFree in a kernel takes back what one has allocated");
}

int main() {
  int *data, host[64];
  cudaMalloc(&data, sizeof host);
  auto after = [&](auto launch) {
    cudaMemset(data, 0, sizeof host);
    launch();
    return cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess;
  };
  check(after([&] { sees<<<1, 32>>>(data); }) && host[0] == 100 && host[31] == 131,
        "A launched grid sees what the launching thread saw before the launch");
  check(after([&] { inOrder<<<1, 1>>>(data); }) && host[9] == 15,
        "What a block launches without a stream runs in order");
  check(after([&] { streams<<<1, 1>>>(data); }) && host[3] == 10 && host[35] == 7,
        "What a kernel launches into one stream runs in order");
  check(after([&] { tail<<<1, 1>>>(data); }) && host[0] == 41,
        "cudaStreamTailLaunch begins when the grid and all its other launches have ended, one after the other");
  check(after([&] { count<3><<<1, 1>>>(data); }) && host[3] == 3 && host[0] == 0 && host[1] == 1,
        "A grid is complete when all that it has launched is");
  check(after([&] { arguments<<<1, 1>>>(data); }) && host[0] == 'a' + 6, "Launches in kernels pass arguments by value");
  check(after([&] { sharedMemory<<<1, 1>>>(data); }) && host[0] == 31 && host[31] == 0,
        "Launches in kernels give dynamic shared memory");
  check(after([&] { fromFunction<<<1, 1>>>(data); }) && host[0] == 107, "A __device__ function can launch");
  check(after([&] { throughPointer<<<1, 1>>>(data, true); }) && host[0] == 6,
        "A kernel can be launched through a pointer that a kernel made");
  errors<<<1, 1>>>();
  after([&] { heap<<<1, 1>>>(data); });
  check(host[0] == 12, "Memory of a kernel's heap holds what is stored there");
  cudaFree(data);
  return 0;
}
