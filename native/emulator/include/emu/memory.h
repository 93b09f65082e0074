// Loads and stores with a cache hint: the hint changes nothing that the emulator judges.
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "emu/vector_types.h"

#define EMU_LOADS(type)                                            \
  EMU_DEVICE type __ldg(const type *address) { return *address; }  \
  EMU_DEVICE type __ldcg(const type *address) { return *address; } \
  EMU_DEVICE type __ldca(const type *address) { return *address; } \
  EMU_DEVICE type __ldcs(const type *address) { return *address; } \
  EMU_DEVICE type __ldlu(const type *address) { return *address; } \
  EMU_DEVICE type __ldcv(const type *address) { return *address; } \
  EMU_DEVICE void __stwb(type *address, type value) { *address = value; } \
  EMU_DEVICE void __stcg(type *address, type value) { *address = value; } \
  EMU_DEVICE void __stcs(type *address, type value) { *address = value; } \
  EMU_DEVICE void __stwt(type *address, type value) { *address = value; }

EMU_LOADS(char)
EMU_LOADS(signed char)
EMU_LOADS(unsigned char)
EMU_LOADS(short)
EMU_LOADS(unsigned short)
EMU_LOADS(int)
EMU_LOADS(unsigned int)
EMU_LOADS(long)
EMU_LOADS(unsigned long)
EMU_LOADS(long long)
EMU_LOADS(unsigned long long)
EMU_LOADS(float)
EMU_LOADS(double)
EMU_LOADS(char2)
EMU_LOADS(char4)
EMU_LOADS(uchar2)
EMU_LOADS(uchar4)
EMU_LOADS(short2)
EMU_LOADS(short4)
EMU_LOADS(ushort2)
EMU_LOADS(ushort4)
EMU_LOADS(int2)
EMU_LOADS(int4)
EMU_LOADS(uint2)
EMU_LOADS(uint4)
EMU_LOADS(longlong2)
EMU_LOADS(ulonglong2)
EMU_LOADS(float2)
EMU_LOADS(float4)
EMU_LOADS(double2)

#undef EMU_LOADS

// The C library's, which are host functions only.
EMU_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memcpy(to, from, bytes); }
EMU_DEVICE void *memmove(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memmove(to, from, bytes); }
EMU_DEVICE void *memset(void *to, int value, __SIZE_TYPE__ bytes) { return __builtin_memset(to, value, bytes); }

#define EMU_NO_DEVICE_HEAP unavailable("unsupported feature: device-side malloc, free, new and delete")
__device__ __attribute__((EMU_NO_DEVICE_HEAP)) void *malloc(__SIZE_TYPE__ bytes);
__device__ __attribute__((EMU_NO_DEVICE_HEAP)) void free(void *pointer);

#endif
