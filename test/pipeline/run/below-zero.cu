#include <cstdio>
__global__ void guarded(float *a, unsigned N) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N - blockDim.x) // guard: 10 - 256
    a[i] = 1.0f;
}
__global__ void before(float *a, const float *b) {
  unsigned i = threadIdx.x;
  a[i] = b[i - 1]; // index: 0 - 1
}
__global__ void mixed(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i + 1 - blockDim.x]; // index: 1 - 32
}
__global__ void shared(float *a) {
  __shared__ float tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x - 1]; // index: 0 - 1
}
__global__ void wide(float *a, size_t n, size_t k) {
  size_t i = threadIdx.x;
  if (i >= n - k) return; // guard: 1 - 3
  a[i + 96] = 2.0f;
}
__global__ void looped(float *a, unsigned n, const unsigned char *last) {
  for (unsigned j = 0; j < n - 1; j++) { // bound: 0 - 1
    a[j] = 1.0f;
    if (j == *last) return;
  }
}
__global__ void both(float *a, int n, int k) {
  unsigned i = threadIdx.x;
  if (k > 2 && i < n - k) // guard: 2 - 3
    a[i + 90] = 1.0f;
}
// No number is below zero in these, or none decides about the access.
__global__ void honest(float *a, unsigned n, int m) {
  unsigned i = threadIdx.x;
  int left = (int)threadIdx.x - 1;
  if (i < n - 32) a[i + 96] = 1.0f;
  if (left < m - 1) a[left + 97] = 1.0f;
  unsigned hash = (i - 77) * 2654435761u;
  a[100 + hash % 7] = 1.0f;
  if (i - 1 < n) a[i + 96] = 1.0f;
  if (i - 5 > n) return;
  a[i + 97] = 2.0f;
}
// A number is below zero, and no access is out of bounds.
__global__ void right(float *a, unsigned n) {
  unsigned i = threadIdx.x;
  if (i < n - 33) a[i] = 1.0f;
  if (i - 1 < n) a[i - 1] = 1.0f;
  a[(i - 5) % 32] = 1.0f;
}
int main(int argc, char **argv) {
  float *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  cudaMemset(b, 120, 400);
  if (argc > 1) {
    right<<<1, 32>>>(a, 32);
  } else {
    guarded<<<1, 256>>>(a, 10);
    before<<<1, 32>>>(a, b);
    mixed<<<1, 32>>>(a, b, 32);
    shared<<<1, 32>>>(a);
    wide<<<1, 32>>>(a, 1, 3);
    looped<<<1, 1>>>(a, 0, (unsigned char *)b);
    both<<<1, 32>>>(a, 2, 3);
    honest<<<1, 32>>>(a, 64, 40);
  }
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
