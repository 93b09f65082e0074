// Floating point (PTX ISA, "Floating Point Instructions"). What is approximate on a GPU is computed as exactly as a float
// holds it, like the intrinsics of cuda_math.h.
#ifndef __EMU_PTX_FLOATS_H
#define __EMU_PTX_FLOATS_H

__EMU_PTX float emu_ptx_flush_f32(float x) {
  return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
}
__EMU_PTX float emu_ptx_sat_f32(float x) { return __saturatef(x); }
__EMU_PTX double emu_ptx_sat_f64(double x) { return x >= 1.0 ? 1.0 : x > 0.0 ? x : 0.0; }

#define __EMU_PTX_F1(name, t, type, expression) \
  __EMU_PTX type emu_ptx_##name##_##t(type a) { return expression; }
#define __EMU_PTX_F2(name, t, type, expression) \
  __EMU_PTX type emu_ptx_##name##_##t(type a, type b) { return expression; }
#define __EMU_PTX_F3(name, t, type, expression) \
  __EMU_PTX type emu_ptx_##name##_##t(type a, type b, type c) { return expression; }
// The default rounds to the nearest; PTX says rm where CUDA's functions say rd, and rp for ru.
#define __EMU_PTX_ROUNDED(of, suffix, t, type, f, fused)                                     \
  __EMU_PTX_F2(add##of, t, type, __##f##add_##suffix(a, b))                                  \
  __EMU_PTX_F2(sub##of, t, type, __##f##sub_##suffix(a, b))                                  \
  __EMU_PTX_F2(mul##of, t, type, __##f##mul_##suffix(a, b))                                  \
  __EMU_PTX_F2(div##of, t, type, __##f##div_##suffix(a, b))                                  \
  __EMU_PTX_F3(fma##of, t, type, fused##_##suffix(a, b, c))                                    \
  __EMU_PTX_F3(mad##of, t, type, fused##_##suffix(a, b, c))                                    \
  __EMU_PTX_F1(rcp##of, t, type, __##f##rcp_##suffix(a))                                     \
  __EMU_PTX_F1(sqrt##of, t, type, __##f##sqrt_##suffix(a))
#define __EMU_PTX_ALL_ROUNDED(t, type, f, fused)   \
  __EMU_PTX_ROUNDED(, rn, t, type, f, fused)       \
  __EMU_PTX_ROUNDED(_rz, rz, t, type, f, fused)    \
  __EMU_PTX_ROUNDED(_rm, rd, t, type, f, fused)    \
  __EMU_PTX_ROUNDED(_rp, ru, t, type, f, fused)
__EMU_PTX_ALL_ROUNDED(f32, float, f, __fmaf)
__EMU_PTX_ALL_ROUNDED(f64, double, d, __fma)

// Of a number and a NaN the number; with .NaN the NaN. +0 is more than -0.
#define __EMU_PTX_FLOATING(t, type, f, nan)                                                          \
  __EMU_PTX_F2(min, t, type, __builtin_fmin##f(a, b))                                                \
  __EMU_PTX_F2(max, t, type, __builtin_fmax##f(a, b))                                                \
  __EMU_PTX_F2(min_NaN, t, type, __builtin_isunordered(a, b) ? nan : __builtin_fmin##f(a, b))        \
  __EMU_PTX_F2(max_NaN, t, type, __builtin_isunordered(a, b) ? nan : __builtin_fmax##f(a, b))        \
  __EMU_PTX_F1(abs, t, type, __builtin_fabs##f(a))                                                   \
  __EMU_PTX_F1(neg, t, type, -a)                                                                     \
  __EMU_PTX_F2(copysign, t, type, __builtin_copysign##f(b, a))                                       \
  __EMU_PTX bool emu_ptx_testp_finite_##t(type a) { return __builtin_isfinite(a); }                  \
  __EMU_PTX bool emu_ptx_testp_infinite_##t(type a) { return __builtin_isinf(a); }                   \
  __EMU_PTX bool emu_ptx_testp_number_##t(type a) { return !__builtin_isnan(a); }                    \
  __EMU_PTX bool emu_ptx_testp_notanumber_##t(type a) { return __builtin_isnan(a); }                 \
  __EMU_PTX bool emu_ptx_testp_normal_##t(type a) { return __builtin_isnormal(a); }                  \
  __EMU_PTX bool emu_ptx_testp_subnormal_##t(type a) {                                               \
    return a != 0 && __builtin_isfinite(a) && !__builtin_isnormal(a);                              \
  }
__EMU_PTX_FLOATING(f32, float, f, __builtin_bit_cast(float, 0x7fffffff))
__EMU_PTX_FLOATING(f64, double, , __builtin_nan(""))

__EMU_PTX_F1(rsqrt, f32, float, rsqrtf(a))
__EMU_PTX_F1(rsqrt, f64, double, rsqrt(a))
__EMU_PTX_F1(ex2, f32, float, __builtin_exp2f(a))
__EMU_PTX_F1(lg2, f32, float, __log2f(a))
__EMU_PTX_F1(sin, f32, float, __sinf(a))
__EMU_PTX_F1(cos, f32, float, __cosf(a))
__EMU_PTX_F1(tanh, f32, float, __tanhf(a))

// cvt where it does not round to the nearest; the plain ones are no functions.
#define __EMU_PTX_CVT(r, suffix)                                                                    \
  __EMU_PTX float emu_ptx_cvt_##r##_f32_f64(double a) { return __double2float_##suffix(a); }        \
  __EMU_PTX float emu_ptx_cvt_##r##_f32_s32(__emu_s32 a) { return __int2float_##suffix(a); }        \
  __EMU_PTX float emu_ptx_cvt_##r##_f32_u32(__emu_u32 a) { return __uint2float_##suffix(a); }       \
  __EMU_PTX float emu_ptx_cvt_##r##_f32_s64(__emu_s64 a) { return __ll2float_##suffix(a); }         \
  __EMU_PTX float emu_ptx_cvt_##r##_f32_u64(__emu_u64 a) { return __ull2float_##suffix(a); }        \
  __EMU_PTX double emu_ptx_cvt_##r##_f64_s64(__emu_s64 a) { return __ll2double_##suffix(a); }       \
  __EMU_PTX double emu_ptx_cvt_##r##_f64_u64(__emu_u64 a) { return __ull2double_##suffix(a); }      \
  __EMU_PTX double emu_ptx_cvt_##r##_f64_s32(__emu_s32 a) { return a; }                             \
  __EMU_PTX double emu_ptx_cvt_##r##_f64_u32(__emu_u32 a) { return a; }
__EMU_PTX_CVT(rn, rn)
__EMU_PTX_CVT(rz, rz)
__EMU_PTX_CVT(rm, rd)
__EMU_PTX_CVT(rp, ru)
// tf32 has 10 bits of fraction; ties away from zero.
__EMU_PTX __emu_u32 emu_ptx_cvt_rna_tf32_f32(float a) {
  __emu_u32 bits = __builtin_bit_cast(__emu_u32, a);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffffffu;
  return (bits & 0x7f800000u) == 0x7f800000u ? bits : (bits + 0x1000u) & ~0x1fffu;
}

#undef __EMU_PTX_F1
#undef __EMU_PTX_F2
#undef __EMU_PTX_F3
#undef __EMU_PTX_ROUNDED
#undef __EMU_PTX_ALL_ROUNDED
#undef __EMU_PTX_FLOATING
#undef __EMU_PTX_CVT

#endif
