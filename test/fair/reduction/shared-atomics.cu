// Threads add into one place of shared memory; the maximum is kept there as an ordered integer.
__device__ unsigned ordered(float v) {
  unsigned u = __float_as_uint(v);
  return u & 0x80000000u ? ~u : u | 0x80000000u;
}
__device__ float plain(unsigned u) { return __uint_as_float(u & 0x80000000u ? u & 0x7fffffffu : ~u); }
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float sum;
  __shared__ unsigned top;
  if (threadIdx.x == 0) {
    sum = 0;
    top = 0;
  }
  __syncthreads();
  float own = 0;
  unsigned highest = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = x[blockIdx.x * columns + c];
    own += v;
    highest = max(highest, ordered(v));
  }
  atomicAdd(&sum, own);
  atomicMax(&top, highest);
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    maxima[blockIdx.x] = plain(top);
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<rows, 192>>>(x, sums, maxima, columns);
}
