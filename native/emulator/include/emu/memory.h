// Functions on memory.
#ifndef __EMU_MEMORY_H
#define __EMU_MEMORY_H

#include "emu/cache_hints.h"
#include "emu/vector_types.h"

__EMU_CACHE_HINTS(char)
__EMU_CACHE_HINTS(signed char)
__EMU_CACHE_HINTS(unsigned char)
__EMU_CACHE_HINTS(short)
__EMU_CACHE_HINTS(unsigned short)
__EMU_CACHE_HINTS(int)
__EMU_CACHE_HINTS(unsigned int)
__EMU_CACHE_HINTS(long)
__EMU_CACHE_HINTS(unsigned long)
__EMU_CACHE_HINTS(long long)
__EMU_CACHE_HINTS(unsigned long long)
__EMU_CACHE_HINTS(float)
__EMU_CACHE_HINTS(double)
__EMU_CACHE_HINTS(char2)
__EMU_CACHE_HINTS(char4)
__EMU_CACHE_HINTS(uchar2)
__EMU_CACHE_HINTS(uchar4)
__EMU_CACHE_HINTS(short2)
__EMU_CACHE_HINTS(short4)
__EMU_CACHE_HINTS(ushort2)
__EMU_CACHE_HINTS(ushort4)
__EMU_CACHE_HINTS(int2)
__EMU_CACHE_HINTS(int4)
__EMU_CACHE_HINTS(uint2)
__EMU_CACHE_HINTS(uint4)
__EMU_CACHE_HINTS(longlong2)
__EMU_CACHE_HINTS(ulonglong2)
__EMU_CACHE_HINTS(float2)
__EMU_CACHE_HINTS(float4)
__EMU_CACHE_HINTS(double2)

// The C library's, which are host functions only.
__EMU_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memcpy(to, from, bytes); }
__EMU_DEVICE void *memset(void *to, int value, __SIZE_TYPE__ bytes) { return __builtin_memset(to, value, bytes); }

// What memory an address leads to. Addresses are generic here, whatever memory they are of.
enum { __emu_of_global, __emu_of_shared, __emu_of_constant, __emu_of_local };
__EMU_DEVICE unsigned __isGlobal(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_global; }
__EMU_DEVICE unsigned __isShared(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_shared; }
__EMU_DEVICE unsigned __isConstant(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_constant; }
__EMU_DEVICE unsigned __isLocal(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_local; }
__EMU_DEVICE unsigned __isGridConstant(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_local; }
#define __EMU_ADDRESS_SPACE(memory)                                                                              \
  __EMU_DEVICE __SIZE_TYPE__ __cvta_generic_to_##memory(const void *pointer) { return (__SIZE_TYPE__)pointer; }  \
  __EMU_DEVICE void *__cvta_##memory##_to_generic(__SIZE_TYPE__ address) { return (void *)address; }
__EMU_ADDRESS_SPACE(global)
__EMU_ADDRESS_SPACE(shared)
__EMU_ADDRESS_SPACE(constant)
__EMU_ADDRESS_SPACE(local)
#undef __EMU_ADDRESS_SPACE

// Allocations of device code, in a heap that kernels share and the host does not know.
__EMU_DEVICE void *malloc(__SIZE_TYPE__ bytes) { return __emu_malloc(bytes); }
__EMU_DEVICE void free(void *pointer) { __emu_free(__emu_site(), pointer); }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
#define __EMU_OPERATOR __inline__ __attribute__((always_inline, device))
__EMU_OPERATOR void *operator new(__SIZE_TYPE__ bytes) { return __emu_malloc(bytes); }
__EMU_OPERATOR void *operator new[](__SIZE_TYPE__ bytes) { return __emu_malloc(bytes); }
__EMU_OPERATOR void operator delete(void *pointer) noexcept { __emu_free(__emu_site(), pointer); }
__EMU_OPERATOR void operator delete[](void *pointer) noexcept { __emu_free(__emu_site(), pointer); }
__EMU_OPERATOR void operator delete(void *pointer, __SIZE_TYPE__) noexcept { __emu_free(__emu_site(), pointer); }
__EMU_OPERATOR void operator delete[](void *pointer, __SIZE_TYPE__) noexcept { __emu_free(__emu_site(), pointer); }
__EMU_OPERATOR void *operator new(__SIZE_TYPE__, void *place) noexcept { return place; }
__EMU_OPERATOR void *operator new[](__SIZE_TYPE__, void *place) noexcept { return place; }
__EMU_OPERATOR void operator delete(void *, void *) noexcept {}
__EMU_OPERATOR void operator delete[](void *, void *) noexcept {}
#undef __EMU_OPERATOR
#pragma clang diagnostic pop

#endif
