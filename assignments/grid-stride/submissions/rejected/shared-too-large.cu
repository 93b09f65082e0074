// "Nobody will launch it with more than 64 KB of tiles."
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  __shared__ float tile[2][8192];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    tile[0][threadIdx.x] = a * x[i];
    out[i] = tile[0][threadIdx.x] + y[i];
  }
}
