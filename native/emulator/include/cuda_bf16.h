// bfloat16: the upper half of a float. __nv_bfloat16 and __nv_bfloat162, their conversions, arithmetic, comparisons and
// functions, computed in float as those of __half are.
#ifndef __EMU_PUBLIC_CUDA_BF16_H
#define __EMU_PUBLIC_CUDA_BF16_H

#include "cuda_fp16.h"

__EMU_HOST_DEVICE unsigned short __emu_bfloat16_bits(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}
__EMU_HOST_DEVICE float __emu_bfloat16_value(unsigned short bits) {
  return __builtin_bit_cast(float, (unsigned)bits << 16);
}

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
 protected:
  unsigned short __x;

 public:
  __nv_bfloat16() = default;
  __EMU_MEMBER __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
  __EMU_MEMBER __nv_bfloat16(float value) : __x(__emu_bfloat16_bits(value)) {}
  __EMU_MEMBER __nv_bfloat16(double value) : __x(__emu_narrow_bits<8, 7>(value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(int value) : __x(__emu_narrow_bits<8, 7>((double)value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(unsigned value) : __x(__emu_narrow_bits<8, 7>((double)value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(long value) : __x(__emu_narrow_bits<8, 7>((double)value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(unsigned long value) : __x(__emu_narrow_bits<8, 7>((double)value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(short value) : __x(__emu_narrow_bits<8, 7>((double)value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(unsigned short value) : __x(__emu_narrow_bits<8, 7>((double)value, __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(long long value) : __x(__emu_narrow_bits<8, 7>(__emu_sticky(value), __emu_to_nearest)) {}
  __EMU_MEMBER __nv_bfloat16(unsigned long long value) : __x(__emu_narrow_bits<8, 7>(__emu_sticky(value), __emu_to_nearest)) {}
  __EMU_MEMBER operator float() const { return __emu_bfloat16_value(__x); }
  __EMU_MEMBER operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
  __EMU_MEMBER operator __nv_bfloat16_raw() const volatile { return __nv_bfloat16_raw{__x}; }
  __EMU_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
  __EMU_MEMBER explicit operator int() const { return (int)__emu_bfloat16_value(__x); }
  __EMU_MEMBER explicit operator unsigned() const { return (unsigned)__emu_bfloat16_value(__x); }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __EMU_MEMBER __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __EMU_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &raw) : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  __EMU_MEMBER operator __nv_bfloat162_raw() const { return {static_cast<__nv_bfloat16_raw>(x).x, static_cast<__nv_bfloat16_raw>(y).x}; }
};
typedef __nv_bfloat162 nv_bfloat162;

__EMU_HOST_DEVICE __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__EMU_HOST_DEVICE __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__EMU_HOST_DEVICE float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
__EMU_HOST_DEVICE unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return static_cast<__nv_bfloat16_raw>(x).x; }
__EMU_HOST_DEVICE short __bfloat16_as_short(__nv_bfloat16 x) { return (short)static_cast<__nv_bfloat16_raw>(x).x; }
__EMU_HOST_DEVICE __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __nv_bfloat16(__nv_bfloat16_raw{x}); }
__EMU_HOST_DEVICE __nv_bfloat16 __short_as_bfloat16(short x) { return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)x}); }

__EMU_HOST_DEVICE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__EMU_HOST_DEVICE __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__EMU_HOST_DEVICE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__EMU_HOST_DEVICE __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
__EMU_HOST_DEVICE __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__EMU_HOST_DEVICE __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y)); }
__EMU_HOST_DEVICE float2 __bfloat1622float2(__nv_bfloat162 a) { return float2{(float)a.x, (float)a.y}; }
__EMU_HOST_DEVICE float __low2float(__nv_bfloat162 a) { return (float)a.x; }
__EMU_HOST_DEVICE float __high2float(__nv_bfloat162 a) { return (float)a.y; }
__EMU_HOST_DEVICE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__EMU_HOST_DEVICE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__EMU_HOST_DEVICE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__EMU_HOST_DEVICE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__EMU_HOST_DEVICE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
__EMU_HOST_DEVICE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__EMU_HOST_DEVICE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }

#define __EMU_T __nv_bfloat16
#define __EMU_T2 __nv_bfloat162
#define __EMU_NAME bfloat16
#define __EMU_EXPONENT_BITS 8
#define __EMU_FRACTION_BITS 7
#define __EMU_NAN 0x7fff
#define __EMU_INFINITY 0x7f80
#define __EMU_DIRECTED __EMU_DEVICE
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
