// Loads and stores with a cache hint. Only that of __ldg changes what the emulator judges: its loads go through the
// read-only data cache, and the compiler's mark for loads that are "nontemporal" tells them from others.
#ifndef __EMU_CACHE_HINTS_H
#define __EMU_CACHE_HINTS_H

#include "emu/qualifiers.h"

template <unsigned bytes> struct __emu_unit;
#define __EMU_UNIT(n, unit) template <> struct __emu_unit<n> { typedef unit whole __attribute__((may_alias)); };
typedef unsigned __emu_four_words __attribute__((ext_vector_type(4)));
__EMU_UNIT(1, unsigned char)
__EMU_UNIT(2, unsigned short)
__EMU_UNIT(4, unsigned)
__EMU_UNIT(8, unsigned long long)
__EMU_UNIT(16, __emu_four_words)
#undef __EMU_UNIT

#define __EMU_CACHE_HINTS(type)                                            \
  __EMU_DEVICE type __ldg(const type *address) {                           \
    return __builtin_bit_cast(type, __builtin_nontemporal_load((const __emu_unit<sizeof(type)>::whole *)address)); \
  }                                                                      \
  __EMU_DEVICE type __ldcg(const type *address) { return *address; } \
  __EMU_DEVICE type __ldca(const type *address) { return *address; } \
  __EMU_DEVICE type __ldcs(const type *address) { return *address; } \
  __EMU_DEVICE type __ldlu(const type *address) { return *address; } \
  __EMU_DEVICE type __ldcv(const type *address) { return *address; } \
  __EMU_DEVICE void __stwb(type *address, type value) { *address = value; } \
  __EMU_DEVICE void __stcg(type *address, type value) { *address = value; } \
  __EMU_DEVICE void __stcs(type *address, type value) { *address = value; } \
  __EMU_DEVICE void __stwt(type *address, type value) { *address = value; }

#endif
