// Plain loads whose value also goes where no atomic function confirms it: each line with a mark is a race.
#include <cstdio>
#define KERNEL(name) __global__ void name(int* p, int* out, int n)
#define INDEX                                    \
  int i = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= n) return

__device__ __noinline__ int get(int* p) {
  int value = *p; // @
  atomicMax(p, 3);
  return value;
}
KERNEL(stored) {
  INDEX;
  int old = *p, assumed; // @
  out[i] = old;
  do { assumed = old; old = atomicCAS(p, assumed, assumed + 1); } while (assumed != old);
}
KERNEL(effect) {
  INDEX;
  int x = i * 37 % n;
  if (*p < x) { // @
  atomicMax(p, x);
  out[i] = 1; }
}
KERNEL(checkThenAdd) {
  INDEX;
  if (*p < 100) atomicAdd(p, 1); // @
}
KERNEL(unrelated) {
  INDEX;
  if (*p < 100) atomicMax(p, i); // @
}
KERNEL(added) {
  INDEX;
  atomicAdd(p, *p + 1); // @
}
KERNEL(unexpected) {
  INDEX;
  atomicCAS(p, 0, *p + 1); // @
}
KERNEL(otherwise) {
  INDEX;
  if (*p == 0) { // @
  if (atomicCAS(p, 0, i + 1) == 0) out[0] = i;
  } else out[i] = 1;
}
KERNEL(returned) {
  INDEX;
  int old = *p, assumed, x = i * 37 % n; // @
  while (x > old) {
  assumed = old;
  old = atomicCAS(p, assumed, x);
  if (old == assumed) break; }
  out[i] = old;
}
KERNEL(index) {
  INDEX;
  int old = *p; // @
  out[old % 64 + i] = i;
  atomicCAS(p, old, old + 1);
}
KERNEL(twice) {
  INDEX;
  if (*p == 0) atomicExch(p, 1); // @
  if (*p != 0) out[i] = 1;
}
KERNEL(printed) {
  INDEX;
  if (*p == i) printf("x"); // @
  atomicMax(p, i);
}
KERNEL(tries) {
  INDEX;
  int tries = 0;
  while (*p != i && tries < 3) { // @
  atomicCAS(p, i - 1, i);
  tries++; }
  out[i] = tries;
}
KERNEL(called) {
  INDEX;
  out[i] = get(p);
}
KERNEL(once) {
  INDEX;
  int old = *p; // @
  out[i] = old;
  atomicCAS(p, old, i);
}
KERNEL(fewTimes) {
  INDEX;
  int old = *p; // @
  for (int t = 0; t < 2; t++) {
  out[i] = old;
  int was = atomicCAS(p, old, i);
  if (was == old) break;
  old = was; }
}
KERNEL(otherPlace) {
  INDEX;
  int old = *p; // @
  atomicMax(p, i);
  atomicCAS(p + 1, old, i);
}
KERNEL(inShared) {
  INDEX;
  __shared__ int m;
  if (threadIdx.x == 0) m = 0;
  __syncthreads();
  int x = threadIdx.x * 37 % 64;
  if (m < x) { // @
  atomicMax(&m, x);
  out[i] = x; }
}
int main() {
  int* d;
  cudaMalloc(&d, 4096);
#define RUN(kernel)                       \
  cudaMemset(d, 0, 4096);                 \
  kernel<<<4, 64>>>(d, d + 16, 256);      \
  cudaDeviceSynchronize()
  RUN(stored);
  RUN(effect);
  RUN(checkThenAdd);
  RUN(unrelated);
  RUN(added);
  RUN(unexpected);
  RUN(otherwise);
  RUN(returned);
  RUN(index);
  RUN(twice);
  RUN(printed);
  RUN(tries);
  RUN(called);
  RUN(once);
  RUN(fewTimes);
  RUN(otherPlace);
  RUN(inShared);
  cudaFree(d);
}
