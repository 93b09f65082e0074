// Four independent loads per iteration, and a loop for the rest.
__device__ __forceinline__ unsigned gtid() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void saxpy(float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n) {
  const unsigned step = gridDim.x * blockDim.x, N = (unsigned)n;
  unsigned i = gtid();
  for (; i + 3 * step < N; i += 4 * step) {
    float xs[4], ys[4];
#pragma unroll
    for (int j = 0; j < 4; j++) { xs[j] = x[i + j * step]; ys[j] = y[i + j * step]; }
#pragma unroll
    for (int j = 0; j < 4; j++) out[i + j * step] = __fmaf_rn(a, xs[j], ys[j]);
  }
  while (i < N) { out[i] = fmaf(a, x[i], y[i]); i += step; }
}
