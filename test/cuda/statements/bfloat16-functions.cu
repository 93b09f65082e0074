#include <cuda_bf16.h>

// __nv_bfloat16 and __nv_bfloat162 (CUDA Math API, "Bfloat16 Precision Intrinsics"): what can be told exactly is compared
// exactly. Comparisons and functions come from one header for both formats, and are shown for __half.
// No copy of these in each line: the emulator's __half is a program of its own.
__device__ __noinline__ bool same(__nv_bfloat16 got, float want) { return (float)got == want; }
__device__ __noinline__ bool same(__nv_bfloat162 got, float low, float high) { return __low2float(got) == low && __high2float(got) == high; }

__global__ void conversions() {
  __nv_bfloat16 a = __nv_bfloat16(1.5f);
  float third = 1.0f / 3.0f;
  check(same(__float2bfloat16(third), 0.333984375f), "__float2bfloat16 rounds a float to nearest");
  check(same(__double2bfloat16(0.1), 0.10009765625f), "__double2bfloat16 rounds a double to nearest");
  check(__bfloat162float(a) == 1.5f, "__bfloat162float makes a float, which is exact");
  check(__bfloat16_as_ushort(a) == 0x3fc0, "__bfloat16_as_ushort reinterprets the bits as an unsigned short");
  check(__bfloat16_as_short(-a) == (short)0xbfc0, "__bfloat16_as_short reinterprets the bits as a short");
  check(__ushort_as_bfloat16(0x3fc0) == a, "__ushort_as_bfloat16 reinterprets the bits of an unsigned short");
  check(__short_as_bfloat16((short)0xbfc0) == -a, "__short_as_bfloat16 reinterprets the bits of a short");
  check(same(__float2bfloat16_rn(1.001953125f), 1.0f) && same(__float2bfloat16_rn(-1.001953125f), -1.0f), "__float2bfloat16_rn rounds a float to nearest, ties to even");
  check(same(__float2bfloat16_rz(1.001953125f), 1.0f) && same(__float2bfloat16_rz(-1.001953125f), -1.0f), "__float2bfloat16_rz rounds a float towards zero");
  check(same(__float2bfloat16_ru(1.001953125f), 1.0078125f) && same(__float2bfloat16_ru(-1.001953125f), -1.0f), "__float2bfloat16_ru rounds a float up");
  check(same(__float2bfloat16_rd(1.001953125f), 1.0f) && same(__float2bfloat16_rd(-1.001953125f), -1.0078125f), "__float2bfloat16_rd rounds a float down");
  check(same(__int2bfloat16_rn(257), 256.0f) && same(__int2bfloat16_rn(-257), -256.0f), "__int2bfloat16_rn rounds an int to nearest, ties to even");
  check(same(__int2bfloat16_rz(257), 256.0f) && same(__int2bfloat16_rz(-257), -256.0f), "__int2bfloat16_rz rounds an int towards zero");
  check(same(__int2bfloat16_ru(257), 258.0f) && same(__int2bfloat16_ru(-257), -256.0f), "__int2bfloat16_ru rounds an int up");
  check(same(__int2bfloat16_rd(257), 256.0f) && same(__int2bfloat16_rd(-257), -258.0f), "__int2bfloat16_rd rounds an int down");
  check(same(__uint2bfloat16_rn(257u), 256.0f), "__uint2bfloat16_rn rounds an unsigned int to nearest, ties to even");
  check(same(__uint2bfloat16_rz(257u), 256.0f), "__uint2bfloat16_rz rounds an unsigned int towards zero");
  check(same(__uint2bfloat16_ru(257u), 258.0f), "__uint2bfloat16_ru rounds an unsigned int up");
  check(same(__uint2bfloat16_rd(257u), 256.0f), "__uint2bfloat16_rd rounds an unsigned int down");
  check(same(__short2bfloat16_rn(257), 256.0f) && same(__short2bfloat16_rn(-257), -256.0f), "__short2bfloat16_rn rounds a short to nearest, ties to even");
  check(same(__short2bfloat16_rz(257), 256.0f) && same(__short2bfloat16_rz(-257), -256.0f), "__short2bfloat16_rz rounds a short towards zero");
  check(same(__short2bfloat16_ru(257), 258.0f) && same(__short2bfloat16_ru(-257), -256.0f), "__short2bfloat16_ru rounds a short up");
  check(same(__short2bfloat16_rd(257), 256.0f) && same(__short2bfloat16_rd(-257), -258.0f), "__short2bfloat16_rd rounds a short down");
  check(same(__ushort2bfloat16_rn(257), 256.0f), "__ushort2bfloat16_rn rounds an unsigned short to nearest, ties to even");
  check(same(__ushort2bfloat16_rz(257), 256.0f), "__ushort2bfloat16_rz rounds an unsigned short towards zero");
  check(same(__ushort2bfloat16_ru(257), 258.0f), "__ushort2bfloat16_ru rounds an unsigned short up");
  check(same(__ushort2bfloat16_rd(257), 256.0f), "__ushort2bfloat16_rd rounds an unsigned short down");
  check(same(__ll2bfloat16_rn(257ll), 256.0f) && same(__ll2bfloat16_rn(-257ll), -256.0f), "__ll2bfloat16_rn rounds a long long to nearest, ties to even");
  check(same(__ll2bfloat16_rz(257ll), 256.0f) && same(__ll2bfloat16_rz(-257ll), -256.0f), "__ll2bfloat16_rz rounds a long long towards zero");
  check(same(__ll2bfloat16_ru(257ll), 258.0f) && same(__ll2bfloat16_ru(-257ll), -256.0f), "__ll2bfloat16_ru rounds a long long up");
  check(same(__ll2bfloat16_rd(257ll), 256.0f) && same(__ll2bfloat16_rd(-257ll), -258.0f), "__ll2bfloat16_rd rounds a long long down");
  check(same(__ull2bfloat16_rn(257ull), 256.0f), "__ull2bfloat16_rn rounds an unsigned long long to nearest, ties to even");
  check(same(__ull2bfloat16_rz(257ull), 256.0f), "__ull2bfloat16_rz rounds an unsigned long long towards zero");
  check(same(__ull2bfloat16_ru(257ull), 258.0f), "__ull2bfloat16_ru rounds an unsigned long long up");
  check(same(__ull2bfloat16_rd(257ull), 256.0f), "__ull2bfloat16_rd rounds an unsigned long long down");
  check(__bfloat162int_rn(__nv_bfloat16(2.5f)) == 2 && __bfloat162int_rn(__nv_bfloat16(6.75f)) == 7 && __bfloat162int_rn(__nv_bfloat16(-2.75f)) == -3, "__bfloat162int_rn makes an int, rounded to nearest, ties to even");
  check(__bfloat162int_rz(__nv_bfloat16(2.5f)) == 2 && __bfloat162int_rz(__nv_bfloat16(6.75f)) == 6 && __bfloat162int_rz(__nv_bfloat16(-2.75f)) == -2, "__bfloat162int_rz makes an int, rounded towards zero");
  check(__bfloat162int_ru(__nv_bfloat16(2.5f)) == 3 && __bfloat162int_ru(__nv_bfloat16(6.75f)) == 7 && __bfloat162int_ru(__nv_bfloat16(-2.75f)) == -2, "__bfloat162int_ru makes an int, rounded up");
  check(__bfloat162int_rd(__nv_bfloat16(2.5f)) == 2 && __bfloat162int_rd(__nv_bfloat16(6.75f)) == 6 && __bfloat162int_rd(__nv_bfloat16(-2.75f)) == -3, "__bfloat162int_rd makes an int, rounded down");
  check(__bfloat162uint_rn(__nv_bfloat16(2.5f)) == 2u && __bfloat162uint_rn(__nv_bfloat16(6.75f)) == 7u, "__bfloat162uint_rn makes an unsigned int, rounded to nearest, ties to even");
  check(__bfloat162uint_rz(__nv_bfloat16(2.5f)) == 2u && __bfloat162uint_rz(__nv_bfloat16(6.75f)) == 6u, "__bfloat162uint_rz makes an unsigned int, rounded towards zero");
  check(__bfloat162uint_ru(__nv_bfloat16(2.5f)) == 3u && __bfloat162uint_ru(__nv_bfloat16(6.75f)) == 7u, "__bfloat162uint_ru makes an unsigned int, rounded up");
  check(__bfloat162uint_rd(__nv_bfloat16(2.5f)) == 2u && __bfloat162uint_rd(__nv_bfloat16(6.75f)) == 6u, "__bfloat162uint_rd makes an unsigned int, rounded down");
  check(__bfloat162short_rn(__nv_bfloat16(2.5f)) == 2 && __bfloat162short_rn(__nv_bfloat16(6.75f)) == 7 && __bfloat162short_rn(__nv_bfloat16(-2.75f)) == -3, "__bfloat162short_rn makes a short, rounded to nearest, ties to even");
  check(__bfloat162short_rz(__nv_bfloat16(2.5f)) == 2 && __bfloat162short_rz(__nv_bfloat16(6.75f)) == 6 && __bfloat162short_rz(__nv_bfloat16(-2.75f)) == -2, "__bfloat162short_rz makes a short, rounded towards zero");
  check(__bfloat162short_ru(__nv_bfloat16(2.5f)) == 3 && __bfloat162short_ru(__nv_bfloat16(6.75f)) == 7 && __bfloat162short_ru(__nv_bfloat16(-2.75f)) == -2, "__bfloat162short_ru makes a short, rounded up");
  check(__bfloat162short_rd(__nv_bfloat16(2.5f)) == 2 && __bfloat162short_rd(__nv_bfloat16(6.75f)) == 6 && __bfloat162short_rd(__nv_bfloat16(-2.75f)) == -3, "__bfloat162short_rd makes a short, rounded down");
  check(__bfloat162ushort_rn(__nv_bfloat16(2.5f)) == 2 && __bfloat162ushort_rn(__nv_bfloat16(6.75f)) == 7, "__bfloat162ushort_rn makes an unsigned short, rounded to nearest, ties to even");
  check(__bfloat162ushort_rz(__nv_bfloat16(2.5f)) == 2 && __bfloat162ushort_rz(__nv_bfloat16(6.75f)) == 6, "__bfloat162ushort_rz makes an unsigned short, rounded towards zero");
  check(__bfloat162ushort_ru(__nv_bfloat16(2.5f)) == 3 && __bfloat162ushort_ru(__nv_bfloat16(6.75f)) == 7, "__bfloat162ushort_ru makes an unsigned short, rounded up");
  check(__bfloat162ushort_rd(__nv_bfloat16(2.5f)) == 2 && __bfloat162ushort_rd(__nv_bfloat16(6.75f)) == 6, "__bfloat162ushort_rd makes an unsigned short, rounded down");
  check(__bfloat162ll_rn(__nv_bfloat16(2.5f)) == 2ll && __bfloat162ll_rn(__nv_bfloat16(6.75f)) == 7ll && __bfloat162ll_rn(__nv_bfloat16(-2.75f)) == -3ll, "__bfloat162ll_rn makes a long long, rounded to nearest, ties to even");
  check(__bfloat162ll_rz(__nv_bfloat16(2.5f)) == 2ll && __bfloat162ll_rz(__nv_bfloat16(6.75f)) == 6ll && __bfloat162ll_rz(__nv_bfloat16(-2.75f)) == -2ll, "__bfloat162ll_rz makes a long long, rounded towards zero");
  check(__bfloat162ll_ru(__nv_bfloat16(2.5f)) == 3ll && __bfloat162ll_ru(__nv_bfloat16(6.75f)) == 7ll && __bfloat162ll_ru(__nv_bfloat16(-2.75f)) == -2ll, "__bfloat162ll_ru makes a long long, rounded up");
  check(__bfloat162ll_rd(__nv_bfloat16(2.5f)) == 2ll && __bfloat162ll_rd(__nv_bfloat16(6.75f)) == 6ll && __bfloat162ll_rd(__nv_bfloat16(-2.75f)) == -3ll, "__bfloat162ll_rd makes a long long, rounded down");
  check(__bfloat162ull_rn(__nv_bfloat16(2.5f)) == 2ull && __bfloat162ull_rn(__nv_bfloat16(6.75f)) == 7ull, "__bfloat162ull_rn makes an unsigned long long, rounded to nearest, ties to even");
  check(__bfloat162ull_rz(__nv_bfloat16(2.5f)) == 2ull && __bfloat162ull_rz(__nv_bfloat16(6.75f)) == 6ull, "__bfloat162ull_rz makes an unsigned long long, rounded towards zero");
  check(__bfloat162ull_ru(__nv_bfloat16(2.5f)) == 3ull && __bfloat162ull_ru(__nv_bfloat16(6.75f)) == 7ull, "__bfloat162ull_ru makes an unsigned long long, rounded up");
  check(__bfloat162ull_rd(__nv_bfloat16(2.5f)) == 2ull && __bfloat162ull_rd(__nv_bfloat16(6.75f)) == 6ull, "__bfloat162ull_rd makes an unsigned long long, rounded down");
  check(__bfloat162char_rz(__nv_bfloat16(-2.75f)) == -2, "__bfloat162char_rz makes a signed char, rounded towards zero");
  check(__bfloat162uchar_rz(__nv_bfloat16(200.0f)) == 200, "__bfloat162uchar_rz makes an unsigned char, rounded towards zero");
}
__global__ void pairs() {
  __nv_bfloat16 a = __nv_bfloat16(1.5f), b = __nv_bfloat16(2.25f);
  __nv_bfloat162 p = __halves2bfloat162(a, b);
  __nv_bfloat162 q = __float2bfloat162_rn(2.0f);
  check(same(__halves2bfloat162(a, b), 1.5f, 2.25f), "__halves2bfloat162 makes a pair, the first one low");
  check(same(make_bfloat162(a, b), 1.5f, 2.25f), "make_bfloat162 makes a pair of its components");
  check(same(__bfloat162bfloat162(a), 1.5f, 1.5f), "__bfloat162bfloat162 puts one number into both halves of a pair");
  check(same(__float2bfloat162_rn(1.001953125f), 1.0f, 1.0f), "__float2bfloat162_rn rounds one float to nearest, for both halves of a pair");
  check(same(__floats2bfloat162_rn(1.5f, 1.001953125f), 1.5f, 1.0f), "__floats2bfloat162_rn rounds two floats to a pair");
  check(same(__float22bfloat162_rn(make_float2(1.5f, 2.25f)), 1.5f, 2.25f), "__float22bfloat162_rn rounds a float2 to a pair");
  check(__bfloat1622float2(p).x == 1.5f && __bfloat1622float2(p).y == 2.25f, "__bfloat1622float2 makes a float2 of a pair");
  check(__low2float(p) == 1.5f, "__low2float of __nv_bfloat162 is its lower half");
  check(__high2float(p) == 2.25f, "__high2float of __nv_bfloat162 is its upper half");
  check(__low2bfloat16(p) == a, "__low2bfloat16 is the lower half of a pair");
  check(__high2bfloat16(p) == b, "__high2bfloat16 is the upper half of a pair");
  check(same(__low2bfloat162(p), 1.5f, 1.5f), "__low2bfloat162 puts the lower half into both");
  check(same(__high2bfloat162(p), 2.25f, 2.25f), "__high2bfloat162 puts the upper half into both");
  check(same(__lowhigh2highlow(p), 2.25f, 1.5f), "__lowhigh2highlow of __nv_bfloat162 exchanges the halves");
  check(same(__lows2bfloat162(p, q), 1.5f, 2.0f), "__lows2bfloat162 makes a pair of two lower halves");
  check(same(__highs2bfloat162(p, q), 2.25f, 2.0f), "__highs2bfloat162 makes a pair of two upper halves");
}
__global__ void arithmetic() {
  __nv_bfloat16 a = __nv_bfloat16(1.5f), b = __nv_bfloat16(2.25f), one = __nv_bfloat16(1.0f), quarter = __nv_bfloat16(0.25f), nan = __ushort_as_bfloat16(0x7fc0);
  __nv_bfloat162 p = __halves2bfloat162(a, b);
  __nv_bfloat162 q = __float2bfloat162_rn(2.0f);
  check(same(__hadd(a, b), 3.75f) && __hadd(a, b) == a + b, "__hadd of __nv_bfloat16 adds, rounded to nearest");
  check(same(__hadd_rn(a, b), 3.75f), "__hadd_rn of __nv_bfloat16 adds and is never joined with another operation");
  check(same(__hadd_sat(a, b), 1.0f) && same(__hadd_sat(quarter, quarter), 0.5f) && same(__hadd_sat(nan, a), 0.0f), "__hadd_sat of __nv_bfloat16 adds, held between 0 and 1, NaN becoming 0");
  check(same(__hadd2(p, q), 3.5f, 4.25f), "__hadd2 of __nv_bfloat162 adds pairs");
  check(same(__hadd2_rn(p, q), 3.5f, 4.25f), "__hadd2_rn of __nv_bfloat162 adds pairs and is never joined with another operation");
  check(same(__hadd2_sat(p, q), 1.0f, 1.0f), "__hadd2_sat of __nv_bfloat162 adds pairs, held between 0 and 1");
  check(same(__hsub(a, b), -0.75f) && __hsub(a, b) == a - b, "__hsub of __nv_bfloat16 subtracts, rounded to nearest");
  check(same(__hsub_rn(a, b), -0.75f), "__hsub_rn of __nv_bfloat16 subtracts and is never joined with another operation");
  check(same(__hsub_sat(a, b), 0.0f) && same(__hsub_sat(quarter, __nv_bfloat16(0.125f)), 0.125f) && same(__hsub_sat(nan, a), 0.0f), "__hsub_sat of __nv_bfloat16 subtracts, held between 0 and 1, NaN becoming 0");
  check(same(__hsub2(p, q), -0.5f, 0.25f), "__hsub2 of __nv_bfloat162 subtracts pairs");
  check(same(__hsub2_rn(p, q), -0.5f, 0.25f), "__hsub2_rn of __nv_bfloat162 subtracts pairs and is never joined with another operation");
  check(same(__hsub2_sat(p, q), 0.0f, 0.25f), "__hsub2_sat of __nv_bfloat162 subtracts pairs, held between 0 and 1");
  check(same(__hmul(a, b), 3.375f) && __hmul(a, b) == a * b, "__hmul of __nv_bfloat16 multiplies, rounded to nearest");
  check(same(__hmul_rn(a, b), 3.375f), "__hmul_rn of __nv_bfloat16 multiplies and is never joined with another operation");
  check(same(__hmul_sat(a, b), 1.0f) && same(__hmul_sat(quarter, quarter), 0.0625f) && same(__hmul_sat(nan, a), 0.0f), "__hmul_sat of __nv_bfloat16 multiplies, held between 0 and 1, NaN becoming 0");
  check(same(__hmul2(p, q), 3.0f, 4.5f), "__hmul2 of __nv_bfloat162 multiplies pairs");
  check(same(__hmul2_rn(p, q), 3.0f, 4.5f), "__hmul2_rn of __nv_bfloat162 multiplies pairs and is never joined with another operation");
  check(same(__hmul2_sat(p, q), 1.0f, 1.0f), "__hmul2_sat of __nv_bfloat162 multiplies pairs, held between 0 and 1");
  check(same(__hdiv(b, a), 1.5f), "__hdiv of __nv_bfloat16 divides, rounded to nearest");
  check(same(__h2div(p, q), 0.75f, 1.125f), "__h2div of __nv_bfloat162 divides pairs");
  check(same(__hneg(a), -1.5f), "__hneg of __nv_bfloat16 changes the sign");
  check(same(__hneg2(p), -1.5f, -2.25f), "__hneg2 of __nv_bfloat162 changes both signs");
  check(same(__habs(-a), 1.5f), "__habs of __nv_bfloat16 is the absolute value");
  check(same(__habs2(-p), 1.5f, 2.25f), "__habs2 of __nv_bfloat162 is the absolute value of both");
  check(same(__hfma(a, b, one), 4.375f) && same(__hfma(__nv_bfloat16(1.0078125f), __nv_bfloat16(1.0078125f), -__nv_bfloat16(1.015625f)), 6.103515625e-05f), "__hfma of __nv_bfloat16 multiplies and adds with one rounding");
  check(same(__hfma_sat(a, b, one), 1.0f) && same(__hfma_sat(a, -b, one), 0.0f), "__hfma_sat of __nv_bfloat16 multiplies and adds, held between 0 and 1");
  check(same(__hfma_relu(a, -b, one), 0.0f) && same(__hfma_relu(a, b, one), 4.375f), "__hfma_relu of __nv_bfloat16 multiplies and adds, and a negative result is 0");
  check(same(__hfma2(p, q, q), 5.0f, 6.5f), "__hfma2 of __nv_bfloat162 multiplies and adds pairs with one rounding");
  check(same(__hfma2_sat(p, q, -q), 1.0f, 1.0f) && same(__hfma2_sat(p, -q, q), 0.0f, 0.0f), "__hfma2_sat of __nv_bfloat162 multiplies and adds pairs, held between 0 and 1");
  check(same(__hfma2_relu(p, -q, q), 0.0f, 0.0f) && same(__hfma2_relu(p, q, q), 5.0f, 6.5f), "__hfma2_relu of __nv_bfloat162 multiplies and adds pairs, and negative results are 0");
  check(same(__hcmadd(__floats2bfloat162_rn(1.0f, 2.0f), __floats2bfloat162_rn(3.0f, 4.0f), __floats2bfloat162_rn(0.5f, 0.5f)), -4.5f, 10.5f), "__hcmadd of __nv_bfloat162 multiplies and adds complex numbers");
}

int main() {
  conversions<<<1, 1>>>();
  pairs<<<1, 1>>>();
  arithmetic<<<1, 1>>>();
  check(cudaDeviceSynchronize() == cudaSuccess, "Numbers of the type __nv_bfloat16 are computed without an error");
}
