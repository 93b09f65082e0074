// Video instructions (PTX ISA, "Video Instructions"), without selectors of bytes and masks: four bytes or two halfwords
// at a time, and scalars. Only for sources that speak of them.
#ifndef __EMU_PTX_VIDEO_H
#define __EMU_PTX_VIDEO_H

#include "emu/ptx.h"

// Each result, and with `.add` their sum.
#define __EMU_PTX_PARTS(name, n, t, part, bits, expression)                                                       \
  __EMU_PTX __emu_u32 emu_ptx_##name##n##_##t##32_##t##32_##t##32(__emu_u32 x, __emu_u32 y, __emu_u32 z) {        \
    __emu_u32 out = 0;                                                                                          \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits) {                                                   \
      int a = __emu_part<part>(x, at), b = __emu_part<part>(y, at);                                             \
      out |= __emu_put<part>(expression, at);                                                                   \
    }                                                                                                           \
    return out;                                                                                                 \
  }                                                                                                             \
  __EMU_PTX __emu_u32 emu_ptx_##name##n##_##t##32_##t##32_##t##32_add(__emu_u32 x, __emu_u32 y, __emu_u32 z) {    \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits) {                                                   \
      int a = __emu_part<part>(x, at), b = __emu_part<part>(y, at);                                             \
      z += (__emu_u32)(expression);                                                                             \
    }                                                                                                           \
    return z;                                                                                                   \
  }
#define __EMU_PTX_VIDEO(n, t, part, bits)                                                      \
  __EMU_PTX_PARTS(vadd, n, t, part, bits, a + b)                                               \
  __EMU_PTX_PARTS(vsub, n, t, part, bits, a - b)                                               \
  __EMU_PTX_PARTS(vavrg, n, t, part, bits, (a + b + (a + b >= 0)) >> 1)                        \
  __EMU_PTX_PARTS(vabsdiff, n, t, part, bits, a > b ? a - b : b - a)                           \
  __EMU_PTX_PARTS(vmin, n, t, part, bits, a < b ? a : b)                                       \
  __EMU_PTX_PARTS(vmax, n, t, part, bits, a > b ? a : b)
__EMU_PTX_VIDEO(4, u, unsigned char, 8)
__EMU_PTX_VIDEO(4, s, signed char, 8)
__EMU_PTX_VIDEO(2, u, unsigned short, 16)
__EMU_PTX_VIDEO(2, s, short, 16)

// Scalars: with a second operation what is computed is added to `c`, or compared with it.
#define __EMU_PTX_SCALAR(name, d, a_t, b_t, d_type, a_type, b_type, expression)                                   \
  __EMU_PTX d_type emu_ptx_##name##_##d##_##a_t##_##b_t(a_type a, b_type b) { return (d_type)(expression); }      \
  __EMU_PTX d_type emu_ptx_##name##_##d##_##a_t##_##b_t##_add(a_type a, b_type b, d_type c) {                     \
    return (d_type)((__emu_u32)(expression) + (__emu_u32)c);                                                    \
  }                                                                                                             \
  __EMU_PTX d_type emu_ptx_##name##_##d##_##a_t##_##b_t##_min(a_type a, b_type b, d_type c) {                     \
    d_type x = (d_type)(expression);                                                                            \
    return x < c ? x : c;                                                                                       \
  }                                                                                                             \
  __EMU_PTX d_type emu_ptx_##name##_##d##_##a_t##_##b_t##_max(a_type a, b_type b, d_type c) {                     \
    d_type x = (d_type)(expression);                                                                            \
    return x > c ? x : c;                                                                                       \
  }
#define __EMU_PTX_SCALARS(t, type)                                                                                \
  __EMU_PTX_SCALAR(vadd, t, t, t, type, type, type, (__emu_u32)a + (__emu_u32)b)                                  \
  __EMU_PTX_SCALAR(vsub, t, t, t, type, type, type, (__emu_u32)a - (__emu_u32)b)                                  \
  __EMU_PTX_SCALAR(vabsdiff, t, t, t, type, type, type, a > b ? (__emu_u32)a - (__emu_u32)b : (__emu_u32)b - (__emu_u32)a) \
  __EMU_PTX_SCALAR(vmin, t, t, t, type, type, type, a < b ? a : b)                                                \
  __EMU_PTX_SCALAR(vmax, t, t, t, type, type, type, a > b ? a : b)
__EMU_PTX_SCALARS(u32, __emu_u32)
__EMU_PTX_SCALARS(s32, __emu_s32)
#define __EMU_PTX_SHIFTS(mode, limit)                                                                             \
  __EMU_PTX_SHIFT(vshl_u32_u32_u32_##mode, __emu_u32, limit, emu_ptx_shl_b32(a, by))                              \
  __EMU_PTX_SHIFT(vshr_u32_u32_u32_##mode, __emu_u32, limit, emu_ptx_shr_u32(a, by))                              \
  __EMU_PTX_SHIFT(vshr_s32_s32_u32_##mode, __emu_s32, limit, emu_ptx_shr_s32(a, by))
#define __EMU_PTX_SHIFT(name, type, limit, expression)                                                            \
  __EMU_PTX type emu_ptx_##name(type a, __emu_u32 b) {                                                            \
    __emu_u32 by = limit;                                                                                       \
    return (type)(expression);                                                                                  \
  }                                                                                                             \
  __EMU_PTX type emu_ptx_##name##_add(type a, __emu_u32 b, type c) {                                              \
    return (type)((__emu_u32)emu_ptx_##name(a, b) + (__emu_u32)c);                                              \
  }
__EMU_PTX_SHIFTS(clamp, (b < 32 ? b : 32))
__EMU_PTX_SHIFTS(wrap, (b & 31))

#undef __EMU_PTX_PARTS
#undef __EMU_PTX_VIDEO
#undef __EMU_PTX_SCALAR
#undef __EMU_PTX_SCALARS
#undef __EMU_PTX_SHIFTS
#undef __EMU_PTX_SHIFT

#endif
