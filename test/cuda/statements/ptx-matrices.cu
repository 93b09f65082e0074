// Inline PTX: matrices of a warp, and floating point of 16 bits (PTX ISA 9.0, "Warp Level Matrix Instructions", "Half
// Precision Floating Point Instructions").
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned u32;

static __device__ u32 shared_address(const void *pointer) { return (u32)__cvta_generic_to_shared(pointer); }

__global__ void loads() {
  __shared__ alignas(16) unsigned short tile[32][8];
  int lane = threadIdx.x, four = lane % 4, eight = lane / 4;
  for (int i = 0; i < 8; i++) tile[lane][i] = (unsigned short)(lane * 8 + i);
  __syncthreads();
  u32 a, b, c, d, t;
  u32 row = shared_address(tile[lane]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(row) : "memory");
  u32 own = eight * 8 + 2 * four;
  auto pair = [](u32 first, u32 second) { return first | second << 16; };
  check(a == pair(own, own + 1) && b == pair(own + 64, own + 65) && d == pair(own + 192, own + 193) && c != a, "ldmatrix.x4 gives each lane two elements of a row");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(t) : "r"(row) : "memory");
  check(t == pair(2 * four * 8 + eight, (2 * four + 1) * 8 + eight), "ldmatrix.trans gives two elements of a column");
  __syncwarp();
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(row), "r"(pair(own + 1000, own + 1001)) : "memory");
  __syncthreads();
  check(tile[eight][2 * four] == own + 1000 && tile[8][0] == 64, "stmatrix stores them");
}

// Row r, column c of the factors; small whole numbers, so that sums are exact.
static __device__ int a_of(int r, int c) { return (r * 3 + c * 5) % 7 - 3; }
static __device__ int b_of(int r, int c) { return (r * 2 + c * 7) % 5 - 2; }
static __device__ int product(int r, int c, int depth) {
  int sum = r - c;
  for (int k = 0; k < depth; k++) sum += a_of(r, k) * b_of(k, c);
  return sum;
}
static __device__ u32 halves(float low, float high) {
  return __half_as_ushort(__float2half(low)) | (u32)__half_as_ushort(__float2half(high)) << 16;
}
static __device__ u32 brains(float low, float high) {
  return __bfloat16_as_ushort(__float2bfloat16(low)) | (u32)__bfloat16_as_ushort(__float2bfloat16(high)) << 16;
}
static __device__ u32 four_bytes(int a, int b, int c, int d) { return (a & 255) | (b & 255) << 8 | (c & 255) << 16 | (u32)(d & 255) << 24; }

__global__ void products() {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  float c[4] = {(float)(g - 2 * t), (float)(g - 2 * t - 1), (float)(g + 8 - 2 * t), (float)(g + 8 - 2 * t - 1)}, d[4];
  int ci[4] = {g - 2 * t, g - 2 * t - 1, g + 8 - 2 * t, g + 8 - 2 * t - 1}, di[4];
  auto right = [&](const float *x, int depth) {
    return x[0] == product(g, 2 * t, depth) && x[1] == product(g, 2 * t + 1, depth) && x[2] == product(g + 8, 2 * t, depth) &&
           x[3] == product(g + 8, 2 * t + 1, depth);
  };
  u32 a[4], b[2];
  for (int i = 0; i < 4; i++) a[i] = halves(a_of(g + 8 * (i % 2), 2 * t + 8 * (i / 2)), a_of(g + 8 * (i % 2), 2 * t + 1 + 8 * (i / 2)));
  for (int i = 0; i < 2; i++) b[i] = halves(b_of(2 * t + 8 * i, g), b_of(2 * t + 1 + 8 * i, g));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  check(right(d, 16), "mma.m16n8k16 of halves with sums of floats");
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  check(right(d, 8), "mma.m16n8k8 of halves");
  u32 h[2];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n"
               : "=r"(h[0]), "=r"(h[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(halves(c[0], c[1])), "r"(halves(c[2], c[3])));
  check(h[0] == halves(product(g, 2 * t, 16), product(g, 2 * t + 1, 16)) && h[1] == halves(product(g + 8, 2 * t, 16), product(g + 8, 2 * t + 1, 16)),
        "mma.m16n8k16 with sums of halves");
  for (int i = 0; i < 4; i++) a[i] = brains(a_of(g + 8 * (i % 2), 2 * t + 8 * (i / 2)), a_of(g + 8 * (i % 2), 2 * t + 1 + 8 * (i / 2)));
  for (int i = 0; i < 2; i++) b[i] = brains(b_of(2 * t + 8 * i, g), b_of(2 * t + 1 + 8 * i, g));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  check(right(d, 16), "mma.m16n8k16 of bf16");
  for (int i = 0; i < 4; i++) a[i] = __float_as_uint((float)a_of(g + 8 * (i % 2), t + 4 * (i / 2)));
  for (int i = 0; i < 2; i++) b[i] = __float_as_uint((float)b_of(t + 4 * i, g));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  check(right(d, 8), "mma.m16n8k8 of tf32");
  for (int i = 0; i < 4; i++) {
    int r = g + 8 * (i % 2), k = 4 * t + 16 * (i / 2);
    a[i] = four_bytes(a_of(r, k), a_of(r, k + 1), a_of(r, k + 2), a_of(r, k + 3));
  }
  for (int i = 0; i < 2; i++) {
    int k = 4 * t + 16 * i;
    b[i] = four_bytes(b_of(k, g), b_of(k + 1, g), b_of(k + 2, g), b_of(k + 3, g));
  }
  auto whole = [&](int depth) {
    return di[0] == product(g, 2 * t, depth) && di[1] == product(g, 2 * t + 1, depth) && di[2] == product(g + 8, 2 * t, depth) &&
           di[3] == product(g + 8, 2 * t + 1, depth);
  };
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=r"(di[0]), "=r"(di[1]), "=r"(di[2]), "=r"(di[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(ci[0]), "r"(ci[1]), "r"(ci[2]), "r"(ci[3]));
  check(whole(32), "mma.m16n8k32 of bytes");
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\n"
               : "=r"(di[0]), "=r"(di[1]), "=r"(di[2]), "=r"(di[3])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(ci[0]), "r"(ci[1]), "r"(ci[2]), "r"(ci[3]));
  check(whole(16), "mma.m16n8k16 of bytes");
  double x[2];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};\n"
               : "=d"(x[0]), "=d"(x[1])
               : "d"((double)a_of(g, t)), "d"((double)b_of(t, g)), "d"((double)c[0]), "d"((double)c[1]));
  check(x[0] == product(g, 2 * t, 4) && x[1] == product(g, 2 * t + 1, 4), "mma.m8n8k4 of doubles");
}

__global__ void narrow() {
  u32 a = halves(1.5f, -2.0f), b = halves(0.25f, 3.0f), d;
  asm("add.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  check(d == halves(1.75f, 1.0f), "add.f16x2");
  asm("fma.rn.f16x2 %0, %1, %2, %2;" : "=r"(d) : "r"(a), "r"(b));
  check(d == halves(0.625f, -3.0f), "fma.rn.f16x2");
  asm("max.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  check(d == halves(1.5f, 3.0f), "max.f16x2");
  unsigned short h;
  asm("mul.f16 %0, %1, %2;" : "=h"(h) : "h"((unsigned short)a), "h"((unsigned short)b));
  check(h == (unsigned short)halves(0.375f, 0.0f), "mul.f16");
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(brains(1.5f, 2.0f)), "r"(brains(2.0f, 4.0f)), "r"(brains(1.0f, -1.0f)));
  check(d == brains(4.0f, 7.0f), "fma.rn.bf16x2");
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"((unsigned short)a));
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(0.1f));
  check(f == 1.5f && h == (unsigned short)halves(0.1f, 0.0f), "cvt between float and half");
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(-2.0f), "f"(1.5f));
  check(d == a, "cvt.rn.f16x2.f32 puts the first float into the upper half");
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(2.0f), "f"(1.5f));
  check(d == brains(1.5f, 2.0f), "cvt.rn.bf16x2.f32");
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(1.0f + 0x1p-11f));
  check(d == 0x3f802000u, "cvt.rna.tf32.f32 rounds to ten bits");
  asm("ex2.approx.f16x2 %0, %1;" : "=r"(d) : "r"(halves(3.0f, -1.0f)));
  check(d == halves(8.0f, 0.5f), "ex2.approx.f16x2");
}

int main() {
  loads<<<1, 32>>>();
  products<<<1, 32>>>();
  narrow<<<1, 1>>>();
  cudaDeviceSynchronize();
}
