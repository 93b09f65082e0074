// CUDA's vector types: the layouts and alignments of the programming guide ("Built-in Vector Types").
#ifndef __EMU_VECTOR_TYPES_H
#define __EMU_VECTOR_TYPES_H

#include "emu/qualifiers.h"

#define __EMU_VECTOR1(name, type) \
  typedef struct name##1 {      \
    type x;                     \
  } name##1;
#define __EMU_VECTOR2(name, type, alignment)         \
  typedef struct __attribute__((aligned(alignment))) name##2 { \
    type x, y;                                     \
  } name##2;
#define __EMU_VECTOR3(name, type) \
  typedef struct name##3 {      \
    type x, y, z;               \
  } name##3;
#define __EMU_VECTOR4(name, type, alignment)         \
  typedef struct __attribute__((aligned(alignment))) name##4 { \
    type x, y, z, w;                               \
  } name##4;
#define __EMU_VECTORS(name, type, alignment2, alignment4) \
  __EMU_VECTOR1(name, type)                               \
  __EMU_VECTOR2(name, type, alignment2)                   \
  __EMU_VECTOR3(name, type)                               \
  __EMU_VECTOR4(name, type, alignment4)

__EMU_VECTORS(char, signed char, 2, 4)
__EMU_VECTORS(uchar, unsigned char, 2, 4)
__EMU_VECTORS(short, short, 4, 8)
__EMU_VECTORS(ushort, unsigned short, 4, 8)
__EMU_VECTORS(int, int, 8, 16)
__EMU_VECTORS(uint, unsigned int, 8, 16)
__EMU_VECTORS(long, long, 2 * sizeof(long), 16)
__EMU_VECTORS(ulong, unsigned long, 2 * sizeof(long), 16)
__EMU_VECTORS(longlong, long long, 16, 16)
__EMU_VECTORS(ulonglong, unsigned long long, 16, 16)
__EMU_VECTORS(float, float, 8, 16)
__EMU_VECTORS(double, double, 16, 16)

// CUDA 13 names four elements of 8 bytes by their alignment.
#define __EMU_ALIGNED_VECTORS(name, type)                 \
  typedef struct __attribute__((aligned(16))) name##4_16a { \
    type x, y, z, w;                                      \
  } name##4_16a;                                                      \
  typedef struct __attribute__((aligned(32))) name##4_32a { \
    type x, y, z, w;                                      \
  } name##4_32a;

__EMU_ALIGNED_VECTORS(long, long)
__EMU_ALIGNED_VECTORS(ulong, unsigned long)
__EMU_ALIGNED_VECTORS(longlong, long long)
__EMU_ALIGNED_VECTORS(ulonglong, unsigned long long)
__EMU_ALIGNED_VECTORS(double, double)

#undef __EMU_ALIGNED_VECTORS
#undef __EMU_VECTOR1
#undef __EMU_VECTOR2
#undef __EMU_VECTOR3
#undef __EMU_VECTOR4
#undef __EMU_VECTORS

typedef struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
} dim3;

#endif
