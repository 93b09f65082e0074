// Eight rows a block, a warp each; the results of the block are collected in shared memory and written together.
__global__ void reduce(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ float s[8], t[8];
  int lane = threadIdx.x, row = blockIdx.x * 8 + threadIdx.y;
  float sum = 0, top = -INFINITY;
  if (row < rows)
    for (int c = lane; c < columns; c += 32) {
      float v = x[row * columns + c];
      sum += v;
      top = fmaxf(top, v);
    }
  for (int d = 16; d; d /= 2) {
    sum += __shfl_xor_sync(~0u, sum, d);
    top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  }
  if (lane == 0) {
    s[threadIdx.y] = sum;
    t[threadIdx.y] = top;
  }
  __syncthreads();
  int id = threadIdx.y * 32 + lane;
  if (id < 8 && blockIdx.x * 8 + id < rows) {
    sums[blockIdx.x * 8 + id] = s[id];
    maxima[blockIdx.x * 8 + id] = t[id];
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<(rows + 7) / 8, dim3(32, 8)>>>(x, sums, maxima, rows, columns);
}
