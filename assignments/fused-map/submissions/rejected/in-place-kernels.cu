// Four kernels without temporaries: everything happens in out, again and again.
#include <cuda_runtime.h>

__global__ void subtract(const float* raw, const float* dark, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = raw[i] - dark[i];
}

__global__ void multiply(const float* gain, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] *= gain[i];
}

__global__ void clamp(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fminf(fmaxf(out[i], 0.0f), 1.0f);
}

__global__ void curve(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = out[i] * out[i] * (3.0f - 2.0f * out[i]);
}

void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int blocks = (n + 255) / 256;
  subtract<<<blocks, 256>>>(raw, dark, out, n);
  multiply<<<blocks, 256>>>(gain, out, n);
  clamp<<<blocks, 256>>>(out, n);
  curve<<<blocks, 256>>>(out, n);
}
