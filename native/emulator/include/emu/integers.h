// Integer intrinsics (CUDA Math API, "Integer Intrinsics").
#ifndef __EMU_INTEGERS_H
#define __EMU_INTEGERS_H

#include "emu/qualifiers.h"

__EMU_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
__EMU_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
__EMU_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
__EMU_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
__EMU_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
__EMU_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__EMU_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__EMU_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

__EMU_DEVICE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
__EMU_DEVICE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
__EMU_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  unsigned long long al = (unsigned)a, ah = a >> 32, bl = (unsigned)b, bh = b >> 32;
  unsigned long long middle = ah * bl + (al * bl >> 32);
  unsigned long long carry = al * bh + (unsigned)middle;
  return ah * bh + (middle >> 32) + (carry >> 32);
}
__EMU_DEVICE long long __mul64hi(long long a, long long b) {
  unsigned long long high = __umul64hi((unsigned long long)a, (unsigned long long)b);
  if (a < 0) high -= (unsigned long long)b;
  if (b < 0) high -= (unsigned long long)a;
  return (long long)high;
}
// The low 32 bits of the product of the low 24 bits of each.
__EMU_DEVICE int __mul24(int a, int b) {
  return (int)((unsigned)((int)((unsigned)a << 8) >> 8) * (unsigned)((int)((unsigned)b << 8) >> 8));
}
__EMU_DEVICE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
__EMU_DEVICE unsigned __sad(int a, int b, unsigned c) {
  return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
__EMU_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }

// Averages that do not overflow; the r variants round up.
__EMU_DEVICE int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__EMU_DEVICE int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__EMU_DEVICE unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
__EMU_DEVICE unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }

// Four bytes out of the eight of (y, x): the lowest three bits of each selector say which.
__EMU_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selectors) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned out = 0;
  for (int i = 0; i < 4; i++) out |= ((unsigned)(bytes >> 8 * (selectors >> 4 * i & 7)) & 255) << 8 * i;
  return out;
}
__EMU_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
__EMU_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (shift > 32 ? 32 : shift) >> 32);
}
__EMU_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
__EMU_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift > 32 ? 32 : shift));
}

__EMU_DEVICE int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c = (int)((unsigned)c + (unsigned)((signed char)(a >> i) * (signed char)(b >> i)));
  return c;
}
__EMU_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
  return c;
}
__EMU_DEVICE int __dp2a_lo(int a, int b, int c) {
  return (int)((unsigned)c + (unsigned)((short)a * (signed char)b) + (unsigned)((a >> 16) * (signed char)(b >> 8)));
}
__EMU_DEVICE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffff) * (b & 255) + (a >> 16) * (b >> 8 & 255);
}
__EMU_DEVICE int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
__EMU_DEVICE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }

// The same with vectors in place of words.
#define __EMU_PRODUCTS(name, type, first, second)                               \
  __EMU_DEVICE type name(first a, second b, type c) {                           \
    return name(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), c);   \
  }
__EMU_PRODUCTS(__dp4a, int, char4, char4)
__EMU_PRODUCTS(__dp4a, unsigned, uchar4, uchar4)
__EMU_PRODUCTS(__dp2a_lo, int, short2, char4)
__EMU_PRODUCTS(__dp2a_hi, int, short2, char4)
__EMU_PRODUCTS(__dp2a_lo, unsigned, ushort2, uchar4)
__EMU_PRODUCTS(__dp2a_hi, unsigned, ushort2, uchar4)
#undef __EMU_PRODUCTS

#endif
