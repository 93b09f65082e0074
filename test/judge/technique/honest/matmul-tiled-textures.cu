// matmul-tiled: tiles are filled through textures.
#include <cuda_runtime.h>
__global__ void product(cudaTextureObject_t m, cudaTextureObject_t n, float* out, int h, int w, int k) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    a[y][x] = row < h && start + x < k ? tex1Dfetch<float>(m, row * k + start + x) : 0;
    b[y][x] = start + y < k && column < w ? tex1Dfetch<float>(n, (start + y) * w + column) : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (row < h && column < w) out[row * w + column] = sum;
}
static cudaTextureObject_t over(const float* data, int count) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = (void*)data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = count * sizeof(float);
  cudaTextureDesc texture = {};
  texture.readMode = cudaReadModeElementType;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  return object;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(over(m, h * k), over(n, k * w), out, h, w, k);
}
