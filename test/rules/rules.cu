#include <assert.h>
#include <stdio.h>
#include <string.h>

// For each rule that shows in a run, the smallest program that breaks it, and the same one corrected: the first argument
// is the rule, the second `wrong` or `right`. A finding belongs to the line that names its rule.
__global__ void read_beyond(const int *in, int *out, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, value = 0;
  if (i < limit) value = in[i];  // out-of-bounds-read
  out[i] = value;
}
__global__ void write_beyond(int *out, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < limit) out[i] = i;  // out-of-bounds-write
}
__global__ void fill(int *out, int value) {
  out[threadIdx.x] = value;  // host-device-pointer use-after-free
}
__global__ void add(int *out) {
  out[threadIdx.x] += 1;  // uninitialized-read
}
__global__ void endless(volatile int *out, int step) {
  for (int i = 0; i < 10; i += step)  // timeout
    out[0] = i;
}
__global__ void asserting(int most) {
  assert((int)threadIdx.x <= most);  // device-assert
}
__global__ void trapping(bool wrong) {
  if (wrong && threadIdx.x == 2) __trap();  // __trap
}
__global__ void breaking(bool wrong) {
  if (wrong && threadIdx.x == 2) __brkpt();  // __brkpt
}
__device__ __noinline__ int depth(int n, const int *end) {
  volatile int local[16];  // stack-overflow
  local[n & 15] = n;
  return n == *end ? local[n & 15] : depth(n + 1, end) + local[n & 15];
}
__global__ void recursive(const int *end, int *out) { out[0] = depth(0, end); }
__global__ void shared_beyond(int *out, int size) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  if ((int)threadIdx.x < size - 1) out[threadIdx.x] = tile[threadIdx.x + 1];  // shared-out-of-bounds
}
__global__ void local_beyond(int *out, int size) {
  int local[8];
  for (int i = 0; i < 8; i++) local[i] = i;
  out[0] = local[size - 1];  // local-out-of-bounds
}
__global__ void misaligned(const int *in, int *out, int offset) {
  int2 pair = *(const int2 *)(in + offset);  // misaligned-access
  out[0] = pair.x;
}
__global__ void average(const int *sum, int *mean, int count) { mean[0] = sum[0] / count; }  // undefined-arithmetic
template <bool Wrong>
__global__ void neighbours(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 0;
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;  // missing-barrier
  if constexpr (!Wrong) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // shared-race
}
__global__ void together(int *sum, bool wrong) {
  if (wrong) sum[0] = blockIdx.x;  // global-race
  else atomicExch(sum, (int)blockIdx.x);
}
__global__ void hand_over(int *data, int *flag, bool wrong) {
  if (blockIdx.x == 1) {
    data[0] = 7;
    if (!wrong) __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    data[1] = data[0];  // missing-fence
  }
}
template <bool Wrong>
__global__ void lockstep(int *out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 0;
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  if constexpr (!Wrong) __syncwarp();
  out[threadIdx.x] = tile[31 - threadIdx.x];  // warp-lockstep
}
__global__ void some_wait(int *out, unsigned who) {
  if (threadIdx.x < who) __syncthreads();  // barrier-divergence
  out[threadIdx.x] = 1;
}

int main(int argc, char **argv) {
  const char *rule = argc > 1 ? argv[1] : "";
  bool wrong = argc > 2 && !strcmp(argv[2], "wrong");
  auto is = [&](const char *name) { return !strcmp(rule, name); };
  int host[64] = {}, *a, *b;
  cudaMalloc(&a, 40 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));  // leak
  if (!is("uninitialized-read") || !wrong) cudaMemset(a, 0, 40 * sizeof(int));
  if (is("out-of-bounds-read")) read_beyond<<<2, 32>>>(a, b, wrong ? 64 : 40);
  if (is("out-of-bounds-write")) write_beyond<<<2, 32>>>(a, wrong ? 64 : 40);
  if (is("uninitialized-read")) add<<<1, 32>>>(a);
  if (is("launch-error")) fill<<<1, wrong ? 2048 : 32>>>(a, 1);  // launch-error
  if (is("timeout")) endless<<<1, 1>>>(a, wrong ? 0 : 1);
  if (is("device-assert")) asserting<<<1, 8>>>(wrong ? 5 : 7);
  if (is("__trap")) trapping<<<1, 8>>>(wrong);
  if (is("__brkpt")) breaking<<<1, 8>>>(wrong);
  int end = wrong ? -1 : 10;
  cudaMemcpy(b, &end, sizeof end, cudaMemcpyHostToDevice);
  if (is("stack-overflow")) recursive<<<1, 1>>>(b, a);
  if (is("shared-out-of-bounds")) shared_beyond<<<1, 32>>>(a, wrong ? 33 : 32);
  if (is("local-out-of-bounds")) local_beyond<<<1, 1>>>(a, wrong ? 9 : 8);
  if (is("misaligned-access")) misaligned<<<1, 1>>>(a, b, wrong ? 1 : 2);
  if (is("undefined-arithmetic")) average<<<1, 1>>>(a, b, wrong ? 0 : 2);
  if (is("host-device-pointer")) fill<<<1, 32>>>(wrong ? host : a, 1);
  if (is("shared-race") || is("missing-barrier")) (wrong ? neighbours<true> : neighbours<false>)<<<1, 64>>>(b);
  if (is("global-race")) together<<<2, 1>>>(a, wrong);
  if (is("missing-fence")) hand_over<<<2, 1>>>(a, a + 4, wrong);
  if (is("warp-lockstep")) (wrong ? lockstep<true> : lockstep<false>)<<<1, 32>>>(a);
  if (is("host-race")) {
    int *both;
    cudaMallocManaged(&both, sizeof(int));
    *both = 0;
    fill<<<1, 1>>>(both, 1);
    if (!wrong) cudaDeviceSynchronize();
    printf("%d\n", *both);  // host-race
    cudaFree(both);
  }
  if (is("barrier-divergence")) some_wait<<<1, 64>>>(b, wrong ? 16 : 64);
  cudaDeviceSynchronize();
  volatile int zero = wrong && is("host-fault") ? 0 : 1;
  printf("%d\n", 7 / zero);  // host-fault
  if (wrong && is("use-after-free")) {
    cudaFree(b);
    fill<<<1, 32>>>(b, 1);
    cudaFree(a);
    return 0;
  }
  if (is("use-after-free")) fill<<<1, 32>>>(b, 1);
  cudaFree(a);
  if (!wrong || !is("leak")) cudaFree(b);
  if (wrong && is("double-free")) cudaFree(a);  // double-free
}
