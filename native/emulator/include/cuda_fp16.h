// Half precision: __half and __half2, their conversions, arithmetic, comparisons and functions. A value is kept as its
// 16 bits and computed in float: a float has more than twice the bits of a half, so rounding its sums, products,
// quotients and roots once more gives the right half.
#ifndef EMU_PUBLIC_CUDA_FP16_H
#define EMU_PUBLIC_CUDA_FP16_H

#include "cuda_runtime.h"

EMU_HOST_DEVICE unsigned short __emu_half_bits(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fff;
  if (magnitude >= 0x47800000u) return (unsigned short)(sign | 0x7c00u);
  if (magnitude < 0x33000000u) return (unsigned short)sign;
  // The significand, shifted to where the last bit of a half is; then round to nearest, ties to even.
  unsigned exponent = magnitude >> 23, significand = (magnitude & 0x7fffffu) | 0x800000u;
  unsigned shift = exponent < 113 ? 126 - exponent : 13;
  unsigned result = significand >> shift, rest = significand & ((1u << shift) - 1), tie = 1u << (shift - 1);
  if (exponent >= 113) result += (exponent - 113) << 10;
  if (rest > tie || (rest == tie && (result & 1))) result++;
  return (unsigned short)(sign | result);
}
EMU_HOST_DEVICE float __emu_half_value(unsigned short bits) {
  unsigned sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31u, fraction = bits & 0x3ffu;
  if (exponent == 31) return __builtin_bit_cast(float, sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return __builtin_bit_cast(float, sign | (exponent + 112) << 23 | fraction << 13);
  return __builtin_copysignf((float)fraction * 0x1p-24f, __builtin_bit_cast(float, sign));
}

struct __half_raw {
  unsigned short x;
};

struct __align__(2) __half {
 protected:
  unsigned short __x;

 public:
  __half() = default;
  EMU_MEMBER __half(const __half_raw &raw) : __x(raw.x) {}
  EMU_MEMBER __half(float value) : __x(__emu_half_bits(value)) {}
  EMU_MEMBER __half(double value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER __half(int value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER __half(unsigned value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER __half(short value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER __half(unsigned short value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER __half(long long value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER __half(unsigned long long value) : __x(__emu_half_bits((float)value)) {}
  EMU_MEMBER operator float() const { return __emu_half_value(__x); }
  EMU_MEMBER operator __half_raw() const { return __half_raw{__x}; }
  EMU_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
  EMU_MEMBER explicit operator int() const { return (int)__emu_half_value(__x); }
  EMU_MEMBER explicit operator unsigned() const { return (unsigned)__emu_half_value(__x); }
};
typedef __half half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  EMU_MEMBER __half2(const __half &a, const __half &b) : x(a), y(b) {}
};
typedef __half2 half2;

EMU_HOST_DEVICE __half __float2half(float x) { return __half(x); }
EMU_HOST_DEVICE __half __float2half_rn(float x) { return __half(x); }
EMU_HOST_DEVICE __half __double2half(double x) { return __half(x); }
EMU_HOST_DEVICE float __half2float(__half x) { return (float)x; }
EMU_HOST_DEVICE __half __int2half_rn(int x) { return __half(x); }
EMU_HOST_DEVICE __half __uint2half_rn(unsigned x) { return __half(x); }
EMU_HOST_DEVICE int __half2int_rz(__half x) { return (int)(float)x; }
EMU_HOST_DEVICE int __half2int_rn(__half x) { return (int)__builtin_rintf((float)x); }
EMU_HOST_DEVICE unsigned short __half_as_ushort(__half x) { return static_cast<__half_raw>(x).x; }
EMU_HOST_DEVICE short __half_as_short(__half x) { return (short)static_cast<__half_raw>(x).x; }
EMU_HOST_DEVICE __half __ushort_as_half(unsigned short x) { return __half(__half_raw{x}); }
EMU_HOST_DEVICE __half __short_as_half(short x) { return __half(__half_raw{(unsigned short)x}); }

EMU_HOST_DEVICE __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
EMU_HOST_DEVICE __half2 make_half2(__half a, __half b) { return __half2(a, b); }
EMU_HOST_DEVICE __half2 __half2half2(__half a) { return __half2(a, a); }
EMU_HOST_DEVICE __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
EMU_HOST_DEVICE __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
EMU_HOST_DEVICE __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
EMU_HOST_DEVICE float2 __half22float2(__half2 a) { return float2{(float)a.x, (float)a.y}; }
EMU_HOST_DEVICE float __low2float(__half2 a) { return (float)a.x; }
EMU_HOST_DEVICE float __high2float(__half2 a) { return (float)a.y; }
EMU_HOST_DEVICE __half __low2half(__half2 a) { return a.x; }
EMU_HOST_DEVICE __half __high2half(__half2 a) { return a.y; }
EMU_HOST_DEVICE __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
EMU_HOST_DEVICE __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
EMU_HOST_DEVICE __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

// One line for the function of halves, its pairwise twin, and the operators.
#define EMU_HALF_ARITHMETIC(name, op)                                                                            \
  EMU_HOST_DEVICE __half name(__half a, __half b) { return __half((float)a op(float) b); }                       \
  EMU_HOST_DEVICE __half2 name##2(__half2 a, __half2 b) { return __half2(name(a.x, b.x), name(a.y, b.y)); }      \
  EMU_HOST_DEVICE __half operator op(const __half &a, const __half &b) { return name(a, b); }                    \
  EMU_HOST_DEVICE __half2 operator op(const __half2 &a, const __half2 &b) { return name##2(a, b); }              \
  EMU_HOST_DEVICE __half &operator op##=(__half &a, const __half &b) { return a = name(a, b); }                  \
  EMU_HOST_DEVICE __half2 &operator op##=(__half2 &a, const __half2 &b) { return a = name##2(a, b); }
EMU_HALF_ARITHMETIC(__hadd, +)
EMU_HALF_ARITHMETIC(__hsub, -)
EMU_HALF_ARITHMETIC(__hmul, *)
#undef EMU_HALF_ARITHMETIC
EMU_HOST_DEVICE __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
EMU_HOST_DEVICE __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
EMU_HOST_DEVICE __half operator/(const __half &a, const __half &b) { return __hdiv(a, b); }
EMU_HOST_DEVICE __half2 operator/(const __half2 &a, const __half2 &b) { return __h2div(a, b); }
EMU_HOST_DEVICE __half &operator/=(__half &a, const __half &b) { return a = __hdiv(a, b); }
EMU_HOST_DEVICE __half2 &operator/=(__half2 &a, const __half2 &b) { return a = __h2div(a, b); }
EMU_HOST_DEVICE __half operator+(const __half &a) { return a; }
EMU_HOST_DEVICE __half operator-(const __half &a) { return __ushort_as_half(__half_as_ushort(a) ^ 0x8000); }
EMU_HOST_DEVICE __half &operator++(__half &a) { return a += __half(1.0f); }
EMU_HOST_DEVICE __half &operator--(__half &a) { return a -= __half(1.0f); }
EMU_HOST_DEVICE __half __hneg(__half a) { return -a; }
EMU_HOST_DEVICE __half2 __hneg2(__half2 a) { return __half2(-a.x, -a.y); }
EMU_HOST_DEVICE __half __habs(__half a) { return __ushort_as_half(__half_as_ushort(a) & 0x7fff); }
EMU_HOST_DEVICE __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }

// The product of two halves is exact in float, and its sum with a third is exact enough in double.
EMU_DEVICE __half __hfma(__half a, __half b, __half c) {
  return __half((float)((double)(float)a * (double)(float)b + (double)(float)c));
}
EMU_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

#define EMU_HALF_COMPARISON(name, op)                                                                             \
  EMU_HOST_DEVICE bool name(__half a, __half b) { return (float)a op(float) b; }                                  \
  EMU_HOST_DEVICE bool operator op(const __half &a, const __half &b) { return name(a, b); }                       \
  EMU_HOST_DEVICE __half2 name##2(__half2 a, __half2 b) {                                                         \
    return __half2(__half(name(a.x, b.x) ? 1.0f : 0.0f), __half(name(a.y, b.y) ? 1.0f : 0.0f));                   \
  }
EMU_HALF_COMPARISON(__heq, ==)
EMU_HALF_COMPARISON(__hne, !=)
EMU_HALF_COMPARISON(__hlt, <)
EMU_HALF_COMPARISON(__hle, <=)
EMU_HALF_COMPARISON(__hgt, >)
EMU_HALF_COMPARISON(__hge, >=)
#undef EMU_HALF_COMPARISON
EMU_HOST_DEVICE bool __hisnan(__half a) { return (__half_as_ushort(a) & 0x7fff) > 0x7c00; }
EMU_HOST_DEVICE int __hisinf(__half a) {
  return __half_as_ushort(a) == 0x7c00 ? 1 : __half_as_ushort(a) == 0xfc00 ? -1 : 0;
}
EMU_HOST_DEVICE __half __hmax(__half a, __half b) { return __half(__builtin_fmaxf((float)a, (float)b)); }
EMU_HOST_DEVICE __half __hmin(__half a, __half b) { return __half(__builtin_fminf((float)a, (float)b)); }
EMU_HOST_DEVICE __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
EMU_HOST_DEVICE __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }

#define EMU_HALF_FUNCTION(name, function)                                                \
  EMU_DEVICE __half h##name(__half a) { return __half(function((float)a)); }             \
  EMU_DEVICE __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
EMU_HALF_FUNCTION(sqrt, __builtin_sqrtf)
EMU_HALF_FUNCTION(rsqrt, 1.0f / __builtin_sqrtf)
EMU_HALF_FUNCTION(rcp, 1.0f /)
EMU_HALF_FUNCTION(exp, __builtin_expf)
EMU_HALF_FUNCTION(exp2, __builtin_exp2f)
EMU_HALF_FUNCTION(exp10, __builtin_exp10f)
EMU_HALF_FUNCTION(log, __builtin_logf)
EMU_HALF_FUNCTION(log2, __builtin_log2f)
EMU_HALF_FUNCTION(log10, __builtin_log10f)
EMU_HALF_FUNCTION(sin, __builtin_sinf)
EMU_HALF_FUNCTION(cos, __builtin_cosf)
EMU_HALF_FUNCTION(floor, __builtin_floorf)
EMU_HALF_FUNCTION(ceil, __builtin_ceilf)
EMU_HALF_FUNCTION(trunc, __builtin_truncf)
EMU_HALF_FUNCTION(rint, __builtin_rintf)
#undef EMU_HALF_FUNCTION

EMU_DEVICE __half __ldg(const __half *address) { return *address; }
EMU_DEVICE __half2 __ldg(const __half2 *address) { return *address; }

#define EMU_HALF_SHUFFLE(name, lane_type)                                                               \
  EMU_DEVICE __half name(unsigned mask, __half value, lane_type lane, int width = 32) {                 \
    return __ushort_as_half((unsigned short)name(mask, (unsigned)__half_as_ushort(value), lane, width)); \
  }                                                                                                     \
  EMU_DEVICE __half2 name(unsigned mask, __half2 value, lane_type lane, int width = 32) {               \
    return __builtin_bit_cast(__half2, name(mask, __builtin_bit_cast(unsigned, value), lane, width));   \
  }
EMU_HALF_SHUFFLE(__shfl_sync, int)
EMU_HALF_SHUFFLE(__shfl_up_sync, unsigned)
EMU_HALF_SHUFFLE(__shfl_down_sync, unsigned)
EMU_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef EMU_HALF_SHUFFLE

// Blocks run one after another and threads change over only where they wait, so the first exchange succeeds; the loop
// is what the atomic is on paper.
EMU_DEVICE __half atomicAdd(__half *address, __half value) {
  unsigned short *word = (unsigned short *)address, before = __atomic_load_n(word, __ATOMIC_RELAXED), seen;
  do {
    seen = before;
    before = atomicCAS(word, seen, __half_as_ushort(__ushort_as_half(seen) + value));
  } while (before != seen);
  return __ushort_as_half(before);
}
EMU_DEVICE __half2 atomicAdd(__half2 *address, __half2 value) {
  __half x = atomicAdd(&address->x, value.x);
  return __half2(x, atomicAdd(&address->y, value.y));
}

#endif
