// Loads, stores and atomic operations (PTX ISA, "Data Movement and Conversion Instructions", "Parallel Synchronization
// and Communication Instructions"). Types of one width are one function; what is read into a wider register is the
// translation's. Orders are numbered as __NV_ATOMIC_RELAXED and so on; scopes are 0 block, 1 device, 2 system.
#ifndef __EMU_PTX_MEMORY_H
#define __EMU_PTX_MEMORY_H

typedef unsigned char __emu_u8;
#define __EMU_PTX_VECTOR(name, type, n) typedef type __emu_##name __attribute__((ext_vector_type(n)));
__EMU_PTX_VECTOR(v2_b8, __emu_u8, 2)
__EMU_PTX_VECTOR(v4_b8, __emu_u8, 4)
__EMU_PTX_VECTOR(v2_b16, __emu_u16, 2)
__EMU_PTX_VECTOR(v4_b16, __emu_u16, 4)
__EMU_PTX_VECTOR(v2_b32, __emu_u32, 2)
__EMU_PTX_VECTOR(v4_b32, __emu_u32, 4)
__EMU_PTX_VECTOR(v2_b64, __emu_u64, 2)
__EMU_PTX_VECTOR(v2_f32, float, 2)
__EMU_PTX_VECTOR(v4_f32, float, 4)
__EMU_PTX_VECTOR(v2_f64, double, 2)
__EMU_PTX_VECTOR(v2_s32, int, 2)
__EMU_PTX_VECTOR(v4_s32, int, 4)
typedef __emu_u8 __emu_b8;
typedef __emu_u16 __emu_b16;
typedef __emu_u32 __emu_b32;
typedef __emu_u64 __emu_b64;
typedef __SIZE_TYPE__ __emu_address;

__EMU_DEVICE int __emu_ptx_scope(int scope) {
  return scope == 0 ? __NV_THREAD_SCOPE_BLOCK : scope == 1 ? __NV_THREAD_SCOPE_DEVICE : __NV_THREAD_SCOPE_SYSTEM;
}
__EMU_DEVICE void __emu_ptx_before(int order, int scope) {
  if (order >= __NV_ATOMIC_RELEASE) __emu_fence(scope);
}

#define __EMU_PTX_ACCESS(b)                                                                                          \
  __EMU_PTX __emu_##b emu_ptx_ld_##b(__emu_address at) { return *(const __emu_##b *)at; }                                \
  __EMU_PTX __emu_##b emu_ptx_ld_nc_##b(__emu_address at) { return __builtin_nontemporal_load((const __emu_##b *)at); }  \
  __EMU_PTX void emu_ptx_st_##b(__emu_address at, __emu_##b value) { *(__emu_##b *)at = value; }                         \
  __EMU_PTX __emu_##b emu_ptx_ld_volatile_##b(__emu_address at) { return *(const volatile __emu_##b *)at; }              \
  __EMU_PTX void emu_ptx_st_volatile_##b(__emu_address at, __emu_##b value) { *(volatile __emu_##b *)at = value; }
#define __EMU_PTX_ORDERED(b)                                                                                         \
  __EMU_PTX __emu_##b emu_ptx_ld_ordered_##b(__emu_address at, int order, int scope) {                                   \
    return __nv_atomic_load_n((__emu_##b *)at, order, __emu_ptx_scope(scope));                                     \
  }                                                                                                                \
  __EMU_PTX void emu_ptx_st_ordered_##b(__emu_address at, __emu_##b value, int order, int scope) {                       \
    __nv_atomic_store_n((__emu_##b *)at, value, order, __emu_ptx_scope(scope));                                    \
  }
// Vectors are ordered, and their elements single accesses: one access through volatile, with the fence.
#define __EMU_PTX_ORDERED_VECTOR(b)                                                                                  \
  __EMU_PTX __emu_##b emu_ptx_ld_ordered_##b(__emu_address at, int order, int scope) {                                   \
    __emu_ptx_before(order, scope);                                                                                \
    return *(const volatile __emu_##b *)at;                                                                        \
  }                                                                                                                \
  __EMU_PTX void emu_ptx_st_ordered_##b(__emu_address at, __emu_##b value, int order, int scope) {                       \
    __emu_ptx_before(order, scope);                                                                                \
    *(volatile __emu_##b *)at = value;                                                                             \
  }
#define __EMU_PTX_EACH(of) of(b8) of(b16) of(b32) of(b64)
#define __EMU_PTX_EACH_VECTOR(of) of(v2_b8) of(v4_b8) of(v2_b16) of(v4_b16) of(v2_b32) of(v4_b32) of(v2_b64)
__EMU_PTX_EACH(__EMU_PTX_ACCESS)
__EMU_PTX_EACH_VECTOR(__EMU_PTX_ACCESS)
__EMU_PTX_EACH(__EMU_PTX_ORDERED)
__EMU_PTX_EACH_VECTOR(__EMU_PTX_ORDERED_VECTOR)

#define __EMU_PTX_ATOMIC(operation, t, type, function)                                                               \
  __EMU_PTX type emu_ptx_atom_##operation##_##t(__emu_address at, type value, int order, int scope) {                    \
    __emu_ptx_before(order, scope);                                                                                \
    return scope == 0 ? function##_block((type *)at, value) : function((type *)at, value);                         \
  }
__EMU_PTX_ATOMIC(add, u32, __emu_u32, atomicAdd)
__EMU_PTX_ATOMIC(add, s32, __emu_s32, atomicAdd)
__EMU_PTX_ATOMIC(add, u64, __emu_u64, atomicAdd)
__EMU_PTX_ATOMIC(add, f32, float, atomicAdd)
__EMU_PTX_ATOMIC(add, f64, double, atomicAdd)
__EMU_PTX_ATOMIC(inc, u32, __emu_u32, atomicInc)
__EMU_PTX_ATOMIC(dec, u32, __emu_u32, atomicDec)
#define __EMU_PTX_ATOMICS(t, type)                      \
  __EMU_PTX_ATOMIC(min, t, type, atomicMin)             \
  __EMU_PTX_ATOMIC(max, t, type, atomicMax)
__EMU_PTX_ATOMICS(u32, __emu_u32)
__EMU_PTX_ATOMICS(s32, __emu_s32)
__EMU_PTX_ATOMICS(u64, __emu_u64)
__EMU_PTX_ATOMICS(s64, __emu_s64)
#define __EMU_PTX_ATOMIC_BITS(t, type)                                                                               \
  __EMU_PTX_ATOMIC(and, t, type, atomicAnd)                                                                          \
  __EMU_PTX_ATOMIC(or, t, type, atomicOr)                                                                            \
  __EMU_PTX_ATOMIC(xor, t, type, atomicXor)                                                                          \
  __EMU_PTX_ATOMIC(exch, t, type, atomicExch)                                                                        \
  __EMU_PTX_COMPARE_AND_SWAP(t, type)
#define __EMU_PTX_COMPARE_AND_SWAP(t, type)                                                                          \
  __EMU_PTX type emu_ptx_atom_cas_##t(__emu_address at, type compare, type value, int order, int scope) {                \
    __emu_ptx_before(order, scope);                                                                                \
    type before = scope == 0 ? atomicCAS_block((type *)at, compare, value) : atomicCAS((type *)at, compare, value); \
    if (order == __NV_ATOMIC_ACQUIRE || order == __NV_ATOMIC_ACQ_REL) __emu_acquire(scope);                        \
    return before;                                                                                                 \
  }
__EMU_PTX_ATOMIC_BITS(b32, __emu_u32)
__EMU_PTX_ATOMIC_BITS(b64, __emu_u64)
__EMU_PTX_COMPARE_AND_SWAP(b16, __emu_u16)

// What is copied is there when the instruction ends, which is sooner than on a GPU; bytes beyond `length` become zeros.
#define __EMU_PTX_COPY(bytes, type, zeros)                                                                           \
  __EMU_PTX void emu_ptx_cp_async_##bytes(__emu_address to, __emu_address from, __emu_u32 length) {                          \
    if (length >= bytes) *(type *)to = *(const type *)from;                                                        \
    else if (length == 0) *(type *)to = zeros;                                                                     \
    else                                                                                                           \
      for (__emu_u32 i = 0; i < bytes; i++) ((__emu_u8 *)to)[i] = i < length ? ((const __emu_u8 *)from)[i] : 0;    \
  }
__EMU_PTX_COPY(4, __emu_u32, 0)
__EMU_PTX_COPY(8, __emu_v2_b32, (__emu_v2_b32)(0))
__EMU_PTX_COPY(16, __emu_v4_b32, (__emu_v4_b32)(0))

__EMU_PTX bool emu_ptx_isspacep_global(__emu_u64 at) { return __isGlobal((const void *)(__emu_address)at); }
__EMU_PTX bool emu_ptx_isspacep_shared(__emu_u64 at) { return __isShared((const void *)(__emu_address)at); }
__EMU_PTX bool emu_ptx_isspacep_const(__emu_u64 at) { return __isConstant((const void *)(__emu_address)at); }
__EMU_PTX bool emu_ptx_isspacep_local(__emu_u64 at) { return __isLocal((const void *)(__emu_address)at); }

#undef __EMU_PTX_VECTOR
#undef __EMU_PTX_ACCESS
#undef __EMU_PTX_ORDERED
#undef __EMU_PTX_ORDERED_VECTOR
#undef __EMU_PTX_EACH
#undef __EMU_PTX_EACH_VECTOR
#undef __EMU_PTX_ATOMICS
#undef __EMU_PTX_ATOMIC_BITS
#undef __EMU_PTX_COMPARE_AND_SWAP
#undef __EMU_PTX_COPY

#endif
