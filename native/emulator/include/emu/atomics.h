// Atomic functions as the compiler's own atomic operations, so that the emulator sees them as such. CUDA's are
// relaxed, and what another order would add is done by fences. So the compiler's order says something else here: any but
// a relaxed one stands for block scope (grader/compile/ir/instrument.ts reads it). Device and system are the same.
#ifndef EMU_ATOMICS_H
#define EMU_ATOMICS_H

#include "emu/vector_types.h"

#define EMU_SCOPES(type, name, parameters, ...)                               \
  EMU_DEVICE type name parameters {                                           \
    constexpr int __emu_scope = __ATOMIC_RELAXED;                             \
    __VA_ARGS__                                                               \
  }                                                                           \
  EMU_DEVICE type name##_block parameters {                                   \
    constexpr int __emu_scope = __ATOMIC_ACQ_REL;                             \
    __VA_ARGS__                                                               \
  }                                                                           \
  EMU_DEVICE type name##_system parameters {                                  \
    constexpr int __emu_scope = __ATOMIC_RELAXED;                             \
    __VA_ARGS__                                                               \
  }

#define EMU_FETCH(type, name, builtin) \
  EMU_SCOPES(type, name, (type *address, type value), return builtin(address, value, __emu_scope);)

EMU_FETCH(int, atomicAdd, __atomic_fetch_add)
EMU_FETCH(unsigned, atomicAdd, __atomic_fetch_add)
EMU_FETCH(unsigned long long, atomicAdd, __atomic_fetch_add)
EMU_FETCH(float, atomicAdd, __atomic_fetch_add)
EMU_FETCH(double, atomicAdd, __atomic_fetch_add)
EMU_FETCH(int, atomicSub, __atomic_fetch_sub)
EMU_FETCH(unsigned, atomicSub, __atomic_fetch_sub)

#define EMU_ORDERED(type)                        \
  EMU_FETCH(type, atomicMin, __atomic_fetch_min) \
  EMU_FETCH(type, atomicMax, __atomic_fetch_max) \
  EMU_FETCH(type, atomicAnd, __atomic_fetch_and) \
  EMU_FETCH(type, atomicOr, __atomic_fetch_or)   \
  EMU_FETCH(type, atomicXor, __atomic_fetch_xor)
EMU_ORDERED(int)
EMU_ORDERED(unsigned)
EMU_ORDERED(long long)
EMU_ORDERED(unsigned long long)

#define EMU_EXCHANGE(type)                                               \
  EMU_SCOPES(type, atomicExch, (type *address, type value),              \
    type before;                                                         \
    __atomic_exchange(address, &value, &before, __emu_scope);            \
    return before;                                                       \
  )
EMU_EXCHANGE(int)
EMU_EXCHANGE(unsigned)
EMU_EXCHANGE(unsigned long long)
EMU_EXCHANGE(float)

#define EMU_COMPARE_AND_SWAP(type)                                                                          \
  EMU_SCOPES(type, atomicCAS, (type *address, type compare, type value),                                    \
    __atomic_compare_exchange_n(address, &compare, value, false, __emu_scope, __ATOMIC_RELAXED);            \
    return compare;                                                                                         \
  )
EMU_COMPARE_AND_SWAP(int)
EMU_COMPARE_AND_SWAP(unsigned)
EMU_COMPARE_AND_SWAP(unsigned long long)
EMU_COMPARE_AND_SWAP(unsigned short)

// old >= value ? 0 : old + 1, and old == 0 || old > value ? value : old - 1
EMU_FETCH(unsigned, atomicInc, __atomic_fetch_uinc)
EMU_FETCH(unsigned, atomicDec, __atomic_fetch_udec)

// Each component is added atomically, not the vector as one (programming guide, "atomicAdd()").
#define EMU_VECTOR_ADD(name)                                             \
  EMU_DEVICE float2 name(float2 *address, float2 value) {                \
    float x = name(&address->x, value.x);                           \
    return float2{x, name(&address->y, value.y)};                   \
  }                                                                      \
  EMU_DEVICE float4 name(float4 *address, float4 value) {                \
    float x = name(&address->x, value.x);                           \
    float y = name(&address->y, value.y);                           \
    float z = name(&address->z, value.z);                           \
    return float4{x, y, z, name(&address->w, value.w)};             \
  }
EMU_VECTOR_ADD(atomicAdd)
EMU_VECTOR_ADD(atomicAdd_block)
EMU_VECTOR_ADD(atomicAdd_system)

#undef EMU_VECTOR_ADD
#undef EMU_SCOPES
#undef EMU_FETCH
#undef EMU_ORDERED
#undef EMU_EXCHANGE
#undef EMU_COMPARE_AND_SWAP

#endif
