// A map for any function of three floats, and the function as an object: fusion as a library does it.
#include <cuda_runtime.h>

template <typename F>
__global__ void map3(F f, const float* a, const float* b, const float* c, float* out, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = f(a[i], b[i], c[i]);
}

struct Develop {
  float black, white;
  __device__ float operator()(float raw, float dark, float gain) const {
    float v = (raw - dark) * gain;
    v = max(black, min(white, v));
    return v * v * (3.0f - 2.0f * v);
  }
};

template <typename F>
void launch_map(F f, const float* a, const float* b, const float* c, float* out, int count) {
  constexpr int kThreads = 192;
  map3<<<(count + kThreads - 1) / kThreads, kThreads>>>(f, a, b, c, out, count);
}

void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  launch_map(Develop{0.0f, 1.0f}, raw, dark, gain, out, n);
}
