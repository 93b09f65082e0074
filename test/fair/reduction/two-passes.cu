// Blocks reduce parts of a row; a second kernel reduces the parts.
#include <cfloat>
constexpr int THREADS = 128, PARTS = 4;
__device__ void tree(float* s, float* t) {
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d) {
      s[threadIdx.x] += s[threadIdx.x + d];
      t[threadIdx.x] = fmaxf(t[threadIdx.x], t[threadIdx.x + d]);
    }
  }
}
__global__ void parts(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float s[THREADS], t[THREADS];
  int row = blockIdx.y;
  float sum = 0, top = -FLT_MAX;
  for (int c = blockIdx.x * THREADS + threadIdx.x; c < columns; c += THREADS * PARTS) {
    sum += x[row * columns + c];
    top = fmaxf(top, x[row * columns + c]);
  }
  s[threadIdx.x] = sum;
  t[threadIdx.x] = top;
  tree(s, t);
  if (threadIdx.x == 0) {
    sums[row * PARTS + blockIdx.x] = s[0];
    maxima[row * PARTS + blockIdx.x] = t[0];
  }
}
__global__ void whole(const float* parts, const float* tops, float* sums, float* maxima) {
  __shared__ float s[PARTS], t[PARTS];
  s[threadIdx.x] = parts[blockIdx.x * PARTS + threadIdx.x];
  t[threadIdx.x] = tops[blockIdx.x * PARTS + threadIdx.x];
  tree(s, t);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = s[0];
    maxima[blockIdx.x] = t[0];
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  float *s, *t;
  cudaMalloc(&s, rows * PARTS * sizeof(float));
  cudaMalloc(&t, rows * PARTS * sizeof(float));
  parts<<<dim3(PARTS, rows), THREADS>>>(x, s, t, columns);
  whole<<<rows, PARTS>>>(s, t, sums, maxima);
  cudaFree(s);
  cudaFree(t);
}
