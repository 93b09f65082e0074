// Atomic functions as the compiler's own atomic operations, so that the emulator sees them as such. CUDA's are
// relaxed, and what another order would add is done by fences. So the compiler's order says something else here: any but
// a relaxed one stands for block scope (grader/compile/ir/instrument.ts reads it). Device and system are the same.
#ifndef __EMU_ATOMICS_H
#define __EMU_ATOMICS_H

#include "emu/vector_types.h"

#define __EMU_SCOPES(type, name, parameters, ...)                               \
  __EMU_DEVICE type name parameters {                                           \
    constexpr int __emu_scope = __ATOMIC_RELAXED;                             \
    __VA_ARGS__                                                               \
  }                                                                           \
  __EMU_DEVICE type name##_block parameters {                                   \
    constexpr int __emu_scope = __ATOMIC_ACQ_REL;                             \
    __VA_ARGS__                                                               \
  }                                                                           \
  __EMU_DEVICE type name##_system parameters {                                  \
    constexpr int __emu_scope = __ATOMIC_RELAXED;                             \
    __VA_ARGS__                                                               \
  }

#define __EMU_FETCH(type, name, builtin) \
  __EMU_SCOPES(type, name, (type *address, type value), return builtin(address, value, __emu_scope);)

__EMU_FETCH(int, atomicAdd, __atomic_fetch_add)
__EMU_FETCH(unsigned, atomicAdd, __atomic_fetch_add)
__EMU_FETCH(unsigned long long, atomicAdd, __atomic_fetch_add)
__EMU_FETCH(float, atomicAdd, __atomic_fetch_add)
__EMU_FETCH(double, atomicAdd, __atomic_fetch_add)
__EMU_FETCH(int, atomicSub, __atomic_fetch_sub)
__EMU_FETCH(unsigned, atomicSub, __atomic_fetch_sub)

#define __EMU_ORDERED(type)                        \
  __EMU_FETCH(type, atomicMin, __atomic_fetch_min) \
  __EMU_FETCH(type, atomicMax, __atomic_fetch_max) \
  __EMU_FETCH(type, atomicAnd, __atomic_fetch_and) \
  __EMU_FETCH(type, atomicOr, __atomic_fetch_or)   \
  __EMU_FETCH(type, atomicXor, __atomic_fetch_xor)
__EMU_ORDERED(int)
__EMU_ORDERED(unsigned)
__EMU_ORDERED(long long)
__EMU_ORDERED(unsigned long long)

#define __EMU_EXCHANGE(type)                                               \
  __EMU_SCOPES(type, atomicExch, (type *address, type value),              \
    type before;                                                         \
    __atomic_exchange(address, &value, &before, __emu_scope);            \
    return before;                                                       \
  )
__EMU_EXCHANGE(int)
__EMU_EXCHANGE(unsigned)
__EMU_EXCHANGE(unsigned long long)
__EMU_EXCHANGE(float)

#define __EMU_COMPARE_AND_SWAP(type)                                                                          \
  __EMU_SCOPES(type, atomicCAS, (type *address, type compare, type value),                                    \
    __atomic_compare_exchange_n(address, &compare, value, false, __emu_scope, __ATOMIC_RELAXED);            \
    return compare;                                                                                         \
  )
__EMU_COMPARE_AND_SWAP(int)
__EMU_COMPARE_AND_SWAP(unsigned)
__EMU_COMPARE_AND_SWAP(unsigned long long)
__EMU_COMPARE_AND_SWAP(unsigned short)

// old >= value ? 0 : old + 1, and old == 0 || old > value ? value : old - 1
__EMU_FETCH(unsigned, atomicInc, __atomic_fetch_uinc)
__EMU_FETCH(unsigned, atomicDec, __atomic_fetch_udec)

// Each component is added atomically, not the vector as one (programming guide, "atomicAdd()").
#define __EMU_VECTOR_ADD(name)                                             \
  __EMU_DEVICE float2 name(float2 *address, float2 value) {                \
    float x = name(&address->x, value.x);                           \
    return float2{x, name(&address->y, value.y)};                   \
  }                                                                      \
  __EMU_DEVICE float4 name(float4 *address, float4 value) {                \
    float x = name(&address->x, value.x);                           \
    float y = name(&address->y, value.y);                           \
    float z = name(&address->z, value.z);                           \
    return float4{x, y, z, name(&address->w, value.w)};             \
  }
__EMU_VECTOR_ADD(atomicAdd)
__EMU_VECTOR_ADD(atomicAdd_block)
__EMU_VECTOR_ADD(atomicAdd_system)

#undef __EMU_VECTOR_ADD
#undef __EMU_SCOPES
#undef __EMU_FETCH
#undef __EMU_ORDERED
#undef __EMU_EXCHANGE
#undef __EMU_COMPARE_AND_SWAP

#endif
