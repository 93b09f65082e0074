#include <cuComplex.h>

// Integer intrinsics (CUDA Math API, "Integer Intrinsics"), the functions that make vectors, and complex numbers.
__global__ void integers(unsigned x, int minus, unsigned long long wide) {  // 0x12345678, -7, 2^40 + 3
  check(__popc(x) == 13 && __popc(0u) == 0 && __popc(~0u) == 32, "__popc counts the bits that are set in 32");
  check(__popcll(wide) == 3 && __popcll(~0ull) == 64, "__popcll counts the bits that are set in 64");
  check(__clz((int)x) == 3 && __clz(0) == 32 && __clz(-1) == 0, "__clz counts the zero bits before the first one of 32, all of them for 0");
  check(__clzll((long long)wide) == 23 && __clzll(0) == 64, "__clzll counts the zero bits before the first one of 64, all of them for 0");
  check(__ffs((int)x) == 4 && __ffs(0) == 0 && __ffs(1) == 1, "__ffs is the position of the least significant one of 32 bits, counted from 1, and 0 for 0");
  check(__ffsll((long long)wide) == 1 && __ffsll(0) == 0 && __ffsll(1ll << 40) == 41, "__ffsll is the position of the least significant one of 64 bits, counted from 1, and 0 for 0");
  check(__brev(x) == 0x1e6a2c48u, "__brev reverses the order of 32 bits");
  check(__brevll(1ull) == 1ull << 63, "__brevll reverses the order of 64 bits");
  check(__byte_perm(x, 0xaabbccddu, 0x7531) == 0xaacc1256u && __byte_perm(x, 0u, 0x0123) == 0x78563412u, "__byte_perm picks four of the eight bytes of two words, by a selector of four bits each");
  check(__byte_perm(x, 0xaabbccddu, 0xfdb9) == __byte_perm(x, 0xaabbccddu, 0x7531), "__byte_perm looks at three bits of a selector");
  check(__mulhi(minus, 1 << 30) == -2 && __mulhi(1 << 30, 8) == 2, "__mulhi is the upper half of the product of 64 bits of two signed integers");
  check(__umulhi(x, 16u) == 1u && __umulhi(~0u, ~0u) == 0xfffffffeu, "__umulhi is the upper half of the product of 64 bits of two unsigned integers");
  check(__mul64hi(-1ll, 1ll) == -1ll && __mul64hi(1ll << 62, 8) == 2, "__mul64hi is the upper half of the product of 128 bits of two signed integers");
  check(__umul64hi(wide, 1ull << 32) == 256ull && __umul64hi(~0ull, ~0ull) == ~0ull - 1, "__umul64hi is the upper half of the product of 128 bits of two unsigned integers");
  check(__mul24(minus, 3) == -21 && __mul24(0x1000002, 3) == 6, "__mul24 multiplies the lower 24 bits of two signed integers");
  check(__umul24(0x1000002u, 3u) == 6u, "__umul24 multiplies the lower 24 bits of two unsigned integers");
  check(__sad(minus, 5, 10u) == 22u && __sad(5, minus, 10u) == 22u, "__sad adds the absolute difference of two signed integers to a third one");
  check(__usad(3u, 8u, 1u) == 6u && __usad(~0u, 0u, 1u) == 0u, "__usad adds the absolute difference of two unsigned integers to a third one");
  check(__hadd(minus, 4) == -2 && __hadd(2147483647, 2147483647) == 2147483647, "__hadd of two ints is their average, rounded down, without overflow");
  check(__rhadd(minus, 4) == -1 && __rhadd(2147483647, 2147483647) == 2147483647, "__rhadd is the rounded average of two signed integers, without overflow");
  check(__uhadd(~0u, ~0u) == ~0u && __uhadd(1u, 2u) == 1u, "__uhadd is the average of two unsigned integers, rounded down, without overflow");
  check(__urhadd(1u, 2u) == 2u && __urhadd(~0u, ~0u) == ~0u, "__urhadd is the rounded average of two unsigned integers, without overflow");
  check(__dp4a(0x01020304, 0x01010101, 5) == 15 && __dp4a((int)0xff020304, 0x01010101, 0) == 8 && __dp4a(0xff000000u, 0x02000000u, 1u) == 511u, "__dp4a adds the scalar product of four bytes each, signed or unsigned, to a third number");
  check(__dp2a_lo(0x00020003, 0x04050607, 1) == 34 && __dp2a_lo(0xffffffffu, 0x0101u, 0u) == 131070u, "__dp2a_lo adds the scalar product of two halfwords and the lower two bytes of a word");
  check(__dp2a_hi(0x00020003, 0x04050607, 1) == 24 && __dp2a_hi(0xffffffffu, 0x01010000u, 0u) == 131070u, "__dp2a_hi adds the scalar product of two halfwords and the upper two bytes of a word");
  check(__funnelshift_l(x, 0xff000000u, 8) == 0x12u && __funnelshift_l(x, 7u, 32) == 7u, "__funnelshift_l shifts two words left as one, by the shift modulo 32, and gives the upper one");
  check(__funnelshift_lc(x, 7u, 40) == x && __funnelshift_lc(x, 0xff000000u, 8) == 0x12u, "__funnelshift_lc shifts two words left as one, by at most 32");
  check(__funnelshift_r(x, 0xffu, 8) == 0xff123456u && __funnelshift_r(x, 7u, 32) == x, "__funnelshift_r shifts two words right as one, by the shift modulo 32, and gives the lower one");
  check(__funnelshift_rc(x, 7u, 40) == 7u && __funnelshift_rc(x, 0xffu, 8) == 0xff123456u, "__funnelshift_rc shifts two words right as one, by at most 32");
  check(abs(minus) == 7 && abs(-2.5) == 2.5 && abs(-2.5f) == 2.5f && abs(-5ll) == 5, "abs is the absolute value, of integers and of floating-point numbers");
  check(labs(-7l) == 7l, "labs is the absolute value of a long");
  check(llabs(-(1ll << 40)) == 1ll << 40, "llabs is the absolute value of a long long");
  check(min(minus, 2) == -7 && min(2u, 7u) == 2u && min(2.5f, 1.5f) == 1.5f && min(2.5, nan("")) == 2.5, "min is the smaller of two numbers, and of a number and NaN the number");
  check(max(minus, 2) == 2 && max(2u, 7u) == 7u && max(2.5f, 1.5f) == 2.5f && max(2.5, nan("")) == 2.5, "max is the larger of two numbers, and of a number and NaN the number");
  check(umin(2u, ~0u) == 2u, "umin is the smaller of two unsigned integers");
  check(umax(2u, ~0u) == ~0u, "umax is the larger of two unsigned integers");
  check(llmin(-1ll, 1ll << 40) == -1ll, "llmin is the smaller of two long longs");
  check(llmax(-1ll, 1ll << 40) == 1ll << 40, "llmax is the larger of two long longs");
  check(ullmin(~0ull, 1ull) == 1ull, "ullmin is the smaller of two unsigned long longs");
  check(ullmax(~0ull, 1ull) == ~0ull, "ullmax is the larger of two unsigned long longs");
}
__global__ void vectors() {
  {
    char1 v = make_char1(1);
    check(v.x == 1, "make_char1 makes a char1 of its component");
  }
  {
    char2 v = make_char2(1, 2);
    check(v.x == 1 && v.y == 2, "make_char2 makes a char2 of its components");
  }
  {
    char3 v = make_char3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_char3 makes a char3 of its components");
  }
  {
    char4 v = make_char4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_char4 makes a char4 of its components");
  }
  {
    uchar1 v = make_uchar1(1);
    check(v.x == 1, "make_uchar1 makes a uchar1 of its component");
  }
  {
    uchar2 v = make_uchar2(1, 2);
    check(v.x == 1 && v.y == 2, "make_uchar2 makes a uchar2 of its components");
  }
  {
    uchar3 v = make_uchar3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_uchar3 makes a uchar3 of its components");
  }
  {
    uchar4 v = make_uchar4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_uchar4 makes a uchar4 of its components");
  }
  {
    short1 v = make_short1(1);
    check(v.x == 1, "make_short1 makes a short1 of its component");
  }
  {
    short2 v = make_short2(1, 2);
    check(v.x == 1 && v.y == 2, "make_short2 makes a short2 of its components");
  }
  {
    short3 v = make_short3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_short3 makes a short3 of its components");
  }
  {
    short4 v = make_short4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_short4 makes a short4 of its components");
  }
  {
    ushort1 v = make_ushort1(1);
    check(v.x == 1, "make_ushort1 makes a ushort1 of its component");
  }
  {
    ushort2 v = make_ushort2(1, 2);
    check(v.x == 1 && v.y == 2, "make_ushort2 makes a ushort2 of its components");
  }
  {
    ushort3 v = make_ushort3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_ushort3 makes a ushort3 of its components");
  }
  {
    ushort4 v = make_ushort4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_ushort4 makes a ushort4 of its components");
  }
  {
    int1 v = make_int1(1);
    check(v.x == 1, "make_int1 makes a int1 of its component");
  }
  {
    int2 v = make_int2(1, 2);
    check(v.x == 1 && v.y == 2, "make_int2 makes a int2 of its components");
  }
  {
    int3 v = make_int3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_int3 makes a int3 of its components");
  }
  {
    int4 v = make_int4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_int4 makes a int4 of its components");
  }
  {
    uint1 v = make_uint1(1);
    check(v.x == 1, "make_uint1 makes a uint1 of its component");
  }
  {
    uint2 v = make_uint2(1, 2);
    check(v.x == 1 && v.y == 2, "make_uint2 makes a uint2 of its components");
  }
  {
    uint3 v = make_uint3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_uint3 makes a uint3 of its components");
  }
  {
    uint4 v = make_uint4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_uint4 makes a uint4 of its components");
  }
  {
    long1 v = make_long1(1);
    check(v.x == 1, "make_long1 makes a long1 of its component");
  }
  {
    long2 v = make_long2(1, 2);
    check(v.x == 1 && v.y == 2, "make_long2 makes a long2 of its components");
  }
  {
    long3 v = make_long3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_long3 makes a long3 of its components");
  }
  {
    long4 v = make_long4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_long4 makes a long4 of its components");
  }
  {
    ulong1 v = make_ulong1(1);
    check(v.x == 1, "make_ulong1 makes a ulong1 of its component");
  }
  {
    ulong2 v = make_ulong2(1, 2);
    check(v.x == 1 && v.y == 2, "make_ulong2 makes a ulong2 of its components");
  }
  {
    ulong3 v = make_ulong3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_ulong3 makes a ulong3 of its components");
  }
  {
    ulong4 v = make_ulong4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_ulong4 makes a ulong4 of its components");
  }
  {
    longlong1 v = make_longlong1(1);
    check(v.x == 1, "make_longlong1 makes a longlong1 of its component");
  }
  {
    longlong2 v = make_longlong2(1, 2);
    check(v.x == 1 && v.y == 2, "make_longlong2 makes a longlong2 of its components");
  }
  {
    longlong3 v = make_longlong3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_longlong3 makes a longlong3 of its components");
  }
  {
    longlong4 v = make_longlong4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_longlong4 makes a longlong4 of its components");
  }
  {
    ulonglong1 v = make_ulonglong1(1);
    check(v.x == 1, "make_ulonglong1 makes a ulonglong1 of its component");
  }
  {
    ulonglong2 v = make_ulonglong2(1, 2);
    check(v.x == 1 && v.y == 2, "make_ulonglong2 makes a ulonglong2 of its components");
  }
  {
    ulonglong3 v = make_ulonglong3(1, 2, 3);
    check(v.x == 1 && v.y == 2 && v.z == 3, "make_ulonglong3 makes a ulonglong3 of its components");
  }
  {
    ulonglong4 v = make_ulonglong4(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4, "make_ulonglong4 makes a ulonglong4 of its components");
  }
  {
    float1 v = make_float1(1.5f);
    check(v.x == 1.5f, "make_float1 makes a float1 of its component");
  }
  {
    float2 v = make_float2(1.5f, 2.5f);
    check(v.x == 1.5f && v.y == 2.5f, "make_float2 makes a float2 of its components");
  }
  {
    float3 v = make_float3(1.5f, 2.5f, 3.5f);
    check(v.x == 1.5f && v.y == 2.5f && v.z == 3.5f, "make_float3 makes a float3 of its components");
  }
  {
    float4 v = make_float4(1.5f, 2.5f, 3.5f, 4.5f);
    check(v.x == 1.5f && v.y == 2.5f && v.z == 3.5f && v.w == 4.5f, "make_float4 makes a float4 of its components");
  }
  {
    double1 v = make_double1(1.5);
    check(v.x == 1.5, "make_double1 makes a double1 of its component");
  }
  {
    double2 v = make_double2(1.5, 2.5);
    check(v.x == 1.5 && v.y == 2.5, "make_double2 makes a double2 of its components");
  }
  {
    double3 v = make_double3(1.5, 2.5, 3.5);
    check(v.x == 1.5 && v.y == 2.5 && v.z == 3.5, "make_double3 makes a double3 of its components");
  }
  {
    double4 v = make_double4(1.5, 2.5, 3.5, 4.5);
    check(v.x == 1.5 && v.y == 2.5 && v.z == 3.5 && v.w == 4.5, "make_double4 makes a double4 of its components");
  }
  {
    long4_16a v = make_long4_16a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(long4_16a) == 16, "make_long4_16a makes a long4_16a, aligned to 16 bytes, of its components");
  }
  {
    long4_32a v = make_long4_32a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(long4_32a) == 32, "make_long4_32a makes a long4_32a, aligned to 32 bytes, of its components");
  }
  {
    ulong4_16a v = make_ulong4_16a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(ulong4_16a) == 16, "make_ulong4_16a makes a ulong4_16a, aligned to 16 bytes, of its components");
  }
  {
    ulong4_32a v = make_ulong4_32a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(ulong4_32a) == 32, "make_ulong4_32a makes a ulong4_32a, aligned to 32 bytes, of its components");
  }
  {
    longlong4_16a v = make_longlong4_16a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(longlong4_16a) == 16, "make_longlong4_16a makes a longlong4_16a, aligned to 16 bytes, of its components");
  }
  {
    longlong4_32a v = make_longlong4_32a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(longlong4_32a) == 32, "make_longlong4_32a makes a longlong4_32a, aligned to 32 bytes, of its components");
  }
  {
    ulonglong4_16a v = make_ulonglong4_16a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(ulonglong4_16a) == 16, "make_ulonglong4_16a makes a ulonglong4_16a, aligned to 16 bytes, of its components");
  }
  {
    ulonglong4_32a v = make_ulonglong4_32a(1, 2, 3, 4);
    check(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4 && alignof(ulonglong4_32a) == 32, "make_ulonglong4_32a makes a ulonglong4_32a, aligned to 32 bytes, of its components");
  }
  {
    double4_16a v = make_double4_16a(1.5, 2.5, 3.5, 4.5);
    check(v.x == 1.5 && v.y == 2.5 && v.z == 3.5 && v.w == 4.5 && alignof(double4_16a) == 16, "make_double4_16a makes a double4_16a, aligned to 16 bytes, of its components");
  }
  {
    double4_32a v = make_double4_32a(1.5, 2.5, 3.5, 4.5);
    check(v.x == 1.5 && v.y == 2.5 && v.z == 3.5 && v.w == 4.5 && alignof(double4_32a) == 32, "make_double4_32a makes a double4_32a, aligned to 32 bytes, of its components");
  }
}
__device__ bool near(double got, double want, double relative) { return fabs(got - want) <= relative * fabs(want); }
__global__ void complex_numbers() {
  cuFloatComplex af = make_cuFloatComplex(1, 2), bf = make_cuFloatComplex(3, -4), rf;
  check(af.x == 1 && af.y == 2, "make_cuFloatComplex makes a complex number of single precision");
  check(cuCrealf(bf) == 3, "cuCrealf is the real part");
  check(cuCimagf(bf) == -4, "cuCimagf is the imaginary part");
  rf = cuConjf(bf);
  check(rf.x == 3 && rf.y == 4, "cuConjf is the complex conjugate");
  rf = cuCaddf(af, bf);
  check(rf.x == 4 && rf.y == -2, "cuCaddf adds complex numbers");
  rf = cuCsubf(af, bf);
  check(rf.x == -2 && rf.y == 6, "cuCsubf subtracts complex numbers");
  rf = cuCmulf(af, bf);
  check(rf.x == 11 && rf.y == 2, "cuCmulf multiplies complex numbers");
  rf = cuCdivf(af, bf);
  check(near(rf.x, -0.2, 1e-6) && near(rf.y, 0.4, 1e-6), "cuCdivf divides complex numbers");
  check(near(cuCabsf(bf), 5, 1e-6) && near(cuCabsf(make_cuFloatComplex(3e30f, 4e30f)), 5e30, 1e-6), "cuCabsf is the absolute value, which does not overflow early");
  rf = cuCfmaf(af, bf, make_cuFloatComplex(1, 1));
  check(rf.x == 12 && rf.y == 3, "cuCfmaf multiplies complex numbers and adds a third one");
  cuDoubleComplex a = make_cuDoubleComplex(1, 2), b = make_cuDoubleComplex(3, -4), r;
  check(a.x == 1 && a.y == 2, "make_cuDoubleComplex makes a complex number of double precision");
  check(cuCreal(b) == 3, "cuCreal is the real part");
  check(cuCimag(b) == -4, "cuCimag is the imaginary part");
  r = cuConj(b);
  check(r.x == 3 && r.y == 4, "cuConj is the complex conjugate");
  r = cuCadd(a, b);
  check(r.x == 4 && r.y == -2, "cuCadd adds complex numbers");
  r = cuCsub(a, b);
  check(r.x == -2 && r.y == 6, "cuCsub subtracts complex numbers");
  r = cuCmul(a, b);
  check(r.x == 11 && r.y == 2, "cuCmul multiplies complex numbers");
  r = cuCdiv(a, b);
  check(near(r.x, -0.2, 1e-14) && near(r.y, 0.4, 1e-14), "cuCdiv divides complex numbers");
  check(near(cuCabs(b), 5, 1e-14) && near(cuCabs(make_cuDoubleComplex(3e200, 4e200)), 5e200, 1e-14), "cuCabs is the absolute value, which does not overflow early");
  r = cuCfma(a, b, make_cuDoubleComplex(1, 1));
  check(r.x == 12 && r.y == 3, "cuCfma multiplies complex numbers and adds a third one");
  check(make_cuComplex(1, 2).y == 2, "make_cuComplex makes a complex number of the type cuComplex, which has single precision");
  check(cuComplexFloatToDouble(af).y == 2.0, "cuComplexFloatToDouble widens a complex number");
  check(cuComplexDoubleToFloat(a).y == 2.0f, "cuComplexDoubleToFloat narrows a complex number");
}

int main() {
  integers<<<1, 1>>>(0x12345678u, -7, (1ull << 40) + 3);
  vectors<<<1, 1>>>();
  complex_numbers<<<1, 1>>>();
  check(cudaDeviceSynchronize() == cudaSuccess, "Integer intrinsics are functions of each thread alone");
}
