// mma.sync (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions"): the registers of a lane are the fragments of
// mma.h, which lie as PTX says. Only for sources that speak of it.
#ifndef __EMU_PTX_PRODUCTS_H
#define __EMU_PTX_PRODUCTS_H

#include "emu/ptx.h"
#include "mma.h"

template <class T, int n>
struct __align__(8) __emu_fragment_words {
  T x[n];
  unsigned filled = 1;
};
template <class T, int n, class Vector>
__EMU_DEVICE void __emu_fill_words(__emu_fragment_words<T, n> &to, const Vector &from) {
  if constexpr (n == 1) to.x[0] = from;
  else
    _Pragma("unroll") for (int i = 0; i < n; i++) to.x[i] = from[i];
}
template <unsigned code, class D, class S, int sums, class F, int of_a, int of_b, class Sum, class A, class B, class C>
__EMU_DEVICE Sum __emu_product(const A &a, const B &b, const C &c) {
  int site = __emu_site();
  __emu_fragment_words<F, of_a> x;
  __emu_fragment_words<F, of_b> y;
  __emu_fragment_words<S, sums> z;
  __emu_fragment_words<D, sums> d;
  __emu_fill_words(x, a);
  __emu_fill_words(y, b);
  __emu_fill_words(z, c);
  __emu_mma(site, __emu_own(site, &d, sizeof d, 1), __emu_own(site, &x, sizeof x, 0), __emu_own(site, &y, sizeof y, 0),
            __emu_own(site, &z, sizeof z, 0), code);
  Sum sum;
  _Pragma("unroll") for (int i = 0; i < sums; i++) sum[i] = d.x[i];
  return sum;
}
typedef unsigned __emu_v1_b32;

// Registers of a, b and c; how many elements of a and b they hold, as powers of two.
#define __EMU_PTX_MMA(name, shape, factor, of_a, of_b, log2a, log2b, added, sum, of_c, c_type, d_type, saturates)         \
  __EMU_PTX __emu_v##of_c##_##d_type emu_ptx_mma_sync_##name(__emu_v##of_a##_b32 a, __emu_v##of_b##_b32 b,                \
                                                            __emu_v##of_c##_##c_type c) {                               \
    return __emu_product<__EMU_PRODUCT(shape, factor, log2a, log2b, added, sum, saturates), __EMU_WORD_##d_type,            \
                         __EMU_WORD_##c_type, of_c, unsigned, of_a, of_b, __emu_v##of_c##_##d_type>(a, b, c);             \
  }
#define __EMU_WORD_f32 float
#define __EMU_WORD_s32 int
#define __EMU_WORD_b32 unsigned
#define __EMU_PTX_MMA_HALVES(name, shape, of_a, of_b, log2a, log2b)                                                       \
  __EMU_PTX_MMA(name##_row_col_f32_f16_f16_f32, shape, __EMU_HALF, of_a, of_b, log2a, log2b, __EMU_FLOAT, __EMU_FLOAT, 4, f32, f32, 0) \
  __EMU_PTX_MMA(name##_row_col_f16_f16_f16_f16, shape, __EMU_HALF, of_a, of_b, log2a, log2b, __EMU_HALF, __EMU_HALF, 2, b32, b32, 0)   \
  __EMU_PTX_MMA(name##_row_col_f32_bf16_bf16_f32, shape, __EMU_BFLOAT16, of_a, of_b, log2a, log2b, __EMU_FLOAT, __EMU_FLOAT, 4, f32, f32, 0)
__EMU_PTX_MMA_HALVES(m16n8k16, __EMU_16_8_16, 4, 2, 3, 2)
__EMU_PTX_MMA_HALVES(m16n8k8, __EMU_16_8_8, 2, 1, 2, 1)
__EMU_PTX_MMA(m16n8k8_row_col_f32_tf32_tf32_f32, __EMU_16_8_8, __EMU_TF32, 4, 2, 2, 1, __EMU_FLOAT, __EMU_FLOAT, 4, f32, f32, 0)
#define __EMU_PTX_MMA_BYTES(name, shape, of_a, of_b, log2a, log2b, t, type)                                               \
  __EMU_PTX_MMA(name##_row_col_s32_##t##_##t##_s32, shape, type, of_a, of_b, log2a, log2b, __EMU_INT, __EMU_INT, 4, s32, s32, 0) \
  __EMU_PTX_MMA(name##_row_col_satfinite_s32_##t##_##t##_s32, shape, type, of_a, of_b, log2a, log2b, __EMU_INT, __EMU_INT, 4, s32, s32, 1)
__EMU_PTX_MMA_BYTES(m16n8k16, __EMU_16_8_16, 2, 1, 3, 2, s8, __EMU_SCHAR)
__EMU_PTX_MMA_BYTES(m16n8k16, __EMU_16_8_16, 2, 1, 3, 2, u8, __EMU_UCHAR)
__EMU_PTX_MMA_BYTES(m16n8k32, __EMU_16_8_32, 4, 2, 4, 3, s8, __EMU_SCHAR)
__EMU_PTX_MMA_BYTES(m16n8k32, __EMU_16_8_32, 4, 2, 4, 3, u8, __EMU_UCHAR)
__EMU_PTX __emu_v2_f64 emu_ptx_mma_sync_m8n8k4_row_col_f64_f64_f64_f64(double a, double b, __emu_v2_f64 c) {
  return __emu_product<__EMU_PRODUCT(__EMU_8_8_4, __EMU_DOUBLE, 0, 0, __EMU_DOUBLE, __EMU_DOUBLE, 0), double, double, 2, double, 1, 1,
                       __emu_v2_f64>(a, b, c);
}

#undef __EMU_PTX_MMA
#undef __EMU_PTX_MMA_HALVES
#undef __EMU_PTX_MMA_BYTES
#undef __EMU_WORD_f32
#undef __EMU_WORD_s32
#undef __EMU_WORD_b32

#endif
