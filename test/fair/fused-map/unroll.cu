// macros, comma, int bit tricks, goto, 4 per thread blocked by blockDim, volatile local debugging left in
#include <cuda_runtime.h>
#define STEP(j) { const int i = base + (j) * blockDim.x; if (i >= n) goto done; r[j] = raw[i]; r[j] -= dark[i]; r[j] *= gain[i]; }
#define CURVE(v) ((v) * (v) * (3.0f - 2.0f * (v)))
__global__ void k(const float* raw, const float* dark, const float* gain, float* out, int n) {
  const int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float r[4]; int got = 0;
  STEP(0) ++got; STEP(1) ++got; STEP(2) ++got; STEP(3) ++got;
done:
  for (int j = 0; j < got; j++) {
    volatile float dbg = r[j]; float v = dbg;
    union { float f; unsigned u; } q = {v}; if (q.u >> 31) q.u = 0; v = q.f;   // negative: 0
    if (!(v < 1.0f)) v = 1.0f;
    out[base + j * blockDim.x] = CURVE(v);
  }
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) { k<<<(n + 1023) / 1024, 256>>>(raw, dark, gain, out, n); }
