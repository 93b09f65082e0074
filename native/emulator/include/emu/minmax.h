// min and max, for host and device, in the combinations of types that CUDA has.
#ifndef __EMU_MINMAX_H
#define __EMU_MINMAX_H

#include "emu/qualifiers.h"

#define __EMU_MIN_MAX(result, first, second)                                                            \
  __EMU_HOST_DEVICE result min(first a, second b) { return (result)a < (result)b ? (result)a : (result)b; } \
  __EMU_HOST_DEVICE result max(first a, second b) { return (result)a > (result)b ? (result)a : (result)b; }
#define __EMU_MIN_MAX_INTEGERS(type)                \
  __EMU_MIN_MAX(type, type, type)                   \
  __EMU_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  __EMU_MIN_MAX(unsigned type, type, unsigned type) \
  __EMU_MIN_MAX(unsigned type, unsigned type, type)
__EMU_MIN_MAX_INTEGERS(int)
__EMU_MIN_MAX_INTEGERS(long)
__EMU_MIN_MAX_INTEGERS(long long)
#undef __EMU_MIN_MAX_INTEGERS
#undef __EMU_MIN_MAX

// As fminf and fmaxf: of a number and a NaN, the number.
#define __EMU_MIN_MAX(result, first, second, suffix)                                                 \
  __EMU_HOST_DEVICE result min(first a, second b) { return __builtin_fmin##suffix((result)a, (result)b); } \
  __EMU_HOST_DEVICE result max(first a, second b) { return __builtin_fmax##suffix((result)a, (result)b); }
__EMU_MIN_MAX(float, float, float, f)
__EMU_MIN_MAX(double, double, double, )
__EMU_MIN_MAX(double, float, double, )
__EMU_MIN_MAX(double, double, float, )
#undef __EMU_MIN_MAX

__EMU_HOST_DEVICE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
__EMU_HOST_DEVICE unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
__EMU_HOST_DEVICE long long llmin(long long a, long long b) { return a < b ? a : b; }
__EMU_HOST_DEVICE long long llmax(long long a, long long b) { return a > b ? a : b; }
__EMU_HOST_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__EMU_HOST_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

#endif
