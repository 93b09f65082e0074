// Plain loads that an atomic function of the same place confirms: compare-and-swap loops and double-checked reads.
#include <cstdio>
#define KERNEL(name, ...) __global__ void name(__VA_ARGS__, int n)
#define INDEX                                    \
  int i = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= n) return

__device__ double addDouble(double* address, double value) {
  unsigned long long* bits = (unsigned long long*)address;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ __noinline__ float addFloat(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value + __int_as_float(assumed)));
  } while (assumed != old);
  return __int_as_float(old);
}
KERNEL(add, double* sums, double* out) {
  INDEX;
  out[i] = addDouble(sums, 1) + addFloat((float*)(sums + 1), 1);
}

__device__ float maximum(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits;
  while (value > __int_as_float(old)) {
    int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
  return __int_as_float(old);
}
__device__ void maximumOfFloats(float* address, float value) {
  float old = *address;
  while (old < value) {
    int was = atomicCAS((int*)address, __float_as_int(old), __float_as_int(value));
    if (was == __float_as_int(old)) break;
    old = __int_as_float(was);
  }
}
KERNEL(maxima, float* best) {
  INDEX;
  float value = i * 37 % n;
  maximum(best, value);
  maximumOfFloats(best + 1, value);
  if (best[2] >= value) return;
  int old = __float_as_int(best[2]), assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS((int*)best + 2, assumed, __float_as_int(value));
  } while (assumed != old);
}

__device__ unsigned short addShort(unsigned short* address, unsigned short value) {
  unsigned* word = (unsigned*)((char*)address - ((size_t)address & 2));
  unsigned old = *word, assumed, shift = ((size_t)address & 2) * 8;
  do {
    assumed = old;
    unsigned short sum = (unsigned short)((assumed >> shift) + value);
    old = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | ((unsigned)sum << shift));
  } while (assumed != old);
  return (old >> shift) & 0xffff;
}
KERNEL(halves, unsigned short* counts, int* out) {
  INDEX;
  out[i] = addShort(counts + i % 6, 1);
}

KERNEL(sharedBest, int* out) {
  INDEX;
  __shared__ unsigned long long best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  unsigned long long mine = ((unsigned long long)(threadIdx.x * 37 % 64) << 32) | threadIdx.x;
  unsigned long long seen = best;
  while (seen < mine) {
    unsigned long long found = atomicCAS(&best, seen, mine);
    if (found == seen) break;
    seen = found;
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = (int)best;
}

struct Node {
  float weight;
  int best;
};
template <typename T, typename Operation>
__device__ T update(T* address, Operation operation) {
  T old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, operation(assumed));
  } while (assumed != old);
  return old;
}
KERNEL(members, Node* nodes) {
  INDEX;
  update(&nodes[i % 8].best, [i](int best) { return best < i ? i : best; });
}

KERNEL(checked, int* p, int* out) {
  INDEX;
  int value = i * 37 % n;
  if (*p < value) atomicMax(p, value);
  if (p[1] < value && atomicMax(p + 1, value) < value) atomicAdd(out, 1);
  if (!(p[2 + i / 32 % 4] & (1 << i % 32))) atomicOr(&p[2 + i / 32 % 4], 1 << i % 32);
  if (p[7] < 10) {
    int at = atomicAdd(p + 7, 1);
    if (at < 10) out[1 + at] = i;
  }
  for (int k = 0; k < 4; k++)
    if (value + k > p[8]) atomicMax(p + 8, value + k);
}

__device__ bool claim(int* owner, int me) {
  if (*owner != 0) return false;
  return atomicCAS(owner, 0, me) == 0;
}
KERNEL(claims, int* owners, int* out) {
  INDEX;
  if (owners[i % 8] == 0 && atomicCAS(&owners[i % 8], 0, i + 1) == 0) out[i % 8] = i;
  if (claim(owners + 8 + i % 8, i + 1)) out[8 + i % 8] = i;
}
KERNEL(tryLock, int* lock, int* out) {
  INDEX;
  if (i % 32 != 0) return;
  bool mine = *lock == 0 && atomicCAS(lock, 0, 1) == 0;
  if (mine) {
    __threadfence();
    out[0]++;
    __threadfence();
    atomicExch(lock, 0);
  }
}

KERNEL(push, int* head, int* next) {
  INDEX;
  int old = *head;
  while (true) {
    next[i] = old;
    int was = atomicCAS(head, old, i + 1);
    if (was == old) break;
    old = was;
  }
}
KERNEL(wrapping, unsigned* p) {
  INDEX;
  unsigned old, value = *p;
  do {
    old = value;
    value = atomicCAS(p, old, old >= 99 ? 0 : old + 1);
  } while (value != old);
}

int main() {
  char* d;
  cudaMalloc(&d, 8192);
#define RUN(kernel, ...)                       \
  cudaMemset(d, 0, 8192);                      \
  kernel<<<4, 64>>>(__VA_ARGS__, 256);         \
  if (cudaDeviceSynchronize() != cudaSuccess) return 1
  RUN(add, (double*)d, (double*)d + 16);
  RUN(maxima, (float*)d);
  RUN(halves, (unsigned short*)d, (int*)d + 16);
  RUN(sharedBest, (int*)d);
  RUN(members, (Node*)d);
  RUN(checked, (int*)d, (int*)d + 16);
  RUN(claims, (int*)d, (int*)d + 16);
  RUN(tryLock, (int*)d, (int*)d + 16);
  RUN(push, (int*)d, (int*)d + 16);
  RUN(wrapping, (unsigned*)d);
  cudaFree(d);
}
