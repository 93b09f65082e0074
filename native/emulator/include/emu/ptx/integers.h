// Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions" and "Extended-Precision Integer Arithmetic").
#ifndef __EMU_PTX_INTEGERS_H
#define __EMU_PTX_INTEGERS_H

typedef unsigned short __emu_u16;
typedef short __emu_s16;
typedef unsigned __emu_u32;
typedef int __emu_s32;
typedef unsigned long long __emu_u64;
typedef long long __emu_s64;

#define __EMU_PTX_2(name, type, expression) \
  __EMU_PTX type emu_ptx_##name(type a, type b) { return (type)(expression); }
#define __EMU_PTX_3(name, type, expression) \
  __EMU_PTX type emu_ptx_##name(type a, type b, type c) { return (type)(expression); }

// Sums and products wrap around: they are those of unsigned numbers.
#define __EMU_PTX_ARITHMETIC(t, type, unsigned_type, high)                          \
  __EMU_PTX_2(add_##t, type, (unsigned_type)a + (unsigned_type)b)                   \
  __EMU_PTX_2(sub_##t, type, (unsigned_type)a - (unsigned_type)b)                   \
  __EMU_PTX_2(mul_lo_##t, type, (__emu_u64)a * (__emu_u64)b)                        \
  __EMU_PTX_2(mul_hi_##t, type, high)                                               \
  __EMU_PTX_3(mad_lo_##t, type, (__emu_u64)a * (__emu_u64)b + (__emu_u64)c)         \
  __EMU_PTX_3(mad_hi_##t, type, (__emu_u64)(type)(high) + (__emu_u64)c)             \
  __EMU_PTX_2(div_##t, type, a / b)                                                 \
  __EMU_PTX_2(rem_##t, type, a % b)                                                 \
  __EMU_PTX_2(min_##t, type, a < b ? a : b)                                         \
  __EMU_PTX_2(max_##t, type, a > b ? a : b)                                         \
  __EMU_PTX_3(sad_##t, type, (__emu_u64)c + (a > b ? (__emu_u64)a - (__emu_u64)b : (__emu_u64)b - (__emu_u64)a))
__EMU_PTX_ARITHMETIC(u16, __emu_u16, __emu_u32, (__emu_u32)a * b >> 16)
__EMU_PTX_ARITHMETIC(s16, __emu_s16, __emu_u32, (__emu_s32)a * b >> 16)
__EMU_PTX_ARITHMETIC(u32, __emu_u32, __emu_u32, __umulhi(a, b))
__EMU_PTX_ARITHMETIC(s32, __emu_s32, __emu_u32, __mulhi(a, b))
__EMU_PTX_ARITHMETIC(u64, __emu_u64, __emu_u64, __umul64hi(a, b))
__EMU_PTX_ARITHMETIC(s64, __emu_s64, __emu_u64, __mul64hi(a, b))

#define __EMU_PTX_WIDE(t, type, wide)                                                                   \
  __EMU_PTX wide emu_ptx_mul_wide_##t(type a, type b) { return (wide)a * b; }                            \
  __EMU_PTX wide emu_ptx_mad_wide_##t(type a, type b, wide c) {                                          \
    return (wide)((__emu_u64)((wide)a * b) + (__emu_u64)c);                                            \
  }
__EMU_PTX_WIDE(u16, __emu_u16, __emu_u32)
__EMU_PTX_WIDE(s16, __emu_s16, __emu_s32)
__EMU_PTX_WIDE(u32, __emu_u32, __emu_u64)
__EMU_PTX_WIDE(s32, __emu_s32, __emu_s64)

#define __EMU_PTX_SIGNED(t, type, unsigned_type)                                                          \
  __EMU_PTX type emu_ptx_abs_##t(type a) { return (type)(a < 0 ? (unsigned_type)0 - (unsigned_type)a : (unsigned_type)a); } \
  __EMU_PTX type emu_ptx_neg_##t(type a) { return (type)((unsigned_type)0 - (unsigned_type)a); }
__EMU_PTX_SIGNED(s16, __emu_s16, __emu_u16)
__EMU_PTX_SIGNED(s32, __emu_s32, __emu_u32)
__EMU_PTX_SIGNED(s64, __emu_s64, __emu_u64)

__EMU_DEVICE __emu_s32 __emu_clamp32(__emu_s64 x) {
  return x > 2147483647ll ? 2147483647 : x < -2147483648ll ? (__emu_s32)0x80000000u : (__emu_s32)x;
}
__EMU_PTX_2(add_sat_s32, __emu_s32, __emu_clamp32((__emu_s64)a + b))
__EMU_PTX_2(sub_sat_s32, __emu_s32, __emu_clamp32((__emu_s64)a - b))
__EMU_PTX_3(mad_hi_sat_s32, __emu_s32, __emu_clamp32((__emu_s64)__mulhi(a, b) + c))
__EMU_PTX_2(min_relu_s32, __emu_s32, a < b ? (a < 0 ? 0 : a) : (b < 0 ? 0 : b))
__EMU_PTX_2(max_relu_s32, __emu_s32, a > b ? (a < 0 ? 0 : a) : (b < 0 ? 0 : b))

// The 48 bits of a product of 24-bit numbers: lo is bits 0 to 31, hi bits 16 to 47.
#define __EMU_PTX_24(t, type, wide, low24)                                                       \
  __EMU_PTX_2(mul24_lo_##t, type, (wide)low24(a) * low24(b))                                     \
  __EMU_PTX_2(mul24_hi_##t, type, ((wide)low24(a) * low24(b)) >> 16)                             \
  __EMU_PTX_3(mad24_lo_##t, type, (__emu_u64)((wide)low24(a) * low24(b)) + (__emu_u64)c)         \
  __EMU_PTX_3(mad24_hi_##t, type, (__emu_u64)(((wide)low24(a) * low24(b)) >> 16) + (__emu_u64)c)
#define __EMU_LOW_U24(x) ((x) & 0xffffffu)
#define __EMU_LOW_S24(x) ((__emu_s32)((__emu_u32)(x) << 8) >> 8)
__EMU_PTX_24(u32, __emu_u32, __emu_u64, __EMU_LOW_U24)
__EMU_PTX_24(s32, __emu_s32, __emu_s64, __EMU_LOW_S24)
__EMU_PTX_3(mad24_hi_sat_s32, __emu_s32, __emu_clamp32((((__emu_s64)__EMU_LOW_S24(a) * __EMU_LOW_S24(b)) >> 16) + c))
#undef __EMU_LOW_U24
#undef __EMU_LOW_S24

// Sums with the carry flag. A difference sets it when it borrows.
__EMU_DEVICE __emu_u64 __emu_add_carry(__emu_u64 a, __emu_u64 b, __emu_u32 in, __emu_u32 *out, int bits) {
  __emu_u64 most = bits == 64 ? ~0ull : 0xffffffffull, sum = (a + b) & most, whole = (sum + in) & most;
  *out = sum < (a & most) || whole < sum;
  return whole;
}
__EMU_DEVICE __emu_u64 __emu_sub_borrow(__emu_u64 a, __emu_u64 b, __emu_u32 in, __emu_u32 *out, int bits) {
  __emu_u64 most = bits == 64 ? ~0ull : 0xffffffffull, difference = (a - b) & most;
  *out = (a & most) < (b & most) || difference < in;
  return (difference - in) & most;
}
#define __EMU_PTX_CARRY(t, type, unsigned_type, bits, low, high)                                                      \
  __EMU_PTX type emu_ptx_add_cc_##t(type a, type b, __emu_u32 *c) {                                                   \
    return (type)__emu_add_carry((unsigned_type)a, (unsigned_type)b, 0, c, bits);                                   \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_addc_cc_##t(type a, type b, __emu_u32 *c) {                                                  \
    return (type)__emu_add_carry((unsigned_type)a, (unsigned_type)b, *c, c, bits);                                  \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_addc_##t(type a, type b, __emu_u32 *c) {                                                     \
    return (type)((unsigned_type)a + (unsigned_type)b + (unsigned_type)*c);                                         \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_sub_cc_##t(type a, type b, __emu_u32 *c) {                                                   \
    return (type)__emu_sub_borrow((unsigned_type)a, (unsigned_type)b, 0, c, bits);                                  \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_subc_cc_##t(type a, type b, __emu_u32 *c) {                                                  \
    return (type)__emu_sub_borrow((unsigned_type)a, (unsigned_type)b, *c, c, bits);                                 \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_subc_##t(type a, type b, __emu_u32 *c) {                                                     \
    return (type)((unsigned_type)a - (unsigned_type)b - (unsigned_type)*c);                                         \
  }                                                                                                                 \
  __EMU_PTX_MAD_CARRY(lo, t, type, low) __EMU_PTX_MAD_CARRY(hi, t, type, high)
#define __EMU_PTX_MAD_CARRY(half, t, type, product)                                                                   \
  __EMU_PTX type emu_ptx_mad_##half##_cc_##t(type a, type b, type d, __emu_u32 *c) {                                  \
    return emu_ptx_add_cc_##t((type)(product), d, c);                                                               \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_madc_##half##_cc_##t(type a, type b, type d, __emu_u32 *c) {                                 \
    return emu_ptx_addc_cc_##t((type)(product), d, c);                                                              \
  }                                                                                                                 \
  __EMU_PTX type emu_ptx_madc_##half##_##t(type a, type b, type d, __emu_u32 *c) {                                    \
    return emu_ptx_addc_##t((type)(product), d, c);                                                                 \
  }
__EMU_PTX_CARRY(u32, __emu_u32, __emu_u32, 32, a * b, __umulhi(a, b))
__EMU_PTX_CARRY(s32, __emu_s32, __emu_u32, 32, (__emu_u32)a * (__emu_u32)b, __mulhi(a, b))
__EMU_PTX_CARRY(u64, __emu_u64, __emu_u64, 64, a * b, __umul64hi(a, b))
__EMU_PTX_CARRY(s64, __emu_s64, __emu_u64, 64, (__emu_u64)a * (__emu_u64)b, __mul64hi(a, b))

__EMU_PTX __emu_u32 emu_ptx_dp4a_u32_u32(__emu_u32 a, __emu_u32 b, __emu_u32 c) { return __dp4a(a, b, c); }
__EMU_PTX __emu_s32 emu_ptx_dp4a_s32_s32(__emu_s32 a, __emu_s32 b, __emu_s32 c) { return __dp4a(a, b, c); }
__EMU_PTX __emu_s32 emu_ptx_dp4a_u32_s32(__emu_u32 a, __emu_s32 b, __emu_s32 c) {
  for (int i = 0; i < 32; i += 8) c = (int)((unsigned)c + (unsigned)((int)(a >> i & 255) * (signed char)(b >> i)));
  return c;
}
__EMU_PTX __emu_s32 emu_ptx_dp4a_s32_u32(__emu_s32 a, __emu_u32 b, __emu_s32 c) { return emu_ptx_dp4a_u32_s32(b, a, c); }
#define __EMU_PTX_DP2A(half)                                                                                          \
  __EMU_PTX __emu_u32 emu_ptx_dp2a_##half##_u32_u32(__emu_u32 a, __emu_u32 b, __emu_u32 c) {                          \
    return __dp2a_##half(a, b, c);                                                                                  \
  }                                                                                                                 \
  __EMU_PTX __emu_s32 emu_ptx_dp2a_##half##_s32_s32(__emu_s32 a, __emu_s32 b, __emu_s32 c) {                          \
    return __dp2a_##half(a, b, c);                                                                                  \
  }
__EMU_PTX_DP2A(lo)
__EMU_PTX_DP2A(hi)

#undef __EMU_PTX_ARITHMETIC
#undef __EMU_PTX_WIDE
#undef __EMU_PTX_SIGNED
#undef __EMU_PTX_24
#undef __EMU_PTX_CARRY
#undef __EMU_PTX_MAD_CARRY
#undef __EMU_PTX_DP2A

#endif
