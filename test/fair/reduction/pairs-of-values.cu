// Sum and maximum travel together as a float2 in shared memory.
__device__ float2 both(float2 a, float2 b) { return make_float2(a.x + b.x, fmaxf(a.y, b.y)); }
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  extern __shared__ float2 pairs[];
  float2 own = {0.0f, -INFINITY};
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = x[(size_t)blockIdx.x * columns + c];
    own = both(own, make_float2(v, v));
  }
  pairs[threadIdx.x] = own;
  for (unsigned d = blockDim.x >> 1; d; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) pairs[threadIdx.x] = both(pairs[threadIdx.x], pairs[threadIdx.x + d]);
  }
  if (threadIdx.x) return;
  sums[blockIdx.x] = pairs[0].x;
  maxima[blockIdx.x] = pairs[0].y;
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  int threads = 256;
  reduce<<<rows, threads, threads * sizeof(float2)>>>(x, sums, maxima, columns);
}
