// Loads and stores with a cache hint: the hint changes nothing that the emulator judges.
#ifndef EMU_CACHE_HINTS_H
#define EMU_CACHE_HINTS_H

#include "emu/qualifiers.h"

#define EMU_CACHE_HINTS(type)                                            \
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

#endif
