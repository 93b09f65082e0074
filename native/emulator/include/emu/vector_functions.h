// make_int2(…) and its family.
#ifndef __EMU_VECTOR_FUNCTIONS_H
#define __EMU_VECTOR_FUNCTIONS_H

#include "emu/vector_types.h"

#ifdef __cplusplus
#define __EMU_VALUE(type, ...) return type{__VA_ARGS__}
#else
#define __EMU_VALUE(type, ...) return (type){__VA_ARGS__}
#endif

#define __EMU_MAKE(name, type)                                                              \
  __EMU_HOST_DEVICE name##1 make_##name##1(type x) { __EMU_VALUE(name##1, x); }                   \
  __EMU_HOST_DEVICE name##2 make_##name##2(type x, type y) { __EMU_VALUE(name##2, x, y); }        \
  __EMU_HOST_DEVICE name##3 make_##name##3(type x, type y, type z) { __EMU_VALUE(name##3, x, y, z); } \
  __EMU_HOST_DEVICE name##4 make_##name##4(type x, type y, type z, type w) { __EMU_VALUE(name##4, x, y, z, w); }

__EMU_MAKE(char, signed char)
__EMU_MAKE(uchar, unsigned char)
__EMU_MAKE(short, short)
__EMU_MAKE(ushort, unsigned short)
__EMU_MAKE(int, int)
__EMU_MAKE(uint, unsigned int)
__EMU_MAKE(long, long)
__EMU_MAKE(ulong, unsigned long)
__EMU_MAKE(longlong, long long)
__EMU_MAKE(ulonglong, unsigned long long)
__EMU_MAKE(float, float)
__EMU_MAKE(double, double)

#undef __EMU_MAKE

#define __EMU_MAKE_ALIGNED(name, type)                                                                              \
  __EMU_HOST_DEVICE name##4_16a make_##name##4_16a(type x, type y, type z, type w) { __EMU_VALUE(name##4_16a, x, y, z, w); } \
  __EMU_HOST_DEVICE name##4_32a make_##name##4_32a(type x, type y, type z, type w) { __EMU_VALUE(name##4_32a, x, y, z, w); }

__EMU_MAKE_ALIGNED(long, long)
__EMU_MAKE_ALIGNED(ulong, unsigned long)
__EMU_MAKE_ALIGNED(longlong, long long)
__EMU_MAKE_ALIGNED(ulonglong, unsigned long long)
__EMU_MAKE_ALIGNED(double, double)

#undef __EMU_MAKE_ALIGNED
#undef __EMU_VALUE

#endif
