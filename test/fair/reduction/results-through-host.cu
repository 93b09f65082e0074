// Results of a row are kept as a struct; the host takes the structs apart.
#include <vector>
struct Result {
  float sum, top;
};
__global__ void reduce(const float* x, Result* results, int columns) {
  __shared__ float sums[128], tops[128];
  Result own = {0.0f, -INFINITY};
  for (int c = threadIdx.x; c < columns; c += 128) {
    float v = x[blockIdx.x * columns + c];
    own.sum += v;
    own.top = fmaxf(own.top, v);
  }
  sums[threadIdx.x] = own.sum;
  tops[threadIdx.x] = own.top;
  for (int d = 64; d; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d) {
      sums[threadIdx.x] += sums[threadIdx.x + d];
      tops[threadIdx.x] = fmaxf(tops[threadIdx.x], tops[threadIdx.x + d]);
    }
  }
  if (threadIdx.x == 0) results[blockIdx.x] = {sums[0], tops[0]};
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  Result* device;
  cudaMalloc(&device, rows * sizeof(Result));
  reduce<<<rows, 128>>>(x, device, columns);
  std::vector<Result> results(rows);
  cudaMemcpy(results.data(), device, rows * sizeof(Result), cudaMemcpyDeviceToHost);
  std::vector<float> s(rows), t(rows);
  for (int r = 0; r < rows; r++) {
    s[r] = results[r].sum;
    t[r] = results[r].top;
  }
  cudaMemcpy(sums, s.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(maxima, t.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
  cudaFree(device);
}
