// SIMD intrinsics: a word as two halfwords or four bytes (CUDA Math API, "SIMD Intrinsics"), and the minima and maxima
// of three values and of sums ("Integer Intrinsics", compute capability 9.0).
#ifndef __EMU_VIDEO_H
#define __EMU_VIDEO_H

#include "emu/qualifiers.h"

// The part of a word at `at`, as a number; and a number put there.
template <class T>
__EMU_HOST_DEVICE int __emu_part(unsigned word, int at) { return (T)(word >> at); }
template <class T>
__EMU_HOST_DEVICE unsigned __emu_put(int value, int at) {
  return (sizeof(T) == 1 ? (unsigned)value & 0xffu : (unsigned)value & 0xffffu) << at;
}
__EMU_DEVICE int __emu_clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

#define __EMU_PARTS1(name, type, bits, expression)                       \
  __EMU_DEVICE unsigned name(unsigned x) {                               \
    unsigned out = 0;                                                  \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits) {          \
      int a = __emu_part<type>(x, at);                                 \
      out |= __emu_put<type>(expression, at);                          \
    }                                                                  \
    return out;                                                        \
  }
#define __EMU_PARTS2(name, type, bits, expression)                                   \
  __EMU_DEVICE unsigned name(unsigned x, unsigned y) {                               \
    unsigned out = 0;                                                              \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits) {                      \
      int a = __emu_part<type>(x, at), b = __emu_part<type>(y, at);                \
      out |= __emu_put<type>(expression, at);                                      \
    }                                                                              \
    return out;                                                                    \
  }
#define __EMU_SUM(name, type, bits)                                                  \
  __EMU_DEVICE unsigned name(unsigned x, unsigned y) {                               \
    unsigned sum = 0;                                                              \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits) {                      \
      int a = __emu_part<type>(x, at), b = __emu_part<type>(y, at);                \
      sum += (unsigned)(a > b ? a - b : b - a);                                    \
    }                                                                              \
    return sum;                                                                    \
  }
#define __EMU_COMPARED(name, n, bits, signed_part, unsigned_part, op)                \
  __EMU_PARTS2(__vcmp##name##s##n, signed_part, bits, a op b ? -1 : 0)               \
  __EMU_PARTS2(__vset##name##s##n, signed_part, bits, a op b ? 1 : 0)                \
  __EMU_PARTS2(__vcmp##name##u##n, unsigned_part, bits, a op b ? -1 : 0)             \
  __EMU_PARTS2(__vset##name##u##n, unsigned_part, bits, a op b ? 1 : 0)
#define __EMU_VIDEO(n, bits, s, u, low, high, most)                                  \
  __EMU_PARTS1(__vabs##n, s, bits, a < 0 ? -a : a)                                   \
  __EMU_PARTS1(__vabsss##n, s, bits, __emu_clamp(a < 0 ? -a : a, low, high))         \
  __EMU_PARTS1(__vneg##n, s, bits, -a)                                               \
  __EMU_PARTS1(__vnegss##n, s, bits, __emu_clamp(-a, low, high))                     \
  __EMU_PARTS2(__vadd##n, u, bits, a + b)                                            \
  __EMU_PARTS2(__vaddss##n, s, bits, __emu_clamp(a + b, low, high))                  \
  __EMU_PARTS2(__vaddus##n, u, bits, __emu_clamp(a + b, 0, most))                    \
  __EMU_PARTS2(__vsub##n, u, bits, a - b)                                            \
  __EMU_PARTS2(__vsubss##n, s, bits, __emu_clamp(a - b, low, high))                  \
  __EMU_PARTS2(__vsubus##n, u, bits, __emu_clamp(a - b, 0, most))                    \
  __EMU_PARTS2(__vabsdiffs##n, s, bits, a > b ? a - b : b - a)                       \
  __EMU_PARTS2(__vabsdiffu##n, u, bits, a > b ? a - b : b - a)                       \
  __EMU_PARTS2(__vavgs##n, s, bits, (a + b + (a + b >= 0)) >> 1)                    \
  __EMU_PARTS2(__vavgu##n, u, bits, (a + b + 1) >> 1)                                \
  __EMU_PARTS2(__vhaddu##n, u, bits, (a + b) >> 1)                                   \
  __EMU_PARTS2(__vmaxs##n, s, bits, a > b ? a : b)                                   \
  __EMU_PARTS2(__vmaxu##n, u, bits, a > b ? a : b)                                   \
  __EMU_PARTS2(__vmins##n, s, bits, a < b ? a : b)                                   \
  __EMU_PARTS2(__vminu##n, u, bits, a < b ? a : b)                                   \
  __EMU_PARTS2(__vcmpeq##n, u, bits, a == b ? -1 : 0)                                \
  __EMU_PARTS2(__vcmpne##n, u, bits, a != b ? -1 : 0)                                \
  __EMU_PARTS2(__vseteq##n, u, bits, a == b ? 1 : 0)                                 \
  __EMU_PARTS2(__vsetne##n, u, bits, a != b ? 1 : 0)                                 \
  __EMU_COMPARED(ge, n, bits, s, u, >=)                                        \
  __EMU_COMPARED(gt, n, bits, s, u, >)                                         \
  __EMU_COMPARED(le, n, bits, s, u, <=)                                        \
  __EMU_COMPARED(lt, n, bits, s, u, <)                                         \
  __EMU_SUM(__vsads##n, s, bits)                                                     \
  __EMU_SUM(__vsadu##n, u, bits)
__EMU_VIDEO(2, 16, short, unsigned short, -32768, 32767, 65535)
__EMU_VIDEO(4, 8, signed char, unsigned char, -128, 127, 255)
#undef __EMU_VIDEO
#undef __EMU_COMPARED
#undef __EMU_SUM
#undef __EMU_PARTS1
#undef __EMU_PARTS2

// These are for the host as well.
#define __EMU_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define __EMU_SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define __EMU_RELU(value) __EMU_LARGER(value, 0)
#define __EMU_WHOLE3(name, type, expression) \
  __EMU_HOST_DEVICE type name(type a, type b, type c) { return (type)(expression); }
#define __EMU_WHOLE2(name, type, expression) \
  __EMU_HOST_DEVICE type name(type a, type b) { return (type)(expression); }
#define __EMU_PAIRS3(name, type, expression)                                                                    \
  __EMU_HOST_DEVICE unsigned name(unsigned x, unsigned y, unsigned z) {                                              \
    unsigned out = 0;                                                                                         \
    _Pragma("unroll") for (int at = 0; at < 32; at += 16) {                                                   \
      type a = (type)__emu_part<type>(x, at), b = (type)__emu_part<type>(y, at), c = (type)__emu_part<type>(z, at); \
      out |= __emu_put<type>((type)(expression), at);                                                         \
    }                                                                                                         \
    return out;                                                                                               \
  }
#define __EMU_PAIRS2(name, type, expression)                                                \
  __EMU_HOST_DEVICE unsigned name(unsigned x, unsigned y) {                                      \
    unsigned out = 0;                                                                     \
    _Pragma("unroll") for (int at = 0; at < 32; at += 16) {                               \
      type a = (type)__emu_part<type>(x, at), b = (type)__emu_part<type>(y, at);          \
      out |= __emu_put<type>((type)(expression), at);                                     \
    }                                                                                     \
    return out;                                                                           \
  }
#define __EMU_OF_THREE(name, pick, s32, u32, s16, u16)                                      \
  __EMU_WHOLE3(__vi##name##3_s32, s32, pick(pick(a, b), c))                                 \
  __EMU_WHOLE3(__vi##name##3_u32, u32, pick(pick(a, b), c))                                 \
  __EMU_WHOLE3(__vi##name##3_s32_relu, s32, __EMU_RELU(pick(pick(a, b), c)))                  \
  __EMU_PAIRS3(__vi##name##3_s16x2, s16, pick(pick(a, b), c))                               \
  __EMU_PAIRS3(__vi##name##3_u16x2, u16, pick(pick(a, b), c))                               \
  __EMU_PAIRS3(__vi##name##3_s16x2_relu, s16, __EMU_RELU(pick(pick(a, b), c)))                \
  __EMU_WHOLE2(__vi##name##_s32_relu, s32, __EMU_RELU(pick(a, b)))                            \
  __EMU_PAIRS2(__vi##name##_s16x2_relu, s16, __EMU_RELU(pick(a, b)))                          \
  __EMU_WHOLE3(__viadd##name##_s32, s32, pick((s32)((u32)a + (u32)b), c))                   \
  __EMU_WHOLE3(__viadd##name##_u32, u32, pick(a + b, c))                                    \
  __EMU_WHOLE3(__viadd##name##_s32_relu, s32, __EMU_RELU(pick((s32)((u32)a + (u32)b), c)))    \
  __EMU_PAIRS3(__viadd##name##_s16x2, s16, pick((s16)(a + b), c))                           \
  __EMU_PAIRS3(__viadd##name##_u16x2, u16, pick((u16)(a + b), c))                           \
  __EMU_PAIRS3(__viadd##name##_s16x2_relu, s16, __EMU_RELU(pick((s16)(a + b), c)))
__EMU_OF_THREE(max, __EMU_LARGER, int, unsigned, short, unsigned short)
__EMU_OF_THREE(min, __EMU_SMALLER, int, unsigned, short, unsigned short)
#undef __EMU_OF_THREE
#undef __EMU_PAIRS2
#undef __EMU_PAIRS3
#undef __EMU_WHOLE2
#undef __EMU_WHOLE3

// Which of the two it was, too: true for the first.
#define __EMU_CHOOSE(name, type, op)                                  \
  __EMU_HOST_DEVICE type name(type a, type b, bool *const first) {         \
    *first = a op b;                                                \
    return *first ? a : b;                                          \
  }
#define __EMU_CHOOSE_PAIRS(name, type, op)                                                                      \
  __EMU_HOST_DEVICE unsigned name(unsigned a, unsigned b, bool *const first_high, bool *const first_low) {           \
    *first_high = __emu_part<type>(a, 16) op __emu_part<type>(b, 16);                                         \
    *first_low = __emu_part<type>(a, 0) op __emu_part<type>(b, 0);                                            \
    return ((*first_high ? a : b) & 0xffff0000u) | ((*first_low ? a : b) & 0xffffu);                          \
  }
__EMU_CHOOSE(__vibmax_s32, int, >=)
__EMU_CHOOSE(__vibmax_u32, unsigned, >=)
__EMU_CHOOSE(__vibmin_s32, int, <=)
__EMU_CHOOSE(__vibmin_u32, unsigned, <=)
__EMU_CHOOSE_PAIRS(__vibmax_s16x2, short, >=)
__EMU_CHOOSE_PAIRS(__vibmax_u16x2, unsigned short, >=)
__EMU_CHOOSE_PAIRS(__vibmin_s16x2, short, <=)
__EMU_CHOOSE_PAIRS(__vibmin_u16x2, unsigned short, <=)
#undef __EMU_CHOOSE
#undef __EMU_CHOOSE_PAIRS
#undef __EMU_LARGER
#undef __EMU_SMALLER
#undef __EMU_RELU

#endif
