// __saturatef clamps to 0 to 1.
__global__ void develop_all(const float* __restrict__ raw, const float* __restrict__ dark, const float* __restrict__ gain,
                            float* __restrict__ out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = __saturatef((raw[i] - dark[i]) * gain[i]);
    out[i] = v * v * (3 - 2 * v);
  }
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int blocks = (n + 255) / 256;
  develop_all<<<blocks < 512 ? blocks : 512, 256>>>(raw, dark, gain, out, n);
}
