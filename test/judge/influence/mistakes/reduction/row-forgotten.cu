// Each block sums the first row.
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float sum[256], largest[256];
  int t = threadIdx.x;
  float own = 0, most = -INFINITY;
  for (int column = t; column < columns; column += blockDim.x) {
    own += x[column];
    most = fmaxf(most, x[column]);
  }
  sum[t] = own;
  largest[t] = most;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) {
      sum[t] += sum[t + half];
      largest[t] = fmaxf(largest[t], largest[t + half]);
    }
    __syncthreads();
  }
  if (t == 0) {
    sums[blockIdx.x] = sum[0];
    maxima[blockIdx.x] = largest[0];
  }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
