// Warp-synchronous code from before Volta: `argv[1]` is the kernel that runs. Prints "right" if its value is a GPU's.
#include <cstdio>
#include <cstring>

const int N = 256;

__device__ void warpReduce(volatile int *sdata, int tid) {
  sdata[tid] += sdata[tid + 32];
  sdata[tid] += sdata[tid + 16];
  sdata[tid] += sdata[tid + 8];
  sdata[tid] += sdata[tid + 4];
  sdata[tid] += sdata[tid + 2];
  sdata[tid] += sdata[tid + 1];
}
template <int size>
__device__ void unrolled(volatile float *sdata, int tid) {
  if (size >= 64) sdata[tid] += sdata[tid + 32];
  if (size >= 32) sdata[tid] += sdata[tid + 16];
  if (size >= 16) sdata[tid] += sdata[tid + 8];
  if (size >= 8) sdata[tid] += sdata[tid + 4];
  if (size >= 4) sdata[tid] += sdata[tid + 2];
  if (size >= 2) sdata[tid] += sdata[tid + 1];
}
__device__ int scanWarp(volatile int *s, int tid) {
  int lane = tid & 31;
  if (lane >= 1) s[tid] += s[tid - 1];
  if (lane >= 2) s[tid] += s[tid - 2];
  if (lane >= 4) s[tid] += s[tid - 4];
  if (lane >= 8) s[tid] += s[tid - 8];
  if (lane >= 16) s[tid] += s[tid - 16];
  return s[tid];
}

__global__ void reduce(const int *in, int *out) {
  __shared__ int sdata[N];
  int tid = threadIdx.x;
  sdata[tid] = in[tid];
  __syncthreads();
  for (int s = N / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduce(sdata, tid);
  if (tid == 0) out[0] = sdata[0];
}
__global__ void inBody(const int *in, int *out) {
  extern __shared__ int dynamic[];
  int tid = threadIdx.x;
  dynamic[tid] = in[tid] + in[tid + N / 2];
  __syncthreads();
  if (tid < 64) dynamic[tid] += dynamic[tid + 64];
  __syncthreads();
  if (tid < 32) {
    volatile int *v = dynamic;
    v[tid] += v[tid + 32];
    v[tid] += v[tid + 16];
    v[tid] += v[tid + 8];
    v[tid] += v[tid + 4];
    v[tid] += v[tid + 2];
    v[tid] += v[tid + 1];
  }
  if (tid == 0) out[0] = dynamic[0];
}
__global__ void templated(const int *in, int *out) {
  __shared__ float sdata[64];
  int tid = threadIdx.x;
  sdata[tid] = in[tid] + in[tid + 64] + in[tid + 128] + in[tid + 192];
  __syncthreads();
  if (tid < 32) unrolled<64>(sdata, tid);
  if (tid == 0) out[0] = (int)sdata[0];
}
__global__ void looped(const int *in, int *out) {
  __shared__ volatile int sdata[N];
  int tid = threadIdx.x;
  sdata[tid] = in[tid];
  __syncthreads();
  for (int s = N / 2; s >= 1; s /= 2) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    if (s > 32) __syncthreads();
  }
  if (tid == 0) out[0] = sdata[0];
}
__global__ void unknownLoop(const int *in, int *out, int steps) {
  __shared__ volatile int sdata[64];
  int tid = threadIdx.x;
  sdata[tid] = in[tid];
  sdata[tid + 32] = 0;
#pragma unroll 1
  for (int i = 0, d = 1; i < steps; i++, d *= 2) {
    int v = sdata[tid];
    if (tid >= d) v += sdata[tid - d];
    sdata[tid] = v;
  }
  out[tid] = sdata[tid];
}
__global__ void scan(const int *in, int *out) {
  __shared__ int s[N];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  out[tid] = scanWarp(s, tid);
}
__global__ void scanLoop(const int *in, int *out) {
  __shared__ volatile int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  for (int d = 1; d < 32; d <<= 1)
    if (lane >= d) s[lane] += s[lane - d];
  out[lane] = s[lane];
}
__global__ void neighbor(const int *in, int *out) {
  __shared__ volatile int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  int next = s[(lane + 1) % 32];
  s[lane] = next;
  out[lane] = s[(lane + 1) % 32];
}
__global__ void padded(const int *in, int *out) {
  __shared__ volatile int s[8][48];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  volatile int *own = s[warp] + 16;
  own[lane - 16] = 0;
  own[lane] = in[threadIdx.x];
  int value = own[lane];
  for (int d = 1; d < 32; d <<= 1) {
    value += own[lane - (d < 16 ? d : 16)];
    own[lane] = value;
  }
  out[threadIdx.x] = value;
}

__global__ void synced(const int *in, int *out) {
  __shared__ volatile int s[64];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  s[lane + 32] = 0;
  for (int d = 16; d > 0; d /= 2) {
    __syncwarp();
    int v = s[lane] + s[lane + d];
    __syncwarp();
    s[lane] = v;
  }
  if (lane == 0) out[0] = s[0];
}
__global__ void flag(const int *in, int *out) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = in[3];
    __threadfence();
    ready = 1;
  }
  if (threadIdx.x == 33) {
    while (ready == 0) {}
    __threadfence();
    *out += 1;
  }
}
__global__ void plain(const int *in, int *out) {
  __shared__ int s[64];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  s[lane + 32] = 0;
  s[lane] += s[lane + 16];
  s[lane] += s[lane + 8];
  s[lane] += s[lane + 4];
  s[lane] += s[lane + 2];
  s[lane] += s[lane + 1];
  if (lane == 0) out[0] = s[0];
}
__global__ void otherWarp(const int *in, int *out) {
  __shared__ volatile int s[N];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (tid < 128) s[tid] += s[tid + 128];
  __syncthreads();
  out[tid] = s[tid];
}

int sum(int from, int to) {
  int all = 0;
  for (int i = from; i < to; i++) all += i * 7 % 31;
  return all;
}

int main(int, char **argv) {
  const char *which = argv[1];
  int in[N], out[N] = {}, *a, *b;
  for (int i = 0; i < N; i++) in[i] = i * 7 % 31;
  cudaMalloc(&a, sizeof in);
  cudaMalloc(&b, sizeof out);
  cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, sizeof out);
  bool right = true;
#define RUN(name, threads, ...) \
  if (!strcmp(which, #name)) name<<<1, threads, N * sizeof(int)>>>(__VA_ARGS__); \
  cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost); \
  if (!strcmp(which, #name))
  RUN(reduce, N, a, b) right = out[0] == sum(0, N);
  RUN(inBody, N / 2, a, b) right = out[0] == sum(0, N);
  RUN(templated, 64, a, b) right = out[0] == sum(0, N);
  RUN(looped, N, a, b) right = out[0] == sum(0, N);
  RUN(unknownLoop, 32, a, b, 5) for (int i = 0; i < 32; i++) right &= out[i] == sum(0, i + 1);
  RUN(scan, N, a, b) for (int i = 0; i < N; i++) right &= out[i] == sum(i / 32 * 32, i + 1);
  RUN(scanLoop, 32, a, b) for (int i = 0; i < 32; i++) right &= out[i] == sum(0, i + 1);
  RUN(neighbor, 32, a, b) for (int i = 0; i < 32; i++) right &= out[i] == in[(i + 2) % 32];
  RUN(padded, N, a, b) right = out[1] == in[0] + in[1] && out[33] == in[32] + in[33];
  RUN(synced, 32, a, b) right = out[0] == sum(0, 32);
  RUN(flag, 64, a, b) right = out[0] == in[3] + 1;
  RUN(plain, 32, a, b) right = out[0] == sum(0, 32);
  RUN(otherWarp, N, a, b) right = true;
  printf("%s\n", right ? "right" : "wrong");
  cudaFree(a), cudaFree(b);
}
