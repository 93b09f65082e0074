#include <cuComplex.h>

// Integer, SIMD, casting and rounding intrinsics; complex numbers; clocks.
__device__ int agreed[48];
__device__ void say(int statement, bool holds) {
  if (!holds) agreed[statement] = 0;
}
__device__ bool near(double got, double want) { return fabs(got - want) <= 1e-5 * fabs(want) + 1e-9; }

__global__ void integers(unsigned x, int minus, unsigned long long wide) {  // 0x12345678, -7, 2^40 + 3
  say(0, __popc(x) == 13 && __popcll(wide) == 3 && __clz((int)x) == 3 && __clzll((long long)wide) == 23 && __ffs((int)x) == 4 &&
             __ffsll((long long)wide) == 1 && __clz(0) == 32 && __ffs(0) == 0);
  say(1, __brev(x) == 0x1e6a2c48u && __brevll(1ull) == 1ull << 63 && __byte_perm(x, 0xaabbccddu, 0x7531) == 0xaacc1256u);
  say(2, __umulhi(x, 16u) == 1u && __mulhi(minus, 1 << 30) == -2 && __umul64hi(wide, 1ull << 32) == 256ull && __mul64hi(-1ll, 1ll) == -1ll);
  say(3, __mul24(minus, 3) == -21 && __umul24(0x1000002u, 3u) == 6u && __sad(minus, 5, 10u) == 22u && __usad(3u, 8u, 1u) == 6u);
  say(4, __hadd(minus, 4) == -2 && __rhadd(minus, 4) == -1 && __uhadd(~0u, ~0u) == ~0u && __urhadd(1u, 2u) == 2u);
  say(5, __dp4a(make_char4(1, 2, 3, -4), make_char4(1, 1, 1, 1), 5) == 7 && __dp4a(make_uchar4(1, 2, 3, 255), make_uchar4(1, 1, 1, 2), 1u) == 517 &&
             __dp2a_lo(make_short2(1, -2), make_char4(3, 4, 5, 6), 1) == -4 && __dp2a_hi(make_ushort2(1, 2), make_uchar4(3, 4, 5, 6), 1u) == 18 &&
             __dp4a(0x01020304, 0x01010101, 5) == 15 && __dp4a((int)0xff020304, 0x01010101, 0) == 8 && __dp2a_lo(0x00020003, 0x04050607, 1) == 34 &&
             __dp2a_hi(0x00020003, 0x04050607, 1) == 24);
  say(6, __funnelshift_l(x, 0xff000000u, 8) == 0x12u && __funnelshift_r(x, 0xffu, 8) == 0xff123456u && __funnelshift_lc(x, 7u, 40) == x &&
             __funnelshift_rc(x, 7u, 40) == 7u);
}
__global__ void simd(unsigned a, unsigned b) {  // 0x01fe7f80, 0x02030180
  say(7, __vadd4(a, b) == 0x03018000u && __vsub4(a, b) == 0xfffb7e00u && __vaddus4(a, b) == 0x03ff80ffu && __vaddss4(a, b) == 0x03017f80u);
  say(8, __vadd2(a, b) == 0x04018100u && __vmaxu4(a, b) == 0x02fe7f80u && __vmins4(a, b) == 0x01fe0180u && __vmaxs2(a, b) == 0x02037f80u);
  say(9, __vabsdiffu4(a, b) == 0x01fb7e00u && __vsadu4(a, b) == 0x1 + 0xfb + 0x7e && __vcmpeq4(a, b) == 0xffu && __vcmpgtu4(a, b) == 0x00ffff00u);
  say(10, __vseteq4(a, b) == 1u && __vabs4(a) == 0x01027f80u && __vneg4(a) == 0xff028180u && __vavgu4(a, b) == 0x02814080u && __vhaddu4(a, b) == 0x01804080u);
  say(11, __vimax3_s32(3, -5, 9) == 9 && __vimin3_u32(3, 5, 9) == 3 && __vimax_s32_relu(-3, -5) == 0 && __viaddmax_s32(3, 4, 5) == 7 &&
              __vimax3_s16x2(0x00010002u, 0x00030001u, 0xffff0007u) == 0x00030007u);
  bool first;
  say(12, __vibmax_s32(4, 4, &first) == 4 && first && __vibmin_u32(4u, 3u, &first) == 3u && !first);
}
__global__ void conversions(float f, double d) {  // 2.5, -2.75
  say(13, __float2int_rn(f) == 2 && __float2int_rz(f) == 2 && __float2int_ru(f) == 3 && __float2int_rd(-f) == -3 && __double2int_rn(d) == -3 &&
              __double2int_rz(d) == -2 && __double2uint_rz(d) == 0u && __double2ll_rd(d) == -3);
  say(14, __float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f && __double_as_longlong(1.0) == 0x3ff0000000000000ll &&
              __double2hiint(1.0) == 0x3ff00000 && __hiloint2double(0x40000000, 0) == 2.0);
  say(15, __fadd_rz(1.0f, 0x1p-30f) == 1.0f && __fadd_ru(1.0f, 0x1p-30f) == 1.0f + 0x1p-23f && __fmul_rd(f, f) == 6.25f && __fdiv_rn(1.0f, 3.0f) == 1.0f / 3.0f &&
              __fsqrt_rn(6.25f) == 2.5f && __fmaf_rn(f, f, 1.0f) == 7.25f && __dadd_ru(1.0, 0x1p-60) == 1.0 + 0x1p-52);
  say(16, __int2float_rd(0x1000001) == 16777216.0f && __int2float_ru(0x1000001) == 16777218.0f && __ll2float_rn(1ll << 40) == 0x1p40f &&
              __saturatef(f) == 1.0f && __saturatef(-f) == 0.0f);
  say(17, near(__expf(1.0f), 2.718282) && near(__logf(10.0f), 2.302585) && near(__fdividef(1.0f, 8.0f), 0.125) && near(__powf(2.0f, 3.0f), 8.0) &&
              fabsf(__sinf(1.0f) - 0.841471f) < 1e-5f && fabsf(__cosf(1.0f) - 0.540302f) < 1e-5f && near(__log2f(8.0f), 3.0));
}
__global__ void mathematics(double x, float f) {  // 0.5, 0.5f
  say(18, near(rsqrt(x), 1.414213562) && near(normcdf(x), 0.6914624613) && near(erfinv(x), 0.4769362762) && near(normcdfinv(0.75), 0.6744897502) &&
              near(cyl_bessel_i0(x), 1.0634833707) && near(erfcx(x), 0.6156903442) && near(erfcinv(x), 0.4769362762));
  double s, c;
  sincospi(x, &s, &c);
  say(19, s == 1.0 && c == 0.0 && sinpi(2.0) == 0.0 && cospi(1.0) == -1.0 && near(sinpif(0.25f), 0.707106781) && near(cyl_bessel_i1f(f), 0.257894305));
  say(20, near(hypot(3.0, 4.0), 5.0) && near(rnorm3d(2.0, 3.0, 6.0), 1.0 / 7) && near(norm4df(1, 1, 1, 1), 2.0) && near(rhypot(3.0, 4.0), 0.2) &&
              near(cbrt(27.0), 3.0) && near(rcbrt(8.0), 0.5));
  say(21, near(tgamma(5.0), 24.0) && near(lgamma(10.0), 12.8018274801) && near(j0(1.0), 0.7651976866) && near(y1(1.0), -0.7812128213) && near(jn(2, 1.0), 0.1149034849));
  int exponent, quotient;
  double whole, part = frexp(12.0, &exponent);
  say(22, part == 0.75 && exponent == 4 && ldexp(0.75, 4) == 12.0 && modf(2.25, &whole) == 0.25 && whole == 2.0 && remquo(7.0, 2.0, &quotient) == -1.0 &&
              ilogb(8.0) == 3 && fdim(3.0, 1.0) == 2.0 && nextafterf(1.0f, 2.0f) == 1.0f + 0x1p-23f && copysign(1.0, -2.0) == -1.0);
  say(23, lrint(2.5) == 2 && llround(2.5) == 3 && rint(3.5) == 4.0 && round(-2.5) == -3.0 && trunc(-2.7) == -2.0 && fmod(7.0, 4.0) == 3.0 && remainder(7.0, 4.0) == -1.0);
  say(24, isnan(nan("")) && isinf(1.0 / (x - 0.5)) && isfinite(x) && signbit(-x) && fma(x, x, 1.0) == 1.25 && fmax(x, nan("")) == x && min(3, 2) == 2 && max(2.5f, f) == 2.5f);
}
__global__ void complex_numbers() {
  cuFloatComplex a = make_cuFloatComplex(1, 2), b = make_cuComplex(3, -4);
  cuFloatComplex product = cuCmulf(a, b), quotient = cuCdivf(a, b), sum = cuCaddf(a, b), conjugate = cuConjf(a);
  say(25, cuCrealf(product) == 11 && cuCimagf(product) == 2 && near(quotient.x, -0.2) && near(quotient.y, 0.4) && sum.x == 4 && sum.y == -2 && conjugate.y == -2 &&
              near(cuCabsf(b), 5));
  cuDoubleComplex wide = cuCfma(cuComplexFloatToDouble(a), make_cuDoubleComplex(0, 1), make_cuDoubleComplex(1, 1));
  say(26, cuCreal(wide) == -1 && cuCimag(wide) == 2 && near(cuCabs(make_cuDoubleComplex(3e200, 4e200)), 5e200));
}
__global__ void clocks() {
  long long begin = clock64();
  clock_t small = clock();
  int turns = 0;
  for (volatile int i = 0; i < 1000; i++) turns += i;
  __nanosleep(10);
  say(27, clock64() > begin && clock() != small && turns == 499500);
}
__global__ void __launch_bounds__(128) barriers(int *out) {
  int t = threadIdx.x;
  say(28, __syncthreads_count(t < 40) == 40);
  say(29, __syncthreads_and(t >= 0) != 0 && __syncthreads_and(t > 0) == 0);
  say(30, __syncthreads_or(t == 127) != 0 && __syncthreads_or(t > 127) == 0);
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  out[t] = t;
}

int main() {
  int r[48], *out;
  for (int &each : r) each = 1;
  cudaMemcpyToSymbol(agreed, r, sizeof r);
  cudaMalloc(&out, 128 * sizeof(int));
  integers<<<1, 1>>>(0x12345678u, -7, (1ull << 40) + 3);
  simd<<<1, 1>>>(0x01fe7f80u, 0x02030180u);
  conversions<<<1, 1>>>(2.5f, -2.75);
  mathematics<<<1, 1>>>(0.5, 0.5f);
  complex_numbers<<<1, 1>>>();
  clocks<<<1, 1>>>();
  barriers<<<1, 128>>>(out);
  check(cudaMemcpyFromSymbol(r, agreed, sizeof r) == cudaSuccess, "kernels may call any intrinsic");
  check(r[0], "__popc, __clz and __ffs count bits, from bit 1 on where they name one");
  check(r[1], "__brev turns bits round, and __byte_perm picks bytes of two words");
  check(r[2], "__umulhi and its kind give the upper half of a product");
  check(r[3], "__mul24 multiplies the lower 24 bits, __sad adds an absolute difference");
  check(r[4], "__hadd and __rhadd are averages that do not overflow");
  check(r[5], "__dp4a and __dp2a are scalar products of the bytes of words");
  check(r[6], "__funnelshift_l and __funnelshift_r shift two words as one");
  check(r[7], "__vadd4 and __vsub4 compute with four bytes, saturated where the name says ss or us");
  check(r[8], "__vmax, __vmin and sums work on two halfwords as well");
  check(r[9], "__vabsdiff, __vsad and __vcmp compare byte by byte");
  check(r[10], "__vset answers ones, __vabs and __vneg wrap round, averages do not overflow");
  check(r[11], "the minimum or maximum of three values is one function");
  check(r[12], "__vibmax and __vibmin tell which value it was");
  check(r[13], "floating-point numbers become integers in four rounding modes");
  check(r[14], "bits are reinterpreted without a conversion");
  check(r[15], "arithmetic has its rounding mode in its name");
  check(r[16], "integers become floating-point numbers in four rounding modes; __saturatef lies between 0 and 1");
  check(r[17], "the fast functions are close to the exact ones");
  check(r[18], "CUDA has the normal distribution, inverse error functions and modified Bessel functions");
  check(r[19], "sinpi, cospi and sincospi are exact where their argument is a half");
  check(r[20], "norms and their reciprocals are functions of their own");
  check(r[21], "CUDA has gamma and Bessel functions");
  check(r[22], "numbers can be taken apart and put together");
  check(r[23], "there are all the ways to round to a whole number");
  check(r[24], "numbers can be classified, and fmax prefers a number to NaN");
  check(r[25], "cuComplex.h computes with complex numbers");
  check(r[26], "complex numbers of double precision do not overflow early");
  check(r[27], "clock and clock64 go on while a thread computes");
  check(r[28], "__syncthreads_count counts the threads for which a condition holds");
  check(r[29], "__syncthreads_and asks whether it holds for all");
  check(r[30], "__syncthreads_or asks whether it holds for any");
  check(cudaFree(out) == cudaSuccess, "no intrinsic is an error");
}
