#include <cuda_bf16.h>
#include <cuda_fp16.h>

// The formats of 16 bits: what can be told exactly is compared exactly, functions within their documented error.
__device__ int agreed[48];
__device__ void say(int statement, bool holds) {
  if (!holds) agreed[statement] = 0;
}
__device__ bool near(float got, float want, float relative) {
  return fabsf(got - want) <= relative * fabsf(want) + 1e-6f;
}

__global__ void halves(const float *in) {
  float one = in[0], third = in[1], big = in[2], tiny = in[3];  // 1, 1/3, 70000, 2^-25
  say(0, __half2float(__float2half(third)) == 1365.0f / 4096.0f && __half_as_ushort(__float2half(one)) == 0x3c00);
  say(1, __half_as_ushort(__float2half_rn(big)) == 0x7c00 && __half_as_ushort(__float2half_rz(big)) == 0x7bff &&
             __half_as_ushort(__float2half_ru(-big)) == 0xfbff && __half_as_ushort(__float2half_rd(-big)) == 0xfc00);
  say(2, __half_as_ushort(__float2half_rn(tiny)) == 0 && __half_as_ushort(__float2half_ru(tiny)) == 1 &&
             __half_as_ushort(__float2half_rz(third)) == 0x3555 && __half_as_ushort(__float2half_ru(third)) == 0x3556);
  __half a = __float2half(1.5f), b = __float2half(2.25f);
  say(3, (float)(a + b) == 3.75f && (float)(a - b) == -0.75f && (float)(a * b) == 3.375f && (float)(b / a) == 1.5f &&
             __hadd(a, b) == a + b && __hsub(a, b) == a - b && __hmul(a, b) == a * b && __hdiv(b, a) == b / a);
  say(4, (float)__hfma(a, b, __float2half(1.0f)) == 4.375f && (float)__hadd_sat(a, b) == 1.0f && (float)__hsub_sat(a, b) == 0.0f &&
             (float)__hfma_relu(a, __hneg(b), a) == 0.0f && (float)__habs(-a) == 1.5f);
  __half nan = __ushort_as_half(0x7e00), infinite = __ushort_as_half(0x7c00);
  say(5, a < b && b > a && a <= a && a != b && !(nan == nan) && __hlt(a, b) && __hequ(nan, a) && !__heq(nan, a) && __hltu(nan, a) &&
             __hisnan(nan) && __hisinf(infinite) && !__hisinf(a));
  say(6, __hmax(a, nan) == a && __hisnan(__hmax_nan(a, nan)) && __hmin(a, b) == a);
  say(7, __half2int_rn(__float2half(2.5f)) == 2 && __half2int_rz(__float2half(-2.75f)) == -2 && __half2int_ru(__float2half(2.25f)) == 3 &&
             __half2int_rd(__float2half(-2.25f)) == -3 && __half2ushort_rz(__float2half(300.0f)) == 300 && (float)__int2half_rn(2049) == 2048.0f &&
             (float)__int2half_ru(2049) == 2050.0f && __half2uint_rz(__float2half(-3.0f)) == 0u);
  say(8, near(__half2float(hsqrt(b)), 1.5f, 1e-3f) && near(__half2float(hexp(a)), 4.4816891f, 2e-3f) && near(__half2float(hlog(b)), 0.81093f, 2e-3f) &&
             near(__half2float(hsin(a)), 0.997495f, 2e-3f) && near(__half2float(hrcp(b)), 0.444444f, 2e-3f) && near(__half2float(htanh(a)), 0.905148f, 2e-3f) &&
             (float)hfloor(b) == 2.0f && (float)hceil(b) == 3.0f && (float)hrint(a) == 2.0f && (float)htrunc(-a) == -1.0f && (float)hexp2(__float2half(3.0f)) == 8.0f);
  __half2 p = __halves2half2(a, b), q = __float2half2_rn(2.0f);
  __half2 sum = p + q, fused = __hfma2(p, q, q);
  say(9, __low2float(sum) == 3.5f && __high2float(sum) == 4.25f && __low2float(fused) == 5.0f && __high2float(__hmul2(p, q)) == 4.5f &&
             __low2float(__h2div(p, q)) == 0.75f && __low2float(__hneg2(p)) == -1.5f);
  say(10, __low2float(__hlt2(p, q)) == 1.0f && __high2float(__hlt2(p, q)) == 0.0f && __hlt2_mask(p, q) == 0xffffu && !__hblt2(p, q) && __hbgt2(sum, p) && p == p);
  say(11, __high2float(__lowhigh2highlow(p)) == 1.5f && __low2float(__high2half2(p)) == 2.25f && __half22float2(p).y == 2.25f &&
              __high2float(make_half2(b, a)) == 1.5f && __low2float(__highs2half2(p, q)) == 2.25f);
  __half2 complex = __hcmadd(__floats2half2_rn(1.0f, 2.0f), __floats2half2_rn(3.0f, 4.0f), __floats2half2_rn(0.5f, 0.5f));
  say(12, __low2float(complex) == -4.5f && __high2float(complex) == 10.5f);
  __half counted = a;
  counted += b;
  ++counted;
  counted++;
  say(13, (float)counted == 5.75f && (int)counted == 5 && static_cast<bool>(counted));
}

__global__ void bfloats(const float *in) {
  float third = in[1], pi = in[4];
  say(20, __bfloat162float(__float2bfloat16(pi)) == 3.140625f && __bfloat16_as_ushort(__float2bfloat16(1.0f)) == 0x3f80);
  say(21, __bfloat16_as_ushort(__float2bfloat16_rz(third)) == 0x3eaa && __bfloat16_as_ushort(__float2bfloat16_ru(third)) == 0x3eab &&
              __bfloat16_as_ushort(__float2bfloat16_rn(third)) == 0x3eab && __bfloat16_as_ushort(__float2bfloat16_rd(-third)) == 0xbeab);
  __nv_bfloat16 a = 1.5f, b = __float2bfloat16(2.25f);
  say(22, (float)(a + b) == 3.75f && (float)(a - b) == -0.75f && (float)(a * b) == 3.375f && (float)(b / a) == 1.5f && a < b && a == a && (float)-a == -1.5f);
  say(23, (float)__hfma(a, b, __float2bfloat16(1.0f)) == 4.375f && (float)__hmax(a, b) == 2.25f && (float)__habs(-b) == 2.25f && !__hisnan(a));
  say(24, near(__bfloat162float(hsqrt(b)), 1.5f, 1e-2f) && near(__bfloat162float(hexp(a)), 4.4816891f, 1e-2f) && (float)hfloor(b) == 2.0f);
  __nv_bfloat162 p = __halves2bfloat162(a, b), q = __float2bfloat162_rn(2.0f);
  say(25, __low2float(p + q) == 3.5f && __high2float(__hfma2(p, q, q)) == 6.5f && __low2float(__hlt2(p, q)) == 1.0f && __bfloat1622float2(p).x == 1.5f);
  say(26, __bfloat162int_rz(b) == 2 && (float)__int2bfloat16_rn(257) == 256.0f && (float)__int2bfloat16_ru(257) == 258.0f &&
              (float)__ll2bfloat16_rn(0x101000001ll) == 4328521728.0f);
}

__global__ void together(__half *sum, __half2 *pairs, __nv_bfloat16 *other, int *lanes) {
  atomicAdd(sum, __float2half(1.0f));
  atomicAdd(pairs, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(other, __float2bfloat16(1.0f));
  __half mine = __int2half_rn((int)threadIdx.x);
  __half2 pair = __halves2half2(mine, __hneg(mine));
  __nv_bfloat16 bf = __int2bfloat16_rn((int)threadIdx.x);
  int right = (float)__shfl_sync(~0u, mine, 5) == 5.0f && (float)__shfl_xor_sync(~0u, mine, 1) == (float)(threadIdx.x ^ 1) &&
              __high2float(__shfl_sync(~0u, pair, 3)) == -3.0f && (float)__shfl_down_sync(~0u, bf, 1) == (float)(threadIdx.x == 31 ? 31 : threadIdx.x + 1);
  lanes[threadIdx.x] = right && (float)__ldg(sum + 1) == 0.0f;
}

int main() {
  int results[48], lanes[32];
  for (int &each : results) each = 1;
  cudaMemcpyToSymbol(agreed, results, sizeof results);
  float values[5] = {1.0f, 1.0f / 3.0f, 70000.0f, 0x1p-25f, 3.14159265f}, *in;
  char *memory;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&memory, 512);
  cudaMemset(memory, 0, 512);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  halves<<<1, 1>>>(in);
  bfloats<<<1, 1>>>(in);
  together<<<1, 32>>>((__half *)memory, (__half2 *)(memory + 64), (__nv_bfloat16 *)(memory + 128), (int *)(memory + 256));
  cudaMemcpyFromSymbol(results, agreed, sizeof results);
  unsigned short sums[65];
  cudaMemcpy(sums, memory, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(lanes, memory + 256, sizeof lanes, cudaMemcpyDeviceToHost);
  const int *r = results;
  check(r[0], "__float2half rounds to 11 significant bits, to nearest");
  check(r[1], "what is too large for a half becomes infinity, or its largest number where it is rounded the other way");
  check(r[2], "halves are subnormal below 2^-14, and every rounding mode has its conversion");
  check(r[3], "halves are added, subtracted, multiplied and divided by operators and by functions alike");
  check(r[4], "__hfma rounds once; _sat results lie between 0 and 1, _relu results are not negative");
  check(r[5], "comparisons with NaN are false, and those with u true");
  check(r[6], "__hmax and __hmin prefer numbers to NaN, __hmax_nan does not");
  check(r[7], "halves become integers, and integers halves, in four rounding modes");
  check(r[8], "the functions of halves are accurate to a half");
  check(r[9], "half2 computes both halves at once");
  check(r[10], "comparisons of half2 answer 1.0 and 0.0, masks, or one truth for both");
  check(r[11], "the halves of a half2 can be swapped, doubled and taken out");
  check(r[12], "__hcmadd multiplies and adds complex numbers");
  check(r[13], "a half can be incremented and converted");
  check(r[20], "__float2bfloat16 rounds to 8 significant bits, to nearest");
  check(r[21], "every rounding mode has its conversion to bfloat16");
  check(r[22], "bfloat16 has the operators of numbers");
  check(r[23], "bfloat16 has fused multiplication, extremes and absolute values");
  check(r[24], "the functions of bfloat16 are accurate to a bfloat16");
  check(r[25], "bfloat162 computes both at once");
  check(r[26], "bfloat16 becomes integers, and integers bfloat16, rounded once");
  check(__half2float(__ushort_as_half(sums[0])) == 32.0f && sums[32] == 0x5000 && sums[33] == 0x5400 &&
            __bfloat162float(__ushort_as_bfloat16(sums[64])) == 32.0f,
        "atomicAdd adds halves, pairs of halves and bfloat16");
  bool all = true;
  for (int lane : lanes) all = all && lane;
  check(all, "halves and bfloat16 are exchanged in a warp");
  check((float)(__float2half(1.5f) + __float2half(2.0f)) == 3.5f && __half2float(__double2half(0.1)) == 0.0999755859375f,
        "host code computes with halves, too");
  check(cudaFree(in) == cudaSuccess && cudaFree(memory) == cudaSuccess, "none of it is an error");
}
