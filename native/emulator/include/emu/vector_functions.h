// make_int2(…) and its family.
#ifndef EMU_VECTOR_FUNCTIONS_H
#define EMU_VECTOR_FUNCTIONS_H

#include "emu/vector_types.h"

#define EMU_MAKE(name, type)                                                              \
  EMU_HOST_DEVICE name##1 make_##name##1(type x) { return name##1{x}; }                   \
  EMU_HOST_DEVICE name##2 make_##name##2(type x, type y) { return name##2{x, y}; }        \
  EMU_HOST_DEVICE name##3 make_##name##3(type x, type y, type z) { return name##3{x, y, z}; } \
  EMU_HOST_DEVICE name##4 make_##name##4(type x, type y, type z, type w) { return name##4{x, y, z, w}; }

EMU_MAKE(char, signed char)
EMU_MAKE(uchar, unsigned char)
EMU_MAKE(short, short)
EMU_MAKE(ushort, unsigned short)
EMU_MAKE(int, int)
EMU_MAKE(uint, unsigned int)
EMU_MAKE(long, long)
EMU_MAKE(ulong, unsigned long)
EMU_MAKE(longlong, long long)
EMU_MAKE(ulonglong, unsigned long long)
EMU_MAKE(float, float)
EMU_MAKE(double, double)

#undef EMU_MAKE

#endif
