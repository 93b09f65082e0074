#include <cuda_fp16.h>
__global__ void memory(float *out, const float *__restrict__ in, const float4 *in4, int *n, __half *h, __half2 *h2) {
  out[0] = __ldg(in) + __ldg(&in[1]) + __ldcg(in) + __ldcs(in) + __ldca(in) + __ldcv(in) + __ldg(in4).w + __ldg(n);
  __stcs(out, 1.0f);
  __stcg(out + 1, 2.0f);
  __stwb(out + 2, 2.0f);
  __stwt(out + 3, 2.0f);
  char local[16];
  memset(local, 1, sizeof(local));
  memcpy(out + 4, local, sizeof(local));
  h[0] = __float2half(in[0]) * h[1] + __half(2.0f);
  h2[0] = __hfma2(h2[0], h2[1], __floats2half2_rn(1.0f, 2.0f));
  if (h[0] > h[1]) out[5] = __half2float(hsqrt(h[0])) + (float)h[1] + __low2float(h2[0]);
  atomicAdd(h, __float2half(1.0f));
  h2[1] = __shfl_down_sync(~0u, h2[0], 1);
}
int main() {
  half one = __float2half(1.0f);
  return (int)__half2float(one) - 1;
}
