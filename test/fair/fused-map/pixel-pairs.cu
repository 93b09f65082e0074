__device__ float developed(float raw, float dark, float gain) {
  float v = fminf(fmaxf((raw - dark) * gain, 0.0f), 1.0f);
  return v * v * (3.0f - 2.0f * v);
}

// Pairs of pixels where n is even.
__global__ void pairs(const float2* raw, const float2* dark, const float2* gain, float2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 r = raw[i], d = dark[i], g = gain[i];
  out[i] = make_float2(developed(r.x, d.x, g.x), developed(r.y, d.y, g.y));
}
__global__ void singles(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = developed(raw[i], dark[i], gain[i]);
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  if (n % 2 == 0)
    pairs<<<(n / 2 + 127) / 128, 128>>>((const float2*)raw, (const float2*)dark, (const float2*)gain, (float2*)out, n / 2);
  else
    singles<<<(n + 127) / 128, 128>>>(raw, dark, gain, out, n);
}
