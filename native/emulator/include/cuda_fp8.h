// Floating point of 8 bits: e4m3 (no infinity, NaN where all bits but the sign are set) and e5m2 (the upper half of a
// half), as "OCP 8-bit Floating Point Specification" and the CUDA Math API define them: one, two or four values, and their
// conversions. There is no arithmetic.
#ifndef __EMU_PUBLIC_CUDA_FP8_H
#define __EMU_PUBLIC_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace __emu_fp8 {

// Rounds to nearest, ties to even. Every type that is converted fits into a double.
__EMU_HOST_DEVICE __nv_fp8_storage_t encode(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  const int fraction = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  const unsigned largest = kind == __NV_E4M3 ? 0x7e : 0x7b, beyond = kind == __NV_E4M3 ? 0x7f : 0x7c;
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x), magnitude = bits & ~(1ull << 63);
  if (magnitude > 0x7ff0000000000000ull) return 0x7f;
  int exponent = (int)(magnitude >> 52) - 1023 + bias;
  unsigned long long significand = (magnitude & 0xfffffffffffffull) | (magnitude >> 52 ? 1ull << 52 : 0);
  int shift = 52 - fraction + (exponent < 1 ? 1 - exponent : 0);
  if (shift > 63) shift = 63;
  unsigned long long kept = significand >> shift, rest = significand & ((1ull << shift) - 1), tie = 1ull << (shift - 1);
  unsigned result = (unsigned)kept + (exponent > 1 ? (unsigned)(exponent - 1) << fraction : 0);
  if (rest > tie || (rest == tie && (kept & 1))) result++;
  if (result > largest) result = saturate == __NV_SATFINITE ? largest : beyond;
  return (__nv_fp8_storage_t)(bits >> 63 << 7 | result);
}

__EMU_HOST_DEVICE unsigned short half_bits(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  unsigned sign = (unsigned)(x & 0x80) << 8, magnitude = x & 0x7f;
  if (kind == __NV_E5M2) return magnitude > 0x7c ? 0x7fff : (unsigned short)(sign | magnitude << 8);
  if (magnitude == 0x7f) return 0x7fff;
  if (magnitude >= 8) return (unsigned short)(sign | ((magnitude << 7) + (8 << 10)));
  return (unsigned short)(sign | __emu_half_bits((float)magnitude * 0x1p-9f));
}
__EMU_HOST_DEVICE float value(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  unsigned short half = half_bits(x, kind);
  return half == 0x7fff ? __builtin_bit_cast(float, 0x7fffffffu) : __emu_half_value(half);
}
__EMU_HOST_DEVICE bool is_nan(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return (x & 0x7f) > (kind == __NV_E4M3 ? 0x7e : 0x7c);
}

// Towards zero; NaN is 0, and what is out of range the nearest number. The smallest of 64 bits stands for NaN.
template <class T>
__EMU_HOST_DEVICE T integer(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  constexpr bool is_signed = (T)-1 < (T)0;
  constexpr int bits = 8 * (int)sizeof(T);
  if (is_nan(x, kind)) return bits == 64 ? (T)(1ull << 63) : (T)0;
  constexpr T most = is_signed ? (T)((1ull << (bits - 1)) - 1) : (T)~0ull, least = is_signed ? (T)(1ull << (bits - 1)) : (T)0;
  float number = value(x, kind);
  if (number >= 2.0f * (float)(1ull << (bits - 2)) * (is_signed ? 1.0f : 2.0f)) return most;
  if (number < (is_signed ? -2.0f * (float)(1ull << (bits - 2)) : 0.0f)) return least;
  return (T)number;
}

}  // namespace __emu_fp8

__EMU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __emu_fp8::encode(x, saturate, kind);
}
__EMU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __emu_fp8::encode(x, saturate, kind);
}
__EMU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __emu_fp8::encode(__emu_half_value(x.x), saturate, kind);
}
__EMU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                               __nv_fp8_interpretation_t kind) {
  return __emu_fp8::encode(__emu_bfloat16_value(x.x), saturate, kind);
}
// The first of two values has the lower bits.
#define __EMU_FP8_PAIR(name, type, single)                                                                                    \
  __EMU_HOST_DEVICE __nv_fp8x2_storage_t name(type x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {           \
    return (__nv_fp8x2_storage_t)(single({x.x}, saturate, kind) | single({x.y}, saturate, kind) << 8);                      \
  }
__EMU_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8)
__EMU_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8)
__EMU_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8)
__EMU_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8)
#undef __EMU_FP8_PAIR

__EMU_HOST_DEVICE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half_raw{__emu_fp8::half_bits(x, kind)};
}
__EMU_HOST_DEVICE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half2_raw{__emu_fp8::half_bits((__nv_fp8_storage_t)x, kind), __emu_fp8::half_bits((__nv_fp8_storage_t)(x >> 8), kind)};
}

// The types convert explicitly alone, and saturate.
#define __EMU_FP8_FROM(name, type) \
  __EMU_MEMBER explicit name(type value) : __x(__emu_fp8::encode((double)(float)value, __NV_SATFINITE, __emu_kind)) {}
#define __EMU_FP8_INTO(type) \
  __EMU_MEMBER explicit operator type() const { return __emu_fp8::integer<type>(__x, __emu_kind); }

#define __EMU_FP8_TYPES(suffix, kind)                                                                                         \
  struct __nv_fp8_##suffix {                                                                                                \
    __nv_fp8_storage_t __x;                                                                                                 \
    static constexpr __nv_fp8_interpretation_t __emu_kind = kind;                                                           \
    __nv_fp8_##suffix() = default;                                                                                          \
    __EMU_FP8_FROM(__nv_fp8_##suffix, __half)                                                                                 \
    __EMU_FP8_FROM(__nv_fp8_##suffix, __nv_bfloat16)                                                                          \
    __EMU_FP8_FROM(__nv_fp8_##suffix, float)                                                                                  \
    __EMU_MEMBER explicit __nv_fp8_##suffix(double value) : __x(__emu_fp8::encode(value, __NV_SATFINITE, kind)) {}            \
    __EMU_FP8_FROM(__nv_fp8_##suffix, unsigned short)                                                                         \
    __EMU_FP8_FROM(__nv_fp8_##suffix, unsigned)                                                                               \
    __EMU_FP8_FROM(__nv_fp8_##suffix, unsigned long)                                                                          \
    __EMU_FP8_FROM(__nv_fp8_##suffix, unsigned long long)                                                                     \
    __EMU_FP8_FROM(__nv_fp8_##suffix, short)                                                                                  \
    __EMU_FP8_FROM(__nv_fp8_##suffix, int)                                                                                    \
    __EMU_FP8_FROM(__nv_fp8_##suffix, long)                                                                                   \
    __EMU_FP8_FROM(__nv_fp8_##suffix, long long)                                                                              \
    __EMU_MEMBER explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, kind)); }                      \
    __EMU_MEMBER explicit operator __nv_bfloat16() const { return __nv_bfloat16(__emu_fp8::value(__x, kind)); }               \
    __EMU_MEMBER explicit operator float() const { return __emu_fp8::value(__x, kind); }                                      \
    __EMU_MEMBER explicit operator double() const { return __emu_fp8::value(__x, kind); }                                     \
    __EMU_FP8_INTO(unsigned char)                                                                                             \
    __EMU_FP8_INTO(unsigned short)                                                                                            \
    __EMU_FP8_INTO(unsigned)                                                                                                  \
    __EMU_FP8_INTO(unsigned long)                                                                                             \
    __EMU_FP8_INTO(unsigned long long)                                                                                        \
    __EMU_FP8_INTO(signed char)                                                                                               \
    __EMU_FP8_INTO(char)                                                                                                      \
    __EMU_FP8_INTO(short)                                                                                                     \
    __EMU_FP8_INTO(int)                                                                                                       \
    __EMU_FP8_INTO(long)                                                                                                      \
    __EMU_FP8_INTO(long long)                                                                                                 \
    __EMU_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; }                                                 \
  };                                                                                                                        \
  struct __align__(2) __nv_fp8x2_##suffix {                                                                                 \
    __nv_fp8x2_storage_t __x;                                                                                               \
    __nv_fp8x2_##suffix() = default;                                                                                        \
    __EMU_MEMBER explicit __nv_fp8x2_##suffix(__half2 value) : __x(__nv_cvt_halfraw2_to_fp8x2(value, __NV_SATFINITE, kind)) {} \
    __EMU_MEMBER explicit __nv_fp8x2_##suffix(__nv_bfloat162 value)                                                           \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(value, __NV_SATFINITE, kind)) {}                                               \
    __EMU_MEMBER explicit __nv_fp8x2_##suffix(float2 value) : __x(__nv_cvt_float2_to_fp8x2(value, __NV_SATFINITE, kind)) {}   \
    __EMU_MEMBER explicit __nv_fp8x2_##suffix(double2 value) : __x(__nv_cvt_double2_to_fp8x2(value, __NV_SATFINITE, kind)) {} \
    __EMU_MEMBER explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, kind)); }                 \
    __EMU_MEMBER explicit operator float2() const {                                                                           \
      return {__emu_fp8::value((__nv_fp8_storage_t)__x, kind), __emu_fp8::value((__nv_fp8_storage_t)(__x >> 8), kind)};     \
    }                                                                                                                       \
  };                                                                                                                        \
  struct __align__(4) __nv_fp8x4_##suffix {                                                                                 \
    __nv_fp8x4_storage_t __x;                                                                                               \
    __nv_fp8x4_##suffix() = default;                                                                                        \
    __EMU_MEMBER explicit __nv_fp8x4_##suffix(__half2 low, __half2 high)                                                      \
        : __x(__nv_cvt_halfraw2_to_fp8x2(low, __NV_SATFINITE, kind) |                                                       \
              (unsigned)__nv_cvt_halfraw2_to_fp8x2(high, __NV_SATFINITE, kind) << 16) {}                                    \
    __EMU_MEMBER explicit __nv_fp8x4_##suffix(__nv_bfloat162 low, __nv_bfloat162 high)                                        \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(low, __NV_SATFINITE, kind) |                                                   \
              (unsigned)__nv_cvt_bfloat16raw2_to_fp8x2(high, __NV_SATFINITE, kind) << 16) {}                                \
    __EMU_MEMBER explicit __nv_fp8x4_##suffix(float4 value)                                                                   \
        : __x(__nv_cvt_float2_to_fp8x2({value.x, value.y}, __NV_SATFINITE, kind) |                                          \
              (unsigned)__nv_cvt_float2_to_fp8x2({value.z, value.w}, __NV_SATFINITE, kind) << 16) {}                        \
    __EMU_MEMBER explicit __nv_fp8x4_##suffix(double4 value)                                                                  \
        : __x(__nv_cvt_double2_to_fp8x2({value.x, value.y}, __NV_SATFINITE, kind) |                                         \
              (unsigned)__nv_cvt_double2_to_fp8x2({value.z, value.w}, __NV_SATFINITE, kind) << 16) {}                       \
    __EMU_MEMBER explicit operator float4() const {                                                                           \
      return {__emu_fp8::value((__nv_fp8_storage_t)__x, kind), __emu_fp8::value((__nv_fp8_storage_t)(__x >> 8), kind),      \
              __emu_fp8::value((__nv_fp8_storage_t)(__x >> 16), kind), __emu_fp8::value((__nv_fp8_storage_t)(__x >> 24), kind)}; \
    }                                                                                                                       \
  };

__EMU_FP8_TYPES(e4m3, __NV_E4M3)
__EMU_FP8_TYPES(e5m2, __NV_E5M2)
#undef __EMU_FP8_TYPES
#undef __EMU_FP8_FROM
#undef __EMU_FP8_INTO

#endif
