// The C library's mathematics for device code. These come before any header of the C++ library, whose own are host
// functions: `using ::sqrt` there then brings both into namespace std.
#ifndef EMU_MATH_H
#define EMU_MATH_H

#include "emu/qualifiers.h"

// name(double), namef(float), and the overload name(float) of C++.
#define EMU_MATH1(name)                                                         \
  EMU_DEVICE double name(double x) { return __builtin_##name(x); }              \
  EMU_DEVICE float name##f(float x) { return __builtin_##name##f(x); }          \
  EMU_DEVICE float name(float x) { return __builtin_##name##f(x); }             \
  template <class T, __emu_if_integer<T> = 0>                                   \
  __device__ double name(T) = EMU_ONLY_FLOATING;
#define EMU_MATH2(name)                                                                     \
  EMU_DEVICE double name(double x, double y) { return __builtin_##name(x, y); }             \
  EMU_DEVICE float name##f(float x, float y) { return __builtin_##name##f(x, y); }          \
  EMU_DEVICE float name(float x, float y) { return __builtin_##name##f(x, y); }             \
  template <class T, class U, __emu_if_mixed<T, U> = 0>                                     \
  __device__ double name(T, U) = EMU_ONLY_SAME;
#define EMU_MATH_RESULT(type, name)                                             \
  EMU_DEVICE type name(double x) { return __builtin_##name(x); }                \
  EMU_DEVICE type name##f(float x) { return __builtin_##name##f(x); }           \
  EMU_DEVICE type name(float x) { return __builtin_##name##f(x); }
#define EMU_MATH_SECOND(name, second)                                                      \
  EMU_DEVICE double name(double x, second y) { return __builtin_##name(x, y); }            \
  EMU_DEVICE float name##f(float x, second y) { return __builtin_##name##f(x, y); }        \
  EMU_DEVICE float name(float x, second y) { return __builtin_##name##f(x, y); }

// For integers, and for two arguments of different types, the C++ library's functions are templates for the host, which
// nvcc refuses in device code. So do these, and say why; `pow` alone accepts any two types.
#define EMU_ONLY_FLOATING delete("CUDA device code has it for float and double only: convert the integer first")
#define EMU_ONLY_SAME delete("CUDA device code has it for two floats or two doubles only: convert one argument")
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

EMU_MATH1(acos)
EMU_MATH1(acosh)
EMU_MATH1(asin)
EMU_MATH1(asinh)
EMU_MATH1(atan)
EMU_MATH1(atanh)
EMU_MATH1(cbrt)
EMU_MATH1(ceil)
EMU_MATH1(cos)
EMU_MATH1(cosh)
EMU_MATH1(erf)
EMU_MATH1(erfc)
EMU_MATH1(exp)
EMU_MATH1(exp2)
EMU_MATH1(expm1)
EMU_MATH1(fabs)
EMU_MATH1(floor)
EMU_MATH1(lgamma)
EMU_MATH1(log)
EMU_MATH1(log10)
EMU_MATH1(log1p)
EMU_MATH1(log2)
EMU_MATH1(logb)
EMU_MATH1(nearbyint)
EMU_MATH1(rint)
EMU_MATH1(round)
EMU_MATH1(sin)
EMU_MATH1(sinh)
EMU_MATH1(sqrt)
EMU_MATH1(tan)
EMU_MATH1(tanh)
EMU_MATH1(tgamma)
EMU_MATH1(trunc)

EMU_MATH2(atan2)
EMU_MATH2(copysign)
EMU_MATH2(fdim)
EMU_MATH2(fmax)
EMU_MATH2(fmin)
EMU_MATH2(fmod)
EMU_MATH2(hypot)
EMU_MATH2(nextafter)
EMU_MATH2(remainder)

EMU_DEVICE double pow(double x, double y) { return __builtin_pow(x, y); }
EMU_DEVICE float powf(float x, float y) { return __builtin_powf(x, y); }
EMU_DEVICE float pow(float x, float y) { return __builtin_powf(x, y); }
template <class T, class U, __emu_if_mixed<T, U> = 0>
EMU_DEVICE double pow(T x, U y) {
  return __builtin_pow((double)x, (double)y);
}

EMU_MATH_RESULT(int, ilogb)
EMU_MATH_RESULT(long, lrint)
EMU_MATH_RESULT(long, lround)
EMU_MATH_RESULT(long long, llrint)
EMU_MATH_RESULT(long long, llround)

EMU_MATH_SECOND(frexp, int *)
EMU_MATH_SECOND(ldexp, int)
EMU_MATH_SECOND(scalbn, int)
EMU_MATH_SECOND(scalbln, long)

EMU_DEVICE double modf(double x, double *whole) { return __builtin_modf(x, whole); }
EMU_DEVICE float modff(float x, float *whole) { return __builtin_modff(x, whole); }
EMU_DEVICE float modf(float x, float *whole) { return __builtin_modff(x, whole); }
// The C library's takes a pointer, which no hook would check. The quotient has its sign and at least three bits.
EMU_DEVICE double remquo(double x, double y, int *quotient) {
  double turns = __builtin_fmod(x, 8.0 * y), rest = __builtin_remainder(turns, y);
  *quotient = (int)__builtin_rint((turns - rest) / y);
  return rest;
}
EMU_DEVICE float remquof(float x, float y, int *quotient) { return (float)remquo((double)x, (double)y, quotient); }
EMU_DEVICE float remquo(float x, float y, int *quotient) { return remquof(x, y, quotient); }
EMU_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
EMU_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
EMU_DEVICE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
EMU_DEVICE double nan(const char *) { return __builtin_nan(""); }
EMU_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

EMU_DEVICE int abs(int x) { return x < 0 ? -x : x; }
EMU_DEVICE long abs(long x) { return x < 0 ? -x : x; }
EMU_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
EMU_DEVICE long labs(long x) { return x < 0 ? -x : x; }
EMU_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }
EMU_DEVICE float abs(float x) { return __builtin_fabsf(x); }
EMU_DEVICE double abs(double x) { return __builtin_fabs(x); }

EMU_DEVICE bool isnan(double x) { return __builtin_isnan(x); }
EMU_DEVICE bool isnan(float x) { return __builtin_isnan(x); }
EMU_DEVICE bool isinf(double x) { return __builtin_isinf(x); }
EMU_DEVICE bool isinf(float x) { return __builtin_isinf(x); }
EMU_DEVICE bool isfinite(double x) { return __builtin_isfinite(x); }
EMU_DEVICE bool isfinite(float x) { return __builtin_isfinite(x); }
EMU_DEVICE bool signbit(double x) { return __builtin_signbit(x); }
EMU_DEVICE bool signbit(float x) { return __builtin_signbit(x); }

// The POSIX Bessel functions: no builtin of Clang, but the C library that kernels are linked with has them.
#define EMU_BESSEL(name)                                                                                      \
  extern "C" __attribute__((device, const)) double __emu_libm_##name(double x) __asm__(#name);                \
  EMU_DEVICE double name(double x) { return __emu_libm_##name(x); }                                           \
  EMU_DEVICE float name##f(float x) { return (float)__emu_libm_##name((double)x); }                           \
  EMU_DEVICE float name(float x) { return name##f(x); }
#define EMU_BESSEL_N(name)                                                                                    \
  extern "C" __attribute__((device, const)) double __emu_libm_##name(int n, double x) __asm__(#name);         \
  EMU_DEVICE double name(int n, double x) { return __emu_libm_##name(n, x); }                                 \
  EMU_DEVICE float name##f(int n, float x) { return (float)__emu_libm_##name(n, (double)x); }                 \
  EMU_DEVICE float name(int n, float x) { return name##f(n, x); }
EMU_BESSEL(j0)
EMU_BESSEL(j1)
EMU_BESSEL(y0)
EMU_BESSEL(y1)
EMU_BESSEL_N(jn)
EMU_BESSEL_N(yn)

#undef EMU_ONLY_FLOATING
#undef EMU_ONLY_SAME
#undef EMU_MATH1
#undef EMU_MATH2
#undef EMU_MATH_RESULT
#undef EMU_MATH_SECOND
#undef EMU_BESSEL
#undef EMU_BESSEL_N

#endif
