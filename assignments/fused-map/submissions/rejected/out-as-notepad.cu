// One kernel, and out for what belongs into a local variable: gain might lie there, so it has to be stored first.
#include <cuda_runtime.h>

__global__ void develop_kernel(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = raw[i] - dark[i];
    out[i] *= gain[i];
    out[i] = fminf(fmaxf(out[i], 0.0f), 1.0f);
    out[i] = out[i] * out[i] * (3.0f - 2.0f * out[i]);
  }
}

void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  develop_kernel<<<(n + 255) / 256, 256>>>(raw, dark, gain, out, n);
}
