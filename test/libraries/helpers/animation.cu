// An animation in the style of "CUDA by Example", with the vectors of helper_math.h.
#include <cstdio>

#include "book.h"
#include "cpu_anim.h"
#include <helper_math.h>

__global__ void ripple(uchar4 *pixels, int ticks) {
  int x = threadIdx.x, y = blockIdx.x;
  float2 at = make_float2(make_int2(x, y)) - make_float2(blockDim.x * 0.5f, gridDim.x * 0.5f);
  float3 color = lerp(make_float3(0.0f), make_float3(255.0f), clamp(length(at) / 8.0f, 0.0f, 1.0f));
  int3 rounded = clamp(make_int3(color) + ticks, 0, 255);
  pixels[y * blockDim.x + x] = uchar4{(unsigned char)rounded.x, (unsigned char)rounded.y, (unsigned char)rounded.z, 255};
}

struct Block {
  uchar4 *device;
  CPUAnimBitmap *bitmap;
};
static void frame(Block *d, int ticks) {
  ripple<<<8, 8>>>(d->device, ticks);
  HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->device, d->bitmap->image_size(), cudaMemcpyDeviceToHost));
  printf("tick %d, center %d\n", ticks, d->bitmap->get_ptr()[4 * (4 * 8 + 4)]);
}
static void cleanup(Block *d) { HANDLE_ERROR(cudaFree(d->device)); }

int main() {
  float4 v = 2.0f * make_float4(make_float3(1.0f, -2.0f, 3.0f), 0.5f) / 4.0f;
  v += v;
  printf("%.2f %.2f %.2f, dot %.2f, cross %.2f\n", v.x, v.y, fminf(v, make_float4(0.25f)).w, dot(v, v),
         cross(make_float3(1, 0, 0), make_float3(0, 1, 0)).z);
  uint2 u = max(make_uint2(3, 4) * 2u, make_uint2(7u));
  int4 i = -abs(make_int4(1, -2, 3, -4));
  printf("%u %u, %d %d\n", u.x, u.y, i.y, i.w);
  Block data;
  CPUAnimBitmap bitmap(8, 8, &data);
  data.bitmap = &bitmap;
  HANDLE_ERROR(cudaMalloc((void **)&data.device, bitmap.image_size()));
  bitmap.anim_and_exit((void (*)(void *, int))frame, (void (*)(void *))cleanup);
}
