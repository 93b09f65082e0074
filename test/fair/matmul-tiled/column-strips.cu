// The product is made in strips of columns, one launch each, on streams that take turns.
#define T 16
__global__ void strip(const float* m, const float* n, float* out, int h, int w, int k, int from, int to) {
  __shared__ float a[T][T], b[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = from + blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int s = 0; s < k; s += T) {
    a[threadIdx.y][threadIdx.x] = row < h && s + threadIdx.x < k ? m[row * k + s + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < k && col < to ? n[(s + threadIdx.y) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < h && col < to) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  cudaStream_t streams[3];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  int turn = 0;
  for (int from = 0; from < w; from += 64, turn = (turn + 1) % 3) {
    int to = from + 64 < w ? from + 64 : w;
    strip<<<dim3((to - from + T - 1) / T, (h + T - 1) / T), dim3(T, T), 0, streams[turn]>>>(m, n, out, h, w, k, from, to);
  }
  for (auto& stream : streams) {
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
  }
}
