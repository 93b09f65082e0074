// Functions on memory.
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "emu/cache_hints.h"
#include "emu/vector_types.h"

EMU_CACHE_HINTS(char)
EMU_CACHE_HINTS(signed char)
EMU_CACHE_HINTS(unsigned char)
EMU_CACHE_HINTS(short)
EMU_CACHE_HINTS(unsigned short)
EMU_CACHE_HINTS(int)
EMU_CACHE_HINTS(unsigned int)
EMU_CACHE_HINTS(long)
EMU_CACHE_HINTS(unsigned long)
EMU_CACHE_HINTS(long long)
EMU_CACHE_HINTS(unsigned long long)
EMU_CACHE_HINTS(float)
EMU_CACHE_HINTS(double)
EMU_CACHE_HINTS(char2)
EMU_CACHE_HINTS(char4)
EMU_CACHE_HINTS(uchar2)
EMU_CACHE_HINTS(uchar4)
EMU_CACHE_HINTS(short2)
EMU_CACHE_HINTS(short4)
EMU_CACHE_HINTS(ushort2)
EMU_CACHE_HINTS(ushort4)
EMU_CACHE_HINTS(int2)
EMU_CACHE_HINTS(int4)
EMU_CACHE_HINTS(uint2)
EMU_CACHE_HINTS(uint4)
EMU_CACHE_HINTS(longlong2)
EMU_CACHE_HINTS(ulonglong2)
EMU_CACHE_HINTS(float2)
EMU_CACHE_HINTS(float4)
EMU_CACHE_HINTS(double2)

// The C library's, which are host functions only.
EMU_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) { return __builtin_memcpy(to, from, bytes); }
EMU_DEVICE void *memset(void *to, int value, __SIZE_TYPE__ bytes) { return __builtin_memset(to, value, bytes); }

// What memory an address leads to. Addresses are generic here, whatever memory they are of.
enum { __emu_of_global, __emu_of_shared, __emu_of_constant, __emu_of_local };
EMU_RUNTIME int __emu_memory_of(const void *pointer);
EMU_DEVICE unsigned __isGlobal(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_global; }
EMU_DEVICE unsigned __isShared(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_shared; }
EMU_DEVICE unsigned __isConstant(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_constant; }
EMU_DEVICE unsigned __isLocal(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_local; }
EMU_DEVICE unsigned __isGridConstant(const void *pointer) { return __emu_memory_of(pointer) == __emu_of_local; }
#define EMU_ADDRESS_SPACE(memory)                                                                              \
  EMU_DEVICE __SIZE_TYPE__ __cvta_generic_to_##memory(const void *pointer) { return (__SIZE_TYPE__)pointer; }  \
  EMU_DEVICE void *__cvta_##memory##_to_generic(__SIZE_TYPE__ address) { return (void *)address; }
EMU_ADDRESS_SPACE(global)
EMU_ADDRESS_SPACE(shared)
EMU_ADDRESS_SPACE(constant)
EMU_ADDRESS_SPACE(local)
#undef EMU_ADDRESS_SPACE

// Allocations of device code, in a heap that kernels share and the host does not know.
EMU_RUNTIME void *__emu_malloc(unsigned bytes);
EMU_RUNTIME void __emu_free(int site, void *pointer);
EMU_DEVICE void *malloc(__SIZE_TYPE__ bytes) { return __emu_malloc((unsigned)bytes); }
EMU_DEVICE void free(void *pointer) { __emu_free(__emu_site(), pointer); }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
#define EMU_OPERATOR __inline__ __attribute__((always_inline, device))
EMU_OPERATOR void *operator new(__SIZE_TYPE__ bytes) { return __emu_malloc((unsigned)bytes); }
EMU_OPERATOR void *operator new[](__SIZE_TYPE__ bytes) { return __emu_malloc((unsigned)bytes); }
EMU_OPERATOR void operator delete(void *pointer) noexcept { __emu_free(__emu_site(), pointer); }
EMU_OPERATOR void operator delete[](void *pointer) noexcept { __emu_free(__emu_site(), pointer); }
EMU_OPERATOR void operator delete(void *pointer, __SIZE_TYPE__) noexcept { __emu_free(__emu_site(), pointer); }
EMU_OPERATOR void operator delete[](void *pointer, __SIZE_TYPE__) noexcept { __emu_free(__emu_site(), pointer); }
EMU_OPERATOR void *operator new(__SIZE_TYPE__, void *place) noexcept { return place; }
EMU_OPERATOR void *operator new[](__SIZE_TYPE__, void *place) noexcept { return place; }
EMU_OPERATOR void operator delete(void *, void *) noexcept {}
EMU_OPERATOR void operator delete[](void *, void *) noexcept {}
#undef EMU_OPERATOR
#pragma clang diagnostic pop

#endif
