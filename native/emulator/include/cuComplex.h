// Complex numbers of CUDA: a float2 or a double2, and functions that neither overflow nor divide before they need to.
#ifndef __EMU_PUBLIC_CU_COMPLEX_H
#define __EMU_PUBLIC_CU_COMPLEX_H

#include "cuda_runtime.h"

// Host and device have a square root, a sum of products and an absolute value of the same name.
#define __EMU_COMPLEX(complex, real, suffix, root, absolute, fused)                                                    \
  __EMU_HOST_DEVICE complex make_##complex(real re, real im) { return complex{re, im}; }                               \
  __EMU_HOST_DEVICE real cuCreal##suffix(complex z) { return z.x; }                                                    \
  __EMU_HOST_DEVICE real cuCimag##suffix(complex z) { return z.y; }                                                    \
  __EMU_HOST_DEVICE complex cuConj##suffix(complex z) { return complex{z.x, -z.y}; }                                   \
  __EMU_HOST_DEVICE complex cuCadd##suffix(complex a, complex b) { return complex{a.x + b.x, a.y + b.y}; }             \
  __EMU_HOST_DEVICE complex cuCsub##suffix(complex a, complex b) { return complex{a.x - b.x, a.y - b.y}; }             \
  __EMU_HOST_DEVICE complex cuCmul##suffix(complex a, complex b) {                                                     \
    return complex{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                    \
  }                                                                                                                  \
  /* Scaled by the larger part of the divisor, so that its square does not overflow. */                              \
  __EMU_HOST_DEVICE complex cuCdiv##suffix(complex a, complex b) {                                                     \
    real scale = 1 / (absolute(b.x) + absolute(b.y));                                                                \
    complex n{a.x * scale, a.y * scale}, d{b.x * scale, b.y * scale};                                                \
    real square = 1 / (d.x * d.x + d.y * d.y);                                                                       \
    return complex{(n.x * d.x + n.y * d.y) * square, (n.y * d.x - n.x * d.y) * square};                              \
  }                                                                                                                  \
  __EMU_HOST_DEVICE real cuCabs##suffix(complex z) {                                                                   \
    real a = absolute(z.x), b = absolute(z.y), large = a > b ? a : b, small = a > b ? b : a;                         \
    if (large == 0 || __builtin_isinf(large) || __builtin_isnan(small) || __builtin_isnan(large)) return large + small;   \
    real ratio = small / large;                                                                                      \
    return large * root(1 + ratio * ratio);                                                                          \
  }                                                                                                                  \
  __EMU_HOST_DEVICE complex cuCfma##suffix(complex a, complex b, complex c) {                                          \
    real re = fused(a.x, b.x, c.x), im = fused(a.x, b.y, c.y);                                                       \
    return complex{fused(-a.y, b.y, re), fused(a.y, b.x, im)};                                                       \
  }

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
__EMU_COMPLEX(cuFloatComplex, float, f, __builtin_sqrtf, __builtin_fabsf, __builtin_fmaf)
__EMU_COMPLEX(cuDoubleComplex, double, , __builtin_sqrt, __builtin_fabs, __builtin_fma)
#undef __EMU_COMPLEX

__EMU_HOST_DEVICE cuComplex make_cuComplex(float re, float im) { return cuComplex{re, im}; }
__EMU_HOST_DEVICE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return cuDoubleComplex{z.x, z.y}; }
__EMU_HOST_DEVICE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return cuFloatComplex{(float)z.x, (float)z.y};
}

#endif
