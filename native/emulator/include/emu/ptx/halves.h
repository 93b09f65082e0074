// Floating point of 16 bits, one or two in a register (PTX ISA, "Half Precision Floating Point Instructions"), and its
// conversions. Only for sources that speak of it: they would have to include cuda_fp16.h otherwise.
#ifndef __EMU_PTX_HALVES_H
#define __EMU_PTX_HALVES_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "emu/ptx.h"

// Constructors instead of a bit_cast: the types are not trivial.
#define __EMU_PTX_H1(name, t, T, b, expression)                                                       \
  __EMU_PTX b emu_ptx_##name##_##t(b x) {                                                             \
    T a = __builtin_bit_cast(T, x);                                                                 \
    return __builtin_bit_cast(b, expression);                                                       \
  }
#define __EMU_PTX_H2(name, t, T, b, expression)                                                       \
  __EMU_PTX b emu_ptx_##name##_##t(b x, b y) {                                                        \
    T a = __builtin_bit_cast(T, x), c = __builtin_bit_cast(T, y);                                   \
    return __builtin_bit_cast(b, expression);                                                       \
  }
#define __EMU_PTX_H3(name, t, T, b, expression)                                                       \
  __EMU_PTX b emu_ptx_##name##_##t(b x, b y, b z) {                                                   \
    T a = __builtin_bit_cast(T, x), c = __builtin_bit_cast(T, y), d = __builtin_bit_cast(T, z);     \
    return __builtin_bit_cast(b, expression);                                                       \
  }
#define __EMU_PTX_HALVES(t, T, b, n)                              \
  __EMU_PTX_H2(add, t, T, b, __hadd##n(a, c))                     \
  __EMU_PTX_H2(sub, t, T, b, __hsub##n(a, c))                     \
  __EMU_PTX_H2(mul, t, T, b, __hmul##n(a, c))                     \
  __EMU_PTX_H2(add_sat, t, T, b, __hadd##n##_sat(a, c))           \
  __EMU_PTX_H2(sub_sat, t, T, b, __hsub##n##_sat(a, c))           \
  __EMU_PTX_H2(mul_sat, t, T, b, __hmul##n##_sat(a, c))           \
  __EMU_PTX_H3(fma, t, T, b, __hfma##n(a, c, d))                  \
  __EMU_PTX_H3(fma_sat, t, T, b, __hfma##n##_sat(a, c, d))        \
  __EMU_PTX_H3(fma_relu, t, T, b, __hfma##n##_relu(a, c, d))      \
  __EMU_PTX_H2(min, t, T, b, __hmin##n(a, c))                     \
  __EMU_PTX_H2(max, t, T, b, __hmax##n(a, c))                     \
  __EMU_PTX_H2(min_NaN, t, T, b, __hmin##n##_nan(a, c))           \
  __EMU_PTX_H2(max_NaN, t, T, b, __hmax##n##_nan(a, c))           \
  __EMU_PTX_H1(neg, t, T, b, __hneg##n(a))                        \
  __EMU_PTX_H1(abs, t, T, b, __habs##n(a))
__EMU_PTX_HALVES(f16, __half, __emu_u16, )
__EMU_PTX_HALVES(bf16, __nv_bfloat16, __emu_u16, )
__EMU_PTX_HALVES(f16x2, __half2, __emu_u32, 2)
__EMU_PTX_HALVES(bf16x2, __nv_bfloat162, __emu_u32, 2)
__EMU_PTX_H1(ex2, f16, __half, __emu_u16, hexp2(a))
__EMU_PTX_H1(ex2, bf16, __nv_bfloat16, __emu_u16, hexp2(a))
__EMU_PTX_H1(ex2, f16x2, __half2, __emu_u32, h2exp2(a))
__EMU_PTX_H1(ex2, bf16x2, __nv_bfloat162, __emu_u32, h2exp2(a))
__EMU_PTX_H1(tanh, f16, __half, __emu_u16, htanh(a))
__EMU_PTX_H1(tanh, bf16, __nv_bfloat16, __emu_u16, htanh(a))
__EMU_PTX_H1(tanh, f16x2, __half2, __emu_u32, h2tanh(a))
__EMU_PTX_H1(tanh, bf16x2, __nv_bfloat162, __emu_u32, h2tanh(a))

// To 16 bits from a float, a double and integers; and of two floats, the first in the upper half.
#define __EMU_PTX_TO_NARROW(r, t, exponent, fraction, mode)                                                             \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_##t##_f32(float a) { return __emu_narrow_bits<exponent, fraction>(a, mode); }   \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_##t##_f64(double a) { return __emu_narrow_bits<exponent, fraction>(a, mode); }  \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_##t##_s32(__emu_s32 a) { return __emu_narrow_bits<exponent, fraction>(a, mode); } \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_##t##_u32(__emu_u32 a) { return __emu_narrow_bits<exponent, fraction>(a, mode); } \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_##t##_s64(__emu_s64 a) {                                                        \
    return __emu_narrow_bits<exponent, fraction>(__emu_sticky(a), mode);                                              \
  }                                                                                                                   \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_##t##_u64(__emu_u64 a) {                                                        \
    return __emu_narrow_bits<exponent, fraction>(__emu_sticky(a), mode);                                              \
  }                                                                                                                   \
  __EMU_PTX __emu_u32 emu_ptx_cvt_##r##_##t##x2_f32(float a, float b) {                                                 \
    return (__emu_u32)emu_ptx_cvt_##r##_##t##_f32(a) << 16 | emu_ptx_cvt_##r##_##t##_f32(b);                          \
  }                                                                                                                   \
  __EMU_PTX __emu_u16 emu_ptx_cvt_##r##_relu_##t##_f32(float a) { return emu_ptx_cvt_##r##_##t##_f32(a < 0 ? 0 : a); }  \
  __EMU_PTX __emu_u32 emu_ptx_cvt_##r##_relu_##t##x2_f32(float a, float b) {                                            \
    return emu_ptx_cvt_##r##_##t##x2_f32(a < 0 ? 0 : a, b < 0 ? 0 : b);                                               \
  }
__EMU_PTX_TO_NARROW(rn, f16, 5, 10, __emu_to_nearest)
__EMU_PTX_TO_NARROW(rz, f16, 5, 10, __emu_to_zero)
__EMU_PTX_TO_NARROW(rn, bf16, 8, 7, __emu_to_nearest)
__EMU_PTX_TO_NARROW(rz, bf16, 8, 7, __emu_to_zero)
__EMU_PTX float emu_ptx_cvt_f32_f16(__emu_u16 a) { return __emu_half_value(a); }
__EMU_PTX float emu_ptx_cvt_f32_bf16(__emu_u16 a) { return __builtin_bit_cast(float, (__emu_u32)a << 16); }
__EMU_PTX double emu_ptx_cvt_f64_f16(__emu_u16 a) { return __emu_half_value(a); }
__EMU_PTX double emu_ptx_cvt_f64_bf16(__emu_u16 a) { return emu_ptx_cvt_f32_bf16(a); }

#define __EMU_PTX_ADD_NARROW(t, T, b)                                                                  \
  __EMU_PTX b emu_ptx_atom_add_##t(__emu_address at, b value, int order, int scope) {                      \
    __emu_ptx_before(order, scope);                                                                  \
    return __builtin_bit_cast(b, atomicAdd((T *)at, __builtin_bit_cast(T, value)));                  \
  }
__EMU_PTX_ADD_NARROW(f16, __half, __emu_u16)
__EMU_PTX_ADD_NARROW(bf16, __nv_bfloat16, __emu_u16)
__EMU_PTX_ADD_NARROW(f16x2, __half2, __emu_u32)
__EMU_PTX_ADD_NARROW(bf16x2, __nv_bfloat162, __emu_u32)

#undef __EMU_PTX_H1
#undef __EMU_PTX_H2
#undef __EMU_PTX_H3
#undef __EMU_PTX_HALVES
#undef __EMU_PTX_TO_NARROW
#undef __EMU_PTX_ADD_NARROW

#endif
