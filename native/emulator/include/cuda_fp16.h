// Half precision: __half and __half2, their conversions, arithmetic, comparisons and functions. A value is kept as its
// 16 bits and computed in float: a float has more than twice the bits of a half, so rounding its sums, products,
// quotients and roots once more gives the right half.
#ifndef __EMU_PUBLIC_CUDA_FP16_H
#define __EMU_PUBLIC_CUDA_FP16_H

#include "cuda_runtime.h"
#include "emu/narrow.h"

__EMU_HOST_DEVICE unsigned short __emu_half_bits(float x) {
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
__EMU_HOST_DEVICE float __emu_half_value(unsigned short bits) {
  unsigned sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31u, fraction = bits & 0x3ffu;
  if (exponent == 31) return __builtin_bit_cast(float, sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return __builtin_bit_cast(float, sign | (exponent + 112) << 23 | fraction << 13);
  return __builtin_copysignf((float)fraction * 0x1p-24f, __builtin_bit_cast(float, sign));
}

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
 protected:
  unsigned short __x;

 public:
  __half() = default;
  __EMU_MEMBER __half(const __half_raw &raw) : __x(raw.x) {}
  __EMU_MEMBER __half(float value) : __x(__emu_half_bits(value)) {}
  __EMU_MEMBER __half(double value) : __x(__emu_narrow_bits<5, 10>(value, __emu_to_nearest)) {}
  __EMU_MEMBER __half(int value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(unsigned value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(long value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(unsigned long value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(short value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(unsigned short value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(long long value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER __half(unsigned long long value) : __x(__emu_half_bits((float)value)) {}
  __EMU_MEMBER operator float() const { return __emu_half_value(__x); }
  __EMU_MEMBER operator __half_raw() const { return __half_raw{__x}; }
  __EMU_MEMBER operator __half_raw() const volatile { return __half_raw{__x}; }
  __EMU_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
  __EMU_MEMBER explicit operator int() const { return (int)__emu_half_value(__x); }
  __EMU_MEMBER explicit operator unsigned() const { return (unsigned)__emu_half_value(__x); }
};
typedef __half half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __EMU_MEMBER __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __EMU_MEMBER __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  __EMU_MEMBER operator __half2_raw() const { return {static_cast<__half_raw>(x).x, static_cast<__half_raw>(y).x}; }
};
typedef __half2 half2;

__EMU_HOST_DEVICE __half __float2half(float x) { return __half(x); }
__EMU_HOST_DEVICE __half __double2half(double x) { return __half(x); }
__EMU_HOST_DEVICE float __half2float(__half x) { return (float)x; }
__EMU_HOST_DEVICE unsigned short __half_as_ushort(__half x) { return static_cast<__half_raw>(x).x; }
__EMU_HOST_DEVICE short __half_as_short(__half x) { return (short)static_cast<__half_raw>(x).x; }
__EMU_HOST_DEVICE __half __ushort_as_half(unsigned short x) { return __half(__half_raw{x}); }
__EMU_HOST_DEVICE __half __short_as_half(short x) { return __half(__half_raw{(unsigned short)x}); }

__EMU_HOST_DEVICE __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__EMU_HOST_DEVICE __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__EMU_HOST_DEVICE __half2 __half2half2(__half a) { return __half2(a, a); }
__EMU_HOST_DEVICE __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
__EMU_HOST_DEVICE __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
__EMU_HOST_DEVICE __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
__EMU_HOST_DEVICE float2 __half22float2(__half2 a) { return float2{(float)a.x, (float)a.y}; }
__EMU_HOST_DEVICE float __low2float(__half2 a) { return (float)a.x; }
__EMU_HOST_DEVICE float __high2float(__half2 a) { return (float)a.y; }
__EMU_HOST_DEVICE __half __low2half(__half2 a) { return a.x; }
__EMU_HOST_DEVICE __half __high2half(__half2 a) { return a.y; }
__EMU_HOST_DEVICE __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__EMU_HOST_DEVICE __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__EMU_HOST_DEVICE __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
__EMU_HOST_DEVICE __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__EMU_HOST_DEVICE __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

#define __EMU_T __half
#define __EMU_T2 __half2
#define __EMU_NAME half
#define __EMU_EXPONENT_BITS 5
#define __EMU_FRACTION_BITS 10
#define __EMU_NAN 0x7fff
#define __EMU_INFINITY 0x7c00
#define __EMU_DIRECTED __EMU_HOST_DEVICE
#include "emu/narrow_functions.h"
#undef __EMU_DIRECTED
#undef __EMU_T
#undef __EMU_T2
#undef __EMU_NAME
#undef __EMU_EXPONENT_BITS
#undef __EMU_FRACTION_BITS
#undef __EMU_NAN
#undef __EMU_INFINITY

#endif
