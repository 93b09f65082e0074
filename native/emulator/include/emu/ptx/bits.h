// Logic, shifts and what moves bits about (PTX ISA, "Logic and Shift Instructions", "Integer Arithmetic Instructions").
#ifndef __EMU_PTX_BITS_H
#define __EMU_PTX_BITS_H

#define __EMU_PTX_LOGIC(bits, type, signed_type)                                                                     \
  __EMU_PTX_2(and_b##bits, type, a & b)                                                                              \
  __EMU_PTX_2(or_b##bits, type, a | b)                                                                               \
  __EMU_PTX_2(xor_b##bits, type, a ^ b)                                                                              \
  __EMU_PTX type emu_ptx_not_b##bits(type a) { return (type)~a; }                                                    \
  __EMU_PTX type emu_ptx_cnot_b##bits(type a) { return a == 0; }                                                     \
  /* Shifts by more than there is stop at the width. */                                                            \
  __EMU_PTX type emu_ptx_shl_b##bits(type a, __emu_u32 b) { return b < bits ? (type)(a << b) : (type)0; }            \
  __EMU_PTX type emu_ptx_shr_b##bits(type a, __emu_u32 b) { return b < bits ? (type)(a >> b) : (type)0; }            \
  __EMU_PTX type emu_ptx_shr_u##bits(type a, __emu_u32 b) { return b < bits ? (type)(a >> b) : (type)0; }            \
  __EMU_PTX signed_type emu_ptx_shr_s##bits(signed_type a, __emu_u32 b) { return (signed_type)(a >> (b < bits ? b : bits - 1)); }
__EMU_PTX_LOGIC(16, __emu_u16, __emu_s16)
__EMU_PTX_LOGIC(32, __emu_u32, __emu_s32)
__EMU_PTX_LOGIC(64, __emu_u64, __emu_s64)

// Bit 4a + 2b + c of the table says what becomes of the bits a, b and c.
__EMU_PTX __emu_u32 emu_ptx_lop3_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c, __emu_u32 table) {
  __emu_u32 out = 0;
  _Pragma("unroll") for (int i = 0; i < 8; i++)
    if (table >> i & 1) out |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return out;
}

__EMU_PTX __emu_u32 emu_ptx_brev_b32(__emu_u32 a) { return __brev(a); }
__EMU_PTX __emu_u64 emu_ptx_brev_b64(__emu_u64 a) { return __brevll(a); }
__EMU_PTX __emu_u32 emu_ptx_clz_b32(__emu_u32 a) { return (__emu_u32)__clz((int)a); }
__EMU_PTX __emu_u32 emu_ptx_clz_b64(__emu_u64 a) { return (__emu_u32)__clzll((long long)a); }
__EMU_PTX __emu_u32 emu_ptx_popc_b32(__emu_u32 a) { return (__emu_u32)__popc(a); }
__EMU_PTX __emu_u32 emu_ptx_popc_b64(__emu_u64 a) { return (__emu_u32)__popcll(a); }

// The position of the highest bit that is not as the sign; all ones where there is none. With shiftamt, how far it has
// to be shifted to the left.
#define __EMU_PTX_BFIND(t, type, unsigned_type, bits, count, inverted)                                          \
  __EMU_PTX __emu_u32 emu_ptx_bfind_##t(type a) {                                                               \
    unsigned_type x = (unsigned_type)(inverted ? ~a : a);                                                     \
    return x == 0 ? ~0u : bits - 1 - (__emu_u32)count(x);                                                     \
  }                                                                                                           \
  __EMU_PTX __emu_u32 emu_ptx_bfind_shiftamt_##t(type a) {                                                      \
    unsigned_type x = (unsigned_type)(inverted ? ~a : a);                                                     \
    return x == 0 ? ~0u : (__emu_u32)count(x);                                                                \
  }
__EMU_PTX_BFIND(u32, __emu_u32, __emu_u32, 32, __builtin_clz, 0)
__EMU_PTX_BFIND(s32, __emu_s32, __emu_u32, 32, __builtin_clz, a < 0)
__EMU_PTX_BFIND(u64, __emu_u64, __emu_u64, 64, __builtin_clzll, 0)
__EMU_PTX_BFIND(s64, __emu_s64, __emu_u64, 64, __builtin_clzll, a < 0)

// A field of `length` bits from `start`; of those beyond the top each is the sign, which is the field's highest bit.
#define __EMU_PTX_FIELD(bits, type, signed_type)                                                                \
  __EMU_PTX type emu_ptx_bfe_u##bits(type a, __emu_u32 b, __emu_u32 c) {                                        \
    __emu_u32 start = b & 255, length = c & 255;                                                              \
    type field = start < bits ? (type)(a >> start) : (type)0;                                                 \
    return length < bits ? (type)(field & (((type)1 << length) - 1)) : field;                                 \
  }                                                                                                           \
  __EMU_PTX signed_type emu_ptx_bfe_s##bits(signed_type a, __emu_u32 b, __emu_u32 c) {                          \
    __emu_u32 start = b & 255, length = c & 255;                                                              \
    if (length == 0) return 0;                                                                                \
    __emu_u32 last = start + length - 1 < bits - 1 ? start + length - 1 : bits - 1;                           \
    signed_type sign = (signed_type)0 - (signed_type)((type)a >> last & 1);                                   \
    type field = start < bits ? (type)a >> start : (type)0;                                                   \
    __emu_u32 there = start < bits ? (length < bits - start ? length : bits - start) : 0;                     \
    type mask = there >= bits ? ~(type)0 : ((type)1 << there) - 1;                                            \
    return (signed_type)((field & mask) | ((type)sign & ~mask));                                              \
  }                                                                                                           \
  __EMU_PTX type emu_ptx_bfi_b##bits(type a, type b, __emu_u32 c, __emu_u32 d) {                                \
    __emu_u32 start = c & 255, length = d & 255;                                                              \
    if (start >= bits || length == 0) return b;                                                               \
    type mask = (length < bits ? ((type)1 << length) - 1 : ~(type)0) << start;                                \
    return (b & ~mask) | ((a << start) & mask);                                                               \
  }                                                                                                           \
  /* Ones from `start` on. */                                                                                 \
  __EMU_DEVICE type __emu_ones##bits(__emu_u32 start, __emu_u32 length) { return emu_ptx_bfi_b##bits(~(type)0, 0, start, length); }
__EMU_PTX_FIELD(32, __emu_u32, __emu_s32)
__EMU_PTX_FIELD(64, __emu_u64, __emu_s64)
__EMU_PTX __emu_u32 emu_ptx_bmsk_clamp_b32(__emu_u32 a, __emu_u32 b) { return __emu_ones32(a < 255 ? a : 255, b < 255 ? b : 255); }
__EMU_PTX __emu_u32 emu_ptx_bmsk_wrap_b32(__emu_u32 a, __emu_u32 b) { return __emu_ones32(a & 31, b & 31); }

// Sign or zeros from bit `b` on.
__EMU_DEVICE __emu_u32 __emu_extend(__emu_u32 a, __emu_u32 b, bool is_signed) {
  __emu_u32 low = b < 32 ? ((__emu_u32)1 << b) - 1 : ~0u, sign = is_signed && b > 0 && b <= 32 ? a >> (b - 1) & 1 : 0;
  return (a & low) | (sign ? ~low : 0);
}
__EMU_PTX __emu_u32 emu_ptx_szext_clamp_u32(__emu_u32 a, __emu_u32 b) { return __emu_extend(a, b, false); }
__EMU_PTX __emu_s32 emu_ptx_szext_clamp_s32(__emu_s32 a, __emu_u32 b) { return (int)__emu_extend((unsigned)a, b, true); }
__EMU_PTX __emu_u32 emu_ptx_szext_wrap_u32(__emu_u32 a, __emu_u32 b) { return __emu_extend(a, b & 31, false); }
__EMU_PTX __emu_s32 emu_ptx_szext_wrap_s32(__emu_s32 a, __emu_u32 b) { return (int)__emu_extend((unsigned)a, b & 31, true); }

__EMU_PTX __emu_u32 emu_ptx_shf_l_wrap_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c) { return __funnelshift_l(a, b, c); }
__EMU_PTX __emu_u32 emu_ptx_shf_l_clamp_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c) { return __funnelshift_lc(a, b, c); }
__EMU_PTX __emu_u32 emu_ptx_shf_r_wrap_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c) { return __funnelshift_r(a, b, c); }
__EMU_PTX __emu_u32 emu_ptx_shf_r_clamp_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c) { return __funnelshift_rc(a, b, c); }

// Bytes of the eight in (b, a), by the lowest two bits of c.
#define __EMU_PTX_PERMUTE(mode, selectors)                                                    \
  __EMU_PTX __emu_u32 emu_ptx_prmt_b32_##mode(__emu_u32 a, __emu_u32 b, __emu_u32 c) {        \
    const unsigned short all[4] = selectors;                                                \
    __emu_u32 i = c & 3, chosen = i == 0 ? all[0] : i == 1 ? all[1] : i == 2 ? all[2] : all[3]; \
    return __byte_perm(a, b, chosen);                                                       \
  }
#define __EMU_FOUR(a, b, c, d) {a, b, c, d}
// The highest bit of a selector repeats the sign of its byte.
__EMU_PTX __emu_u32 emu_ptx_prmt_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c) {
  __emu_u32 bytes = __byte_perm(a, b, c), out = 0;
  for (int i = 0; i < 4; i++) {
    __emu_u32 byte = bytes >> 8 * i & 255;
    out |= (c >> (4 * i + 3) & 1 ? (byte >> 7) * 255 : byte) << 8 * i;
  }
  return out;
}
__EMU_PTX_PERMUTE(f4e, __EMU_FOUR(0x3210, 0x4321, 0x5432, 0x6543))
__EMU_PTX_PERMUTE(b4e, __EMU_FOUR(0x5670, 0x6701, 0x7012, 0x0123))
__EMU_PTX_PERMUTE(rc8, __EMU_FOUR(0x0000, 0x1111, 0x2222, 0x3333))
__EMU_PTX_PERMUTE(ecl, __EMU_FOUR(0x3210, 0x3211, 0x3222, 0x3333))
__EMU_PTX_PERMUTE(ecr, __EMU_FOUR(0x0000, 0x1110, 0x2210, 0x3210))
__EMU_PTX_PERMUTE(rc16, __EMU_FOUR(0x1010, 0x3232, 0x1010, 0x3232))

// The place of the n-th bit that is set, from `base` on upwards, or downwards where n is below zero.
__EMU_PTX __emu_u32 emu_ptx_fns_b32(__emu_u32 mask, __emu_u32 base, __emu_s32 n) {
  if (n == 0) return mask >> (base & 31) & 1 ? base : ~0u;
  __emu_s32 step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
  for (__emu_s32 at = (__emu_s32)base; at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) && --left == 0) return (__emu_u32)at;
  return ~0u;
}

#undef __EMU_PTX_LOGIC
#undef __EMU_PTX_BFIND
#undef __EMU_PTX_FIELD
#undef __EMU_PTX_PERMUTE
#undef __EMU_FOUR

#endif
