// Arithmetic with a chosen rounding mode (rn nearest, rz towards zero, ru up, rd down). The machine below only rounds
// to nearest: the other modes look at the sign of what rounding to nearest lost, and step to the neighbour if needed.
#ifndef __EMU_ROUNDING_H
#define __EMU_ROUNDING_H

#include "emu/qualifiers.h"

enum __emu_rounding { __emu_rn, __emu_rz, __emu_ru, __emu_rd };

__EMU_DEVICE bool __emu_step(double value, double lost, int mode) {
  if (mode == __emu_rz) return value > 0.0 ? lost < 0.0 : lost > 0.0;
  return mode == __emu_ru ? lost > 0.0 : mode == __emu_rd ? lost < 0.0 : false;
}
// `value` is a result rounded to nearest, `lost` has the sign of the exact result minus it.
__EMU_DEVICE double __emu_direct(double value, double lost, int mode) {
  if (!__emu_step(value, lost, mode)) return value;
  return __builtin_nextafter(value, lost > 0.0 ? __builtin_inf() : -__builtin_inf());
}
// The float for `value` + `lost`, where |lost| is below half a unit in the last place of the double `value`.
__EMU_DEVICE float __emu_narrow(double value, double lost, int mode) {
  float nearest = (float)value;
  double difference = value - (double)nearest;
  if (__builtin_isinf(nearest)) difference = __builtin_isinf(value) ? 0.0 : -value;
  if (difference == 0.0) difference = lost;
  if (!__emu_step((double)nearest, difference, mode)) return nearest;
  return __builtin_nextafterf(nearest, difference > 0.0 ? __builtin_inff() : -__builtin_inff());
}
// What a + b = sum lost (Knuth's two-sum); nothing where the sum is not finite because an operand is not.
__EMU_DEVICE double __emu_sum_lost(double a, double b, double sum) {
  if (!__builtin_isfinite(sum)) return __builtin_isfinite(a) && __builtin_isfinite(b) ? -sum : 0.0;
  double rest = sum - a;
  return (a - (sum - rest)) + (b - rest);
}
__EMU_DEVICE double __emu_product_lost(double a, double b, double product) {
  if (!__builtin_isfinite(product)) return __builtin_isfinite(a) && __builtin_isfinite(b) ? -product : 0.0;
  return __builtin_fma(a, b, -product);
}
__EMU_DEVICE double __emu_quotient_lost(double a, double b, double quotient) {
  if (!__builtin_isfinite(quotient)) return __builtin_isfinite(a) && b != 0.0 ? -quotient : 0.0;
  if (b == 0.0 || !__builtin_isfinite(b)) return 0.0;
  double rest = __builtin_fma(-quotient, b, a);
  return b < 0.0 ? -rest : rest;
}
__EMU_DEVICE double __emu_root_lost(double a, double root) {
  return __builtin_isfinite(root) ? __builtin_fma(-root, root, a) : 0.0;
}
__EMU_DEVICE double __emu_fma_lost(double a, double b, double c, double sum) {
  double product = a * b;
  if (!__builtin_isfinite(sum) || !__builtin_isfinite(product)) return 0.0;
  // a b = product + tail exactly; so the exact result minus `sum` is (product - sum) + c + tail, summed by two-sums.
  double tail = __builtin_fma(a, b, -product), high = product + c, low = __emu_sum_lost(product, c, high);
  double difference = high - sum;
  return difference + (low + tail);
}

#define __EMU_ROUNDED(suffix)                                                                                        \
  __EMU_DEVICE double __dadd_##suffix(double a, double b) {                                                          \
    double r = a + b;                                                                                              \
    return __emu_direct(r, __emu_sum_lost(a, b, r), __emu_##suffix);                                               \
  }                                                                                                                \
  __EMU_DEVICE double __dsub_##suffix(double a, double b) { return __dadd_##suffix(a, -b); }                         \
  __EMU_DEVICE double __dmul_##suffix(double a, double b) {                                                          \
    double r = a * b;                                                                                              \
    return __emu_direct(r, __emu_product_lost(a, b, r), __emu_##suffix);                                           \
  }                                                                                                                \
  __EMU_DEVICE double __ddiv_##suffix(double a, double b) {                                                          \
    double r = a / b;                                                                                              \
    return __emu_direct(r, __emu_quotient_lost(a, b, r), __emu_##suffix);                                          \
  }                                                                                                                \
  __EMU_DEVICE double __drcp_##suffix(double a) { return __ddiv_##suffix(1.0, a); }                                  \
  __EMU_DEVICE double __dsqrt_##suffix(double a) {                                                                   \
    double r = __builtin_sqrt(a);                                                                                  \
    return __emu_direct(r, __emu_root_lost(a, r), __emu_##suffix);                                                 \
  }                                                                                                                \
  __EMU_DEVICE double __fma_##suffix(double a, double b, double c) {                                                 \
    double r = __builtin_fma(a, b, c);                                                                             \
    return __emu_##suffix == __emu_rn ? r : __emu_direct(r, __emu_fma_lost(a, b, c, r), __emu_##suffix);           \
  }                                                                                                                \
  __EMU_DEVICE float __fadd_##suffix(float a, float b) {                                                             \
    double r = (double)a + b;                                                                                      \
    return __emu_##suffix == __emu_rn ? a + b : __emu_narrow(r, __emu_sum_lost(a, b, r), __emu_##suffix);          \
  }                                                                                                                \
  __EMU_DEVICE float __fsub_##suffix(float a, float b) { return __fadd_##suffix(a, -b); }                            \
  __EMU_DEVICE float __fmul_##suffix(float a, float b) {                                                             \
    return __emu_##suffix == __emu_rn ? a * b : __emu_narrow((double)a * b, 0.0, __emu_##suffix);                  \
  }                                                                                                                \
  __EMU_DEVICE float __fdiv_##suffix(float a, float b) {                                                             \
    double r = (double)a / b;                                                                                      \
    return __emu_##suffix == __emu_rn ? a / b : __emu_narrow(r, __emu_quotient_lost(a, b, r), __emu_##suffix);     \
  }                                                                                                                \
  __EMU_DEVICE float __frcp_##suffix(float a) { return __fdiv_##suffix(1.0f, a); }                                   \
  __EMU_DEVICE float __fsqrt_##suffix(float a) {                                                                     \
    double r = __builtin_sqrt((double)a);                                                                          \
    return __emu_##suffix == __emu_rn ? __builtin_sqrtf(a)                                                         \
                                      : __emu_narrow(r, __emu_root_lost(a, r), __emu_##suffix);                    \
  }                                                                                                                \
  __EMU_DEVICE float __fmaf_##suffix(float a, float b, float c) {                                                    \
    double product = (double)a * b, r = product + c;                                                               \
    return __emu_##suffix == __emu_rn ? __builtin_fmaf(a, b, c)                                                    \
                                      : __emu_narrow(r, __emu_sum_lost(product, c, r), __emu_##suffix);            \
  }                                                                                                                \
  __EMU_DEVICE float __double2float_##suffix(double a) { return __emu_narrow(a, 0.0, __emu_##suffix); }              \
  __EMU_DEVICE float __int2float_##suffix(int a) { return __emu_narrow((double)a, 0.0, __emu_##suffix); }            \
  __EMU_DEVICE float __uint2float_##suffix(unsigned a) { return __emu_narrow((double)a, 0.0, __emu_##suffix); }      \
  __EMU_DEVICE double __ll2double_##suffix(long long a) {                                                            \
    double high = (double)(int)(a >> 32) * 4294967296.0, low = (double)(unsigned)a, r = high + low;                \
    return __emu_direct(r, __emu_sum_lost(high, low, r), __emu_##suffix);                                          \
  }                                                                                                                \
  __EMU_DEVICE double __ull2double_##suffix(unsigned long long a) {                                                  \
    double high = (double)(unsigned)(a >> 32) * 4294967296.0, low = (double)(unsigned)a, r = high + low;           \
    return __emu_direct(r, __emu_sum_lost(high, low, r), __emu_##suffix);                                          \
  }                                                                                                                \
  __EMU_DEVICE float __ll2float_##suffix(long long a) {                                                              \
    double high = (double)(int)(a >> 32) * 4294967296.0, low = (double)(unsigned)a, r = high + low;                \
    return __emu_##suffix == __emu_rn ? (float)a : __emu_narrow(r, __emu_sum_lost(high, low, r), __emu_##suffix);  \
  }                                                                                                                \
  __EMU_DEVICE float __ull2float_##suffix(unsigned long long a) {                                                    \
    double high = (double)(unsigned)(a >> 32) * 4294967296.0, low = (double)(unsigned)a, r = high + low;           \
    return __emu_##suffix == __emu_rn ? (float)a : __emu_narrow(r, __emu_sum_lost(high, low, r), __emu_##suffix);  \
  }
__EMU_ROUNDED(rn)
__EMU_ROUNDED(rz)
__EMU_ROUNDED(ru)
__EMU_ROUNDED(rd)
#undef __EMU_ROUNDED

__EMU_DEVICE float __frsqrt_rn(float a) { return (float)(1.0 / __builtin_sqrt((double)a)); }
__EMU_DEVICE double __int2double_rn(int a) { return (double)a; }
__EMU_DEVICE double __uint2double_rn(unsigned a) { return (double)a; }

// To integers: the cast saturates and makes 0 of NaN, as cvt does on a GPU.
#define __EMU_TO_INTEGER(type, name)                                                              \
  __EMU_DEVICE type __float2##name##_rn(float x) { return (type)__builtin_rintf(x); }             \
  __EMU_DEVICE type __float2##name##_rz(float x) { return (type)x; }                              \
  __EMU_DEVICE type __float2##name##_ru(float x) { return (type)__builtin_ceilf(x); }             \
  __EMU_DEVICE type __float2##name##_rd(float x) { return (type)__builtin_floorf(x); }            \
  __EMU_DEVICE type __double2##name##_rn(double x) { return (type)__builtin_rint(x); }            \
  __EMU_DEVICE type __double2##name##_rz(double x) { return (type)x; }                            \
  __EMU_DEVICE type __double2##name##_ru(double x) { return (type)__builtin_ceil(x); }            \
  __EMU_DEVICE type __double2##name##_rd(double x) { return (type)__builtin_floor(x); }
__EMU_TO_INTEGER(int, int)
__EMU_TO_INTEGER(unsigned, uint)
__EMU_TO_INTEGER(long long, ll)
__EMU_TO_INTEGER(unsigned long long, ull)
#undef __EMU_TO_INTEGER

__EMU_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__EMU_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__EMU_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__EMU_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__EMU_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__EMU_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__EMU_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__EMU_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
__EMU_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

#endif
