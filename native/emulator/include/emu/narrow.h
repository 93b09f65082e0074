// Rounding to floating-point formats of 16 bits, from a double, in any direction.
#ifndef __EMU_NARROW_H
#define __EMU_NARROW_H

#include "emu/qualifiers.h"

enum __emu_narrow_mode { __emu_to_nearest, __emu_to_zero, __emu_upwards, __emu_downwards };

template <int Exponent, int Fraction>
__EMU_HOST_DEVICE unsigned short __emu_narrow_bits(double x, __emu_narrow_mode mode) {
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x), magnitude = bits & ~(1ull << 63);
  unsigned sign = (unsigned)(bits >> 63), infinity = ((1u << Exponent) - 1) << Fraction;
  if (magnitude > 0x7ff0000000000000ull) return 0x7fff;
  unsigned short signed_zero = (unsigned short)(sign << 15);
  if (magnitude == 0x7ff0000000000000ull) return (unsigned short)(signed_zero | infinity);
  bool away = mode == __emu_upwards ? !sign : mode == __emu_downwards ? sign : false;
  int exponent = (int)(magnitude >> 52) - 1023 + (1 << (Exponent - 1)) - 1;
  unsigned long long significand = (magnitude & 0xfffffffffffffull) | (magnitude >> 52 ? 1ull << 52 : 0);
  // Bits of the significand that the format has no place for; those of a subnormal are shifted out as well.
  int shift = 52 - Fraction + (exponent < 1 ? 1 - exponent : 0);
  if (shift > 63) shift = 63;
  unsigned long long kept = significand >> shift, rest = significand & ((1ull << shift) - 1), tie = 1ull << (shift - 1);
  unsigned result = (unsigned)kept + (exponent > 1 ? (unsigned)(exponent - 1) << Fraction : 0);
  if (mode == __emu_to_nearest ? rest > tie || (rest == tie && (kept & 1)) : away && rest != 0) result++;
  if (exponent > (1 << Exponent) - 2 || result >= infinity)
    result = mode == __emu_to_nearest || away ? infinity : infinity - 1;
  return (unsigned short)(signed_zero | result);
}

// A double on the same side of every number of 16 bits: the bits that it has no place for leave one behind.
__EMU_HOST_DEVICE double __emu_sticky(unsigned long long x) {
  return (double)(x >> 53 ? (x & ~0xfffull) | ((x & 0xfff) != 0 ? 0x800 : 0) : x);
}
__EMU_HOST_DEVICE double __emu_sticky(long long x) {
  return x < 0 ? -__emu_sticky(0 - (unsigned long long)x) : __emu_sticky((unsigned long long)x);
}
// a b + c, the same way: the product of two numbers of 16 bits is exact in double, the sum keeps an odd last bit.
__EMU_DEVICE double __emu_sticky_fma(double a, double b, double c) {
  double product = a * b, sum = product + c;
  if (!__builtin_isfinite(sum)) return sum;
  double rest = sum - product, lost = (product - (sum - rest)) + (c - rest);
  if (lost == 0.0) return sum;
  unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);
  if ((lost < 0.0) != (sum < 0.0)) bits--;
  return __builtin_bit_cast(double, bits | 1);
}

#endif
