// The C library's mathematics for device code. These come before any header of the C++ library, whose own are host
// functions: `using ::sqrt` there then brings both into namespace std.
#ifndef __EMU_MATH_H
#define __EMU_MATH_H

#include "emu/qualifiers.h"

// name(double), namef(float), and the overload name(float) of C++.
#define __EMU_MATH1(name)                                                         \
  __EMU_DEVICE double name(double x) { return __builtin_##name(x); }              \
  __EMU_DEVICE float name##f(float x) { return __builtin_##name##f(x); }          \
  __EMU_DEVICE float name(float x) { return __builtin_##name##f(x); }             \
  template <class T, __emu_if_integer<T> = 0>                                   \
  __device__ double name(T) = __EMU_ONLY_FLOATING;
#define __EMU_MATH2(name)                                                                     \
  __EMU_DEVICE double name(double x, double y) { return __builtin_##name(x, y); }             \
  __EMU_DEVICE float name##f(float x, float y) { return __builtin_##name##f(x, y); }          \
  __EMU_DEVICE float name(float x, float y) { return __builtin_##name##f(x, y); }             \
  template <class T, class U, __emu_if_mixed<T, U> = 0>                                     \
  __device__ double name(T, U) = __EMU_ONLY_SAME;
#define __EMU_MATH_RESULT(type, name)                                             \
  __EMU_DEVICE type name(double x) { return __builtin_##name(x); }                \
  __EMU_DEVICE type name##f(float x) { return __builtin_##name##f(x); }           \
  __EMU_DEVICE type name(float x) { return __builtin_##name##f(x); }
#define __EMU_MATH_SECOND(name, second)                                                      \
  __EMU_DEVICE double name(double x, second y) { return __builtin_##name(x, y); }            \
  __EMU_DEVICE float name##f(float x, second y) { return __builtin_##name##f(x, y); }        \
  __EMU_DEVICE float name(float x, second y) { return __builtin_##name##f(x, y); }

// For integers, and for two arguments of different types, the C++ library's functions are templates for the host, which
// nvcc refuses in device code. So do these, and say why; `pow` alone accepts any two types.
#define __EMU_ONLY_FLOATING delete("CUDA device code has it for float and double only: convert the integer first")
#define __EMU_ONLY_SAME delete("CUDA device code has it for two floats or two doubles only: convert one argument")
template <bool, class T>
struct __emu_enable {};
template <class T>
struct __emu_enable<true, T> {
  typedef T type;
};
template <class T>
using __emu_if_integer = typename __emu_enable<__is_integral(T), int>::type;
template <class T, class U>
using __emu_if_mixed =
    typename __emu_enable<__is_arithmetic(T) && __is_arithmetic(U) &&
                              !(__is_floating_point(T) && __is_floating_point(U) && __is_same(T, U)),
                          int>::type;

__EMU_MATH1(acos)
__EMU_MATH1(acosh)
__EMU_MATH1(asin)
__EMU_MATH1(asinh)
__EMU_MATH1(atan)
__EMU_MATH1(atanh)
__EMU_MATH1(cbrt)
__EMU_MATH1(ceil)
__EMU_MATH1(cos)
__EMU_MATH1(cosh)
__EMU_MATH1(erf)
__EMU_MATH1(erfc)
__EMU_MATH1(exp)
__EMU_MATH1(exp2)
__EMU_MATH1(expm1)
__EMU_MATH1(fabs)
__EMU_MATH1(floor)
__EMU_MATH1(lgamma)
__EMU_MATH1(log)
__EMU_MATH1(log10)
__EMU_MATH1(log1p)
__EMU_MATH1(log2)
__EMU_MATH1(logb)
__EMU_MATH1(nearbyint)
__EMU_MATH1(rint)
__EMU_MATH1(round)
__EMU_MATH1(sin)
__EMU_MATH1(sinh)
__EMU_MATH1(sqrt)
__EMU_MATH1(tan)
__EMU_MATH1(tanh)
__EMU_MATH1(tgamma)
__EMU_MATH1(trunc)

__EMU_MATH2(atan2)
__EMU_MATH2(copysign)
__EMU_MATH2(fdim)
__EMU_MATH2(fmax)
__EMU_MATH2(fmin)
__EMU_MATH2(fmod)
__EMU_MATH2(hypot)
__EMU_MATH2(nextafter)
__EMU_MATH2(remainder)

__EMU_DEVICE double pow(double x, double y) { return __builtin_pow(x, y); }
__EMU_DEVICE float powf(float x, float y) { return __builtin_powf(x, y); }
__EMU_DEVICE float pow(float x, float y) { return __builtin_powf(x, y); }
template <class T, class U, __emu_if_mixed<T, U> = 0>
__EMU_DEVICE double pow(T x, U y) {
  return __builtin_pow((double)x, (double)y);
}

__EMU_MATH_RESULT(int, ilogb)
__EMU_MATH_RESULT(long, lrint)
__EMU_MATH_RESULT(long, lround)
__EMU_MATH_RESULT(long long, llrint)
__EMU_MATH_RESULT(long long, llround)

__EMU_MATH_SECOND(frexp, int *)
__EMU_MATH_SECOND(ldexp, int)
__EMU_MATH_SECOND(scalbn, int)
__EMU_MATH_SECOND(scalbln, long)

__EMU_DEVICE double modf(double x, double *whole) { return __builtin_modf(x, whole); }
__EMU_DEVICE float modff(float x, float *whole) { return __builtin_modff(x, whole); }
__EMU_DEVICE float modf(float x, float *whole) { return __builtin_modff(x, whole); }
// The C library's takes a pointer, which no hook would check. The quotient has its sign and at least three bits.
__EMU_DEVICE double remquo(double x, double y, int *quotient) {
  double turns = __builtin_fmod(x, 8.0 * y), rest = __builtin_remainder(turns, y);
  *quotient = (int)__builtin_rint((turns - rest) / y);
  return rest;
}
__EMU_DEVICE float remquof(float x, float y, int *quotient) { return (float)remquo((double)x, (double)y, quotient); }
__EMU_DEVICE float remquo(float x, float y, int *quotient) { return remquof(x, y, quotient); }
__EMU_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__EMU_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__EMU_DEVICE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__EMU_DEVICE double nan(const char *) { return __builtin_nan(""); }
__EMU_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

__EMU_DEVICE int abs(int x) { return x < 0 ? -x : x; }
__EMU_DEVICE long abs(long x) { return x < 0 ? -x : x; }
__EMU_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
__EMU_DEVICE long labs(long x) { return x < 0 ? -x : x; }
__EMU_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }
__EMU_DEVICE float abs(float x) { return __builtin_fabsf(x); }
__EMU_DEVICE double abs(double x) { return __builtin_fabs(x); }

__EMU_DEVICE bool isnan(double x) { return __builtin_isnan(x); }
__EMU_DEVICE bool isnan(float x) { return __builtin_isnan(x); }
__EMU_DEVICE bool isinf(double x) { return __builtin_isinf(x); }
__EMU_DEVICE bool isinf(float x) { return __builtin_isinf(x); }
__EMU_DEVICE bool isfinite(double x) { return __builtin_isfinite(x); }
__EMU_DEVICE bool isfinite(float x) { return __builtin_isfinite(x); }
__EMU_DEVICE bool signbit(double x) { return __builtin_signbit(x); }
__EMU_DEVICE bool signbit(float x) { return __builtin_signbit(x); }

// The POSIX Bessel functions: no builtin of Clang, but the C library that kernels are linked with has them.
#define __EMU_BESSEL(name)                                                                                      \
  extern "C" __attribute__((device, const)) double __emu_libm_##name(double x) __asm__(#name);                \
  __EMU_DEVICE double name(double x) { return __emu_libm_##name(x); }                                           \
  __EMU_DEVICE float name##f(float x) { return (float)__emu_libm_##name((double)x); }                           \
  __EMU_DEVICE float name(float x) { return name##f(x); }
#define __EMU_BESSEL_N(name)                                                                                    \
  extern "C" __attribute__((device, const)) double __emu_libm_##name(int n, double x) __asm__(#name);         \
  __EMU_DEVICE double name(int n, double x) { return __emu_libm_##name(n, x); }                                 \
  __EMU_DEVICE float name##f(int n, float x) { return (float)__emu_libm_##name(n, (double)x); }                 \
  __EMU_DEVICE float name(int n, float x) { return name##f(n, x); }
__EMU_BESSEL(j0)
__EMU_BESSEL(j1)
__EMU_BESSEL(y0)
__EMU_BESSEL(y1)
__EMU_BESSEL_N(jn)
__EMU_BESSEL_N(yn)

#undef __EMU_ONLY_FLOATING
#undef __EMU_ONLY_SAME
#undef __EMU_MATH1
#undef __EMU_MATH2
#undef __EMU_MATH_RESULT
#undef __EMU_MATH_SECOND
#undef __EMU_BESSEL
#undef __EMU_BESSEL_N

#endif
