#include <vector_functions.h>
#include <vector_types.h>
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(alignof(float2) == 8 && alignof(int4) == 16 && alignof(uchar4) == 4 && alignof(short2) == 4, "");
static_assert(alignof(double2) == 16 && alignof(longlong2) == 16 && sizeof(uchar3) == 3 && sizeof(dim3) == 12, "");
__global__ void vectors(float4 *out, const float4 *in, uchar4 *pixels, double2 *d) {
  float4 a = in[threadIdx.x];
  float2 b = make_float2(a.x, a.y);
  uchar4 p = make_uchar4(1, 2, 3, 255);
  int3 c = {1, 2, 3};
  out[threadIdx.x] = make_float4(b.x, b.y, (float)c.z, (float)p.w);
  pixels[threadIdx.x] = p;
  d[0] = make_double2(1.0, 2.0);
}
int main() {
  float4 host = make_float4(1, 2, 3, 4);
  uint2 pair{1u, 2u};
  return (int)host.w - 4 + (int)pair.x - 1;
}
