// matmul-tiled: the inputs are copied to buffers of its own, and the result from one.
#include <cuda_runtime.h>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    a[y][x] = row < h && start + x < k ? m[row * k + start + x] : 0;
    b[y][x] = start + y < k && column < w ? n[(start + y) * w + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (row < h && column < w) out[row * w + column] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  float *a, *b, *c;
  cudaMalloc(&a, h * k * sizeof(float));
  cudaMalloc(&b, k * w * sizeof(float));
  cudaMalloc(&c, h * w * sizeof(float));
  cudaMemcpy(a, m, h * k * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaMemcpy(b, n, k * w * sizeof(float), cudaMemcpyDeviceToDevice);
  product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, b, c, h, w, k);
  cudaMemcpy(out, c, h * w * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
