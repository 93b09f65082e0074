// Each warp makes a row of 32 results; lanes hold the row's elements and hand them round by shuffles.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float b[32][32];
  const int lane = threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * 32 + lane;
  float sum = 0;
  for (int s = 0; s < k; s += 32) {
    for (int r = threadIdx.y; r < 32; r += blockDim.y) b[r][lane] = s + r < k && col < w ? n[(s + r) * w + col] : 0;
    float own = row < h && s + lane < k ? m[row * k + s + lane] : 0;
    __syncthreads();
    for (int i = 0; i < 32; i++) sum += __shfl_sync(0xffffffffu, own, i) * b[i][lane];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + 31) / 32, (h + 15) / 16), dim3(32, 16)>>>(m, n, out, h, w, k);
}
