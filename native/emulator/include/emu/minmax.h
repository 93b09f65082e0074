// min and max, for host and device, in the combinations of types that CUDA has.
#ifndef EMU_MINMAX_H
#define EMU_MINMAX_H

#include "emu/qualifiers.h"

#define EMU_MIN_MAX(result, first, second)                                                            \
  EMU_HOST_DEVICE result min(first a, second b) { return (result)a < (result)b ? (result)a : (result)b; } \
  EMU_HOST_DEVICE result max(first a, second b) { return (result)a > (result)b ? (result)a : (result)b; }
#define EMU_MIN_MAX_INTEGERS(type)                \
  EMU_MIN_MAX(type, type, type)                   \
  EMU_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  EMU_MIN_MAX(unsigned type, type, unsigned type) \
  EMU_MIN_MAX(unsigned type, unsigned type, type)
EMU_MIN_MAX_INTEGERS(int)
EMU_MIN_MAX_INTEGERS(long)
EMU_MIN_MAX_INTEGERS(long long)
#undef EMU_MIN_MAX_INTEGERS
#undef EMU_MIN_MAX

// As fminf and fmaxf: of a number and a NaN, the number.
#define EMU_MIN_MAX(result, first, second, suffix)                                                 \
  EMU_HOST_DEVICE result min(first a, second b) { return __builtin_fmin##suffix((result)a, (result)b); } \
  EMU_HOST_DEVICE result max(first a, second b) { return __builtin_fmax##suffix((result)a, (result)b); }
EMU_MIN_MAX(float, float, float, f)
EMU_MIN_MAX(double, double, double, )
EMU_MIN_MAX(double, float, double, )
EMU_MIN_MAX(double, double, float, )
#undef EMU_MIN_MAX

EMU_HOST_DEVICE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
EMU_HOST_DEVICE unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
EMU_HOST_DEVICE long long llmin(long long a, long long b) { return a < b ? a : b; }
EMU_HOST_DEVICE long long llmax(long long a, long long b) { return a > b ? a : b; }
EMU_HOST_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
EMU_HOST_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

#endif
