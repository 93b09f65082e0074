// One program, many scenarios: the first argument chooses. Compiling it once keeps the tests quick.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include <cassert>

__constant__ float coefficients[4];
__device__ int counter;

template <int Factor> __global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * Factor + coefficients[0];
}
struct View {
  int n;
  float *data;
};
__global__ void fillView(View view, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < view.n) view.data[i] = value;
}
__global__ void forever() {
  for (volatile int turn = 0;; turn = turn + 1) {
  }
}
__global__ void count() { atomicAdd(&counter, 1); }
__global__ void dynamic(float *out) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x];
}
__global__ void trap() { __trap(); }
__global__ void forever(volatile int *flag) {
  while (*flag == 0) {
  }
}

static std::vector<int> constructedFirst = {1, 2, 3};
static bool is(const char *name, const char *wanted) { return strcmp(name, wanted) == 0; }
static void show(const char *label, cudaError_t code) { printf("%s %s\n", label, cudaGetErrorName(code)); }
struct Farewell {
  ~Farewell() { printf("destroyed\n"); }
};
static int deep(int n) {
  volatile char room[1000];
  room[n % 1000] = (char)n;
  return n == 0 ? room[0] : deep(n - 1) + deep(n - 2) + room[n % 1000];
}

static void roundTrip() {
  float host[64], back[64];
  for (int i = 0; i < 64; i++) host[i] = i;
  float one = 0.5f;
  cudaMemcpyToSymbol(coefficients, &one, sizeof one);
  float *data;
  show("malloc", cudaMalloc(&data, sizeof host));
  show("to", cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
  scale<3><<<2, 32>>>(data, 64);
  show("launch", cudaGetLastError());
  show("wait", cudaDeviceSynchronize());
  show("from", cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  printf("%g %g\n", back[0], back[63]);
  show("free", cudaFree(data));
}

static void symbols() {
  int n = 5;
  show("to", cudaMemcpyToSymbol(counter, &n, sizeof n));
  count<<<3, 7>>>();
  show("from", cudaMemcpyFromSymbol(&n, counter, sizeof n));
  printf("%d\n", n);
  size_t bytes;
  void *address;
  show("size", cudaGetSymbolSize(&bytes, coefficients));
  show("address", cudaGetSymbolAddress(&address, counter));
  show("copy", cudaMemcpy(&n, address, sizeof n, cudaMemcpyDeviceToHost));
  printf("%d %d\n", (int)bytes, n);
  float five[5];
  show("beyond", cudaMemcpyToSymbol(coefficients, five, sizeof five));
  show("unknown", cudaMemcpyToSymbol((const void *)&n, five, 4));
}

static void refusals() {
  float *data;
  cudaMalloc(&data, 4096);
  scale<2><<<1, 1025>>>(data, 1);
  show("threads", cudaGetLastError());
  scale<2><<<1, dim3(1, 1, 65)>>>(data, 1);
  show("block", cudaGetLastError());
  scale<2><<<dim3(1, 65536), 32>>>(data, 1);
  show("grid", cudaGetLastError());
  scale<2><<<0, 32>>>(data, 1);
  show("zero", cudaPeekAtLastError());
  show("zero", cudaGetLastError());
  show("cleared", cudaGetLastError());
  dynamic<<<1, 32, 50000>>>(data);
  show("shared", cudaGetLastError());
  scale<2><<<1, 2048>>>(data, 1);
  cudaFree(data);
}

static void misuse() {
  float host[16] = {}, *data, *other;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&other, 4);
  show("beyond", cudaMemcpy(data, host, sizeof host + 4, cudaMemcpyHostToDevice));
  show("read", cudaMemcpy(host, data + 15, 8, cudaMemcpyDeviceToHost));
  show("swapped", cudaMemcpy(host, data, 4, cudaMemcpyHostToDevice));
  show("kind", cudaMemcpy(data, host, 4, (cudaMemcpyKind)7));
  show("set", cudaMemset(host, 0, 4));
  show("null", cudaMemset(nullptr, 0, 4));
  show("host", cudaFree(host));
  show("inside", cudaFree(data + 1));
  show("free", cudaFree(data));
  show("twice", cudaFree(data));
  show("after", cudaMemcpy(data, host, 4, cudaMemcpyHostToDevice));
  show("nothing", cudaFree(nullptr));
  show("huge", cudaMalloc(&data, (size_t)-1 / 2));
  show("device", cudaSetDevice(1));
  show("direct", cudaMemcpy(other, host, 4, cudaMemcpyDefault));
}

static void plan() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 128);
  cudaMemset(a, 0, 256);
  fillView<<<1, 8>>>(View{8, b + 4}, 2.5f);
  cudaMemcpy(a + 2, b, 64, cudaMemcpyDeviceToDevice);
  cudaFree(b);
  cudaFree(a);
}

static void extras() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("%d %d %d %d\n", p.warpSize, p.maxThreadsPerBlock, p.maxGridSize[1], (int)p.sharedMemPerBlock);
  int count, device, attribute;
  cudaGetDeviceCount(&count);
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&attribute, cudaDevAttrMaxThreadsPerBlock, 0);
  printf("%d %d %d\n", count, device, attribute);
  cudaStream_t stream;
  cudaEvent_t start, stop;
  show("stream", cudaStreamCreate(&stream));
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  ::count<<<4, 256, 0, stream>>>();
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  float ms = -1;
  show("elapsed", cudaEventElapsedTime(&ms, start, stop));
  printf("%d\n", ms > 0 && ms < 1);
  show("destroy", cudaStreamDestroy(stream));
  show("again", cudaStreamDestroy(stream));
  float *pitched, *pinned, rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, back[2][3];
  size_t pitch, free, total;
  cudaMallocPitch(&pitched, &pitch, 12, 2);
  show("rows", cudaMemcpy2D(pitched, pitch, rows, 12, 12, 2, cudaMemcpyHostToDevice));
  cudaMemcpy2D(back, 12, pitched, pitch, 12, 2, cudaMemcpyDeviceToHost);
  printf("%d %g\n", (int)pitch, back[1][2]);
  show("pinned", cudaMallocHost(&pinned, 64));
  pinned[3] = 1;
  show("unpinned", cudaFreeHost(pinned));
  show("foreign", cudaFreeHost(rows));
  cudaMemGetInfo(&free, &total);
  printf("%d\n", free < total);
  int grid, block, blocks;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale<3>);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale<3>, 256, 0);
  printf("%d %d\n", block, blocks);
  show("shared", cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  printf("%s\n", cudaGetErrorString(cudaErrorIllegalAddress));
  void *args[] = {&pitched, &count};
  show("explicit", cudaLaunchKernel((const void *)scale<3>, dim3(1), dim3(1), args, 0, 0));
  show("reset", cudaDeviceReset());
}

static void sticky() {
  trap<<<1, 1>>>();
  show("launch", cudaGetLastError());
  show("wait", cudaDeviceSynchronize());
  int *data;
  show("malloc", cudaMalloc(&data, 4));
  show("last", cudaGetLastError());
  show("last", cudaGetLastError());
  count<<<1, 1>>>();
  show("launch", cudaGetLastError());
}

int main(int argc, char **argv) {
  const char *which = argc > 1 ? argv[1] : "";
  if (is(which, "roundTrip")) roundTrip();
  if (is(which, "symbols")) symbols();
  if (is(which, "refusals")) refusals();
  if (is(which, "misuse")) misuse();
  if (is(which, "plan")) plan();
  if (is(which, "extras")) extras();
  if (is(which, "sticky")) sticky();
  if (is(which, "unnoticed")) scale<2><<<1, 2048>>>(nullptr, 1);
  if (is(which, "leak")) {
    int *p;
    for (int i = 0; i < 3; i++) cudaMalloc(&p, 100);
  }
  if (is(which, "system")) {
    printf("%d %s\n", argc, argv[2]);
    std::cout << "cout " << constructedFirst.size() << std::endl;
    fprintf(stderr, "error\n");
    printf("%d %d\n", getchar(), getenv("PATH") == nullptr);
    printf("%d\n", fopen("/etc/passwd", "r") == nullptr);
    srand((unsigned)time(nullptr));
    printf("%d %ld\n", rand(), (long)time(nullptr));
    static Farewell farewell;
    atexit([] { printf("atexit\n"); });
  }
  if (is(which, "exit")) {
    printf("before");
    exit(7);
  }
  if (is(which, "abort")) abort();
  if (is(which, "assert")) assert(argc == 0);
  if (is(which, "throw")) throw std::runtime_error("no");
  if (is(which, "deviceOnHost")) {
    float *p;
    cudaMalloc(&p, 4);
    *p = 1;
  }
  if (is(which, "zero")) printf("%d\n", 1 / (argc - 2));
  if (is(which, "recursion")) printf("%d\n", deep(100000000));
  if (is(which, "endless")) {
    int *data;
    cudaMalloc(&data, 4);
    count<<<1, 1>>>();
    printf("before\n");
    fflush(stdout);
    for (volatile int i = 0;; i = i + 1) {
    }
  }
  if (is(which, "slow kernel")) forever<<<1, 1>>>();
  if (is(which, "slow kernels"))
    for (;;) forever<<<1, 1>>>();
  if (is(which, "memory"))
    for (std::vector<char *> all;;) all.push_back((char *)memset(new char[1 << 20], 1, 1 << 20));
  if (is(which, "output"))
    for (;;) printf("0123456789abcdef\n");
  if (is(which, "launches"))
    for (;;) count<<<1, 1>>>();
  if (is(which, "deviceSteps")) {
    int *flag;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    forever<<<1, 1>>>(flag);
    cudaDeviceSynchronize();
  }
  return is(which, "status") ? 3 : 0;
}
