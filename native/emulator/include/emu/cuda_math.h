// Mathematics that CUDA adds to the C library's, for host and device as in CUDA, and the fast intrinsics of the
// device, which are computed here as accurately as their full-precision counterparts.
#ifndef __EMU_CUDA_MATH_H
#define __EMU_CUDA_MATH_H

#include "emu/qualifiers.h"

#define __EMU_EXTRA1(name, expression)                                     \
  __EMU_HOST_DEVICE double name(double x) { return expression; }           \
  __EMU_HOST_DEVICE float name##f(float v) {                               \
    double x = v;                                                        \
    return (float)(expression);                                          \
  }                                                                      \
  __EMU_HOST_DEVICE float name(float v) { return name##f(v); }
#define __EMU_PI 3.14159265358979323846

// sin(pi x) and cos(pi x): the argument is reduced exactly, to [-1, 1], before the multiplication.
__EMU_HOST_DEVICE double __emu_sinpi(double x) {
  double r = __builtin_fmod(x, 2.0);
  if (r > 1.0) r -= 2.0;
  if (r < -1.0) r += 2.0;
  if (r > 0.5) r = 1.0 - r;
  if (r < -0.5) r = -1.0 - r;
  return r == 0.0 ? __builtin_copysign(0.0, x) : __builtin_sin(__EMU_PI * r);
}
__EMU_HOST_DEVICE double __emu_cospi(double x) {
  double r = __builtin_fabs(__builtin_fmod(x, 2.0));
  if (r > 1.0) r = 2.0 - r;
  return r == 0.5 ? 0.0 : r > 0.5 ? -__builtin_cos(__EMU_PI * (1.0 - r)) : __builtin_cos(__EMU_PI * r);
}
// Cook's square root of the sum of squares without overflow.
__EMU_HOST_DEVICE double __emu_norm4(double a, double b, double c, double d) {
  return __builtin_hypot(__builtin_hypot(a, b), __builtin_hypot(c, d));
}
// erfc(x) exp(x^2): where erfc(x) becomes too small, its continued fraction (Abramowitz and Stegun 7.1.14).
__EMU_HOST_DEVICE double __emu_erfcx(double x) {
  if (x < 10.0) return __builtin_exp(x * x) * __builtin_erfc(x);
  double tail = x;
  for (int k = 20; k > 0; k--) tail = x + k * 0.5 / tail;
  return 1.0 / (tail * __builtin_sqrt(__EMU_PI));
}
// Normal quantile: Hastings's estimate (Abramowitz and Stegun 26.2.23), then Halley's steps on erfc.
__EMU_HOST_DEVICE double __emu_erfcinv(double y) {
  if (!(y >= 0.0 && y <= 2.0)) return __builtin_nan("");
  if (y == 0.0) return __builtin_inf();
  if (y == 2.0) return -__builtin_inf();
  double tail = y < 1.0 ? y : 2.0 - y, t = __builtin_sqrt(-2.0 * __builtin_log(tail / 2.0));
  double x = 0.70710678118654752440 * (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                                               (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; i++) {
    double error = (__builtin_erfc(x) - tail) / (1.12837916709551257390 * __builtin_exp(-x * x));
    x += error / (1.0 + x * error);
  }
  return y < 1.0 ? x : -x;
}
__EMU_HOST_DEVICE double __emu_erfinv(double y) {
  if (__builtin_fabs(y) > 0.5) return __emu_erfcinv(1.0 - y);
  // Newton's steps on erf keep small arguments exact, where 1 - y would not.
  double x = y * 0.88622692545275801365;
  for (int i = 0; i < 6; i++) x -= (__builtin_erf(x) - y) / (1.12837916709551257390 * __builtin_exp(-x * x));
  return x;
}
// Modified Bessel functions: the power series (Abramowitz and Stegun 9.6.10), beyond 30 the asymptotic one (9.7.1).
__EMU_HOST_DEVICE double __emu_bessel_i(int order, double x) {
  double a = __builtin_fabs(x), sum = 1.0, term = 1.0;
  if (__builtin_isinf(a)) return order == 1 ? x : a;
  if (a > 30.0) {
    for (int k = 1; k < 24; k++) sum += term *= -(4.0 * order * order - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * a * k);
    double half = __builtin_exp(a / 2.0);
    sum *= half / __builtin_sqrt(2.0 * __EMU_PI * a) * half;
  } else {
    for (int k = 1; k < 100; k++) sum += term *= a * a / (4.0 * k * (k + order));
    if (order == 1) sum *= a / 2.0;
  }
  return order == 1 && x < 0.0 ? -sum : sum;
}

__EMU_EXTRA1(rsqrt, 1.0 / __builtin_sqrt(x))
__EMU_EXTRA1(rcbrt, 1.0 / __builtin_cbrt(x))
__EMU_EXTRA1(sinpi, __emu_sinpi(x))
__EMU_EXTRA1(cospi, __emu_cospi(x))
__EMU_EXTRA1(erfcx, __emu_erfcx(x))
__EMU_EXTRA1(erfinv, __emu_erfinv(x))
__EMU_EXTRA1(erfcinv, __emu_erfcinv(x))
__EMU_EXTRA1(normcdf, 0.5 * __builtin_erfc(-0.70710678118654752440 * x))
__EMU_EXTRA1(normcdfinv, -1.41421356237309504880 * __emu_erfcinv(2.0 * x))
#undef __EMU_EXTRA1

// For the device alone, as in CUDA.
#define __EMU_BESSEL(name, order)                                                     \
  __EMU_DEVICE double name(double x) { return __emu_bessel_i(order, x); }             \
  __EMU_DEVICE float name##f(float x) { return (float)__emu_bessel_i(order, x); }     \
  __EMU_DEVICE float name(float x) { return name##f(x); }
__EMU_BESSEL(cyl_bessel_i0, 0)
__EMU_BESSEL(cyl_bessel_i1, 1)
#undef __EMU_BESSEL
__EMU_DEVICE double rhypot(double x, double y) { return 1.0 / __builtin_hypot(x, y); }
__EMU_DEVICE float rhypotf(float x, float y) { return (float)(1.0 / __builtin_hypot((double)x, (double)y)); }
__EMU_DEVICE double norm3d(double a, double b, double c) { return __emu_norm4(a, b, c, 0.0); }
__EMU_DEVICE float norm3df(float a, float b, float c) { return (float)__emu_norm4(a, b, c, 0.0); }
__EMU_DEVICE double norm4d(double a, double b, double c, double d) { return __emu_norm4(a, b, c, d); }
__EMU_DEVICE float norm4df(float a, float b, float c, float d) { return (float)__emu_norm4(a, b, c, d); }
__EMU_DEVICE double rnorm3d(double a, double b, double c) { return 1.0 / __emu_norm4(a, b, c, 0.0); }
__EMU_DEVICE float rnorm3df(float a, float b, float c) { return (float)(1.0 / __emu_norm4(a, b, c, 0.0)); }
__EMU_DEVICE double rnorm4d(double a, double b, double c, double d) { return 1.0 / __emu_norm4(a, b, c, d); }
__EMU_DEVICE float rnorm4df(float a, float b, float c, float d) { return (float)(1.0 / __emu_norm4(a, b, c, d)); }

__EMU_DEVICE double norm(int dimensions, const double *p) {
  double sum = 0.0;
  for (int i = 0; i < dimensions; i++) sum = __builtin_hypot(sum, p[i]);
  return sum;
}
__EMU_DEVICE float normf(int dimensions, const float *p) {
  double sum = 0.0;
  for (int i = 0; i < dimensions; i++) sum = __builtin_hypot(sum, (double)p[i]);
  return (float)sum;
}
__EMU_DEVICE double rnorm(int dimensions, const double *p) { return 1.0 / norm(dimensions, p); }
__EMU_DEVICE float rnormf(int dimensions, const float *p) { return 1.0f / normf(dimensions, p); }

// The C library has these for the host.
__EMU_DEVICE double exp10(double x) { return __builtin_exp10(x); }
__EMU_DEVICE float exp10f(float x) { return __builtin_exp10f(x); }
__EMU_DEVICE float exp10(float x) { return __builtin_exp10f(x); }
__EMU_DEVICE void sincos(double x, double *sine, double *cosine) {
  *sine = __builtin_sin(x);
  *cosine = __builtin_cos(x);
}
__EMU_DEVICE void sincosf(float x, float *sine, float *cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
__EMU_HOST_DEVICE void sincospi(double x, double *sine, double *cosine) {
  *sine = __emu_sinpi(x);
  *cosine = __emu_cospi(x);
}
__EMU_HOST_DEVICE void sincospif(float x, float *sine, float *cosine) {
  *sine = (float)__emu_sinpi((double)x);
  *cosine = (float)__emu_cospi((double)x);
}

__EMU_DEVICE float __saturatef(float x) { return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }  // of NaN: +0
__EMU_DEVICE float __fdividef(float x, float y) { return x / y; }
__EMU_DEVICE double fdivide(double x, double y) { return x / y; }
__EMU_DEVICE float fdividef(float x, float y) { return x / y; }
__EMU_DEVICE float __sinf(float x) { return __builtin_sinf(x); }
__EMU_DEVICE float __cosf(float x) { return __builtin_cosf(x); }
__EMU_DEVICE float __tanf(float x) { return __builtin_tanf(x); }
__EMU_DEVICE float __tanhf(float x) { return __builtin_tanhf(x); }
__EMU_DEVICE float __expf(float x) { return __builtin_expf(x); }
__EMU_DEVICE float __exp10f(float x) { return exp10f(x); }
__EMU_DEVICE float __logf(float x) { return __builtin_logf(x); }
__EMU_DEVICE float __log2f(float x) { return __builtin_log2f(x); }
__EMU_DEVICE float __log10f(float x) { return __builtin_log10f(x); }
__EMU_DEVICE float __powf(float x, float y) { return __builtin_powf(x, y); }
__EMU_DEVICE void __sincosf(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }

#undef __EMU_PI

#endif
