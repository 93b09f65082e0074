// CUDA's vector types: the layouts and alignments of the programming guide ("Built-in Vector Types").
#ifndef EMU_VECTOR_TYPES_H
#define EMU_VECTOR_TYPES_H

#include "emu/qualifiers.h"

#define EMU_VECTOR1(name, type) \
  struct name##1 {              \
    type x;                     \
  };
#define EMU_VECTOR2(name, type, alignment)         \
  struct __attribute__((aligned(alignment))) name##2 { \
    type x, y;                                     \
  };
#define EMU_VECTOR3(name, type) \
  struct name##3 {              \
    type x, y, z;               \
  };
#define EMU_VECTOR4(name, type, alignment)         \
  struct __attribute__((aligned(alignment))) name##4 { \
    type x, y, z, w;                               \
  };
#define EMU_VECTORS(name, type, alignment2, alignment4) \
  EMU_VECTOR1(name, type)                               \
  EMU_VECTOR2(name, type, alignment2)                   \
  EMU_VECTOR3(name, type)                               \
  EMU_VECTOR4(name, type, alignment4)

EMU_VECTORS(char, signed char, 2, 4)
EMU_VECTORS(uchar, unsigned char, 2, 4)
EMU_VECTORS(short, short, 4, 8)
EMU_VECTORS(ushort, unsigned short, 4, 8)
EMU_VECTORS(int, int, 8, 16)
EMU_VECTORS(uint, unsigned int, 8, 16)
// 32 bits wide, as `long` is on this machine (64 on a GPU).
EMU_VECTORS(long, long, 8, 16)
EMU_VECTORS(ulong, unsigned long, 8, 16)
EMU_VECTORS(longlong, long long, 16, 16)
EMU_VECTORS(ulonglong, unsigned long long, 16, 16)
EMU_VECTORS(float, float, 8, 16)
EMU_VECTORS(double, double, 16, 16)

#undef EMU_VECTOR1
#undef EMU_VECTOR2
#undef EMU_VECTOR3
#undef EMU_VECTOR4
#undef EMU_VECTORS

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif
