// mma_sync: the fragments of a warp's lanes become matrices, and their product goes back. Products of narrow types are
// exact in double; a sum is taken in double from the addend on, in the order of k, and rounded once. A GPU cuts bits off
// where it aligns addends (docs/emulator-differences.md).
#include "state.h"
#include "include/emu/wmma_codes.h"

static double value_of_half(u32 bits) {
  u32 exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
  float value = exponent == 31  ? __builtin_bit_cast(float, 0x7f800000u | fraction << 13)
                : exponent != 0 ? __builtin_bit_cast(float, (exponent + 112) << 23 | fraction << 13)
                                : (float)fraction * 0x1p-24f;
  return bits & 0x8000 ? -value : value;
}

// To nearest, ties to even; the only NaN is 0x7fff.
static u16 half_of(double value) {
  u64 bits = __builtin_bit_cast(u64, value);
  u32 sign = (u32)(bits >> 48 & 0x8000);
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if (value != value) return 0x7fff;
  if (exponent > 15) return (u16)(sign | 0x7c00);
  if (exponent < -25) return (u16)sign;
  u64 significand = (bits & 0xfffffffffffffull) | 1ull << 52;
  u32 shift = exponent < -14 ? (u32)(28 - exponent) : 42;
  u64 kept = significand >> shift, rest = significand & ((1ull << shift) - 1), tie = 1ull << (shift - 1);
  if (rest > tie || (rest == tie && (kept & 1))) kept++;
  // The leading bit of a normal number counts up the exponent.
  return (u16)(sign | (u32)((exponent < -14 ? 0 : (u64)(exponent + 14) << 10) + kept));
}

static double value_at(const void *fragment, u32 element, u32 type) {
  switch (type) {
  case __EMU_HALF: return value_of_half(((const u16 *)fragment)[element]);
  case __EMU_BFLOAT16: return __builtin_bit_cast(float, (u32)((const u16 *)fragment)[element] << 16);
  // Of what was not converted the last 13 bits are cut off.
  case __EMU_TF32: return __builtin_bit_cast(float, ((const u32 *)fragment)[element] & ~0x1fffu);
  case __EMU_FLOAT: return ((const float *)fragment)[element];
  case __EMU_DOUBLE: return ((const double *)fragment)[element];
  case __EMU_SCHAR: return ((const signed char *)fragment)[element];
  case __EMU_UCHAR: return ((const u8 *)fragment)[element];
  default: return ((const int *)fragment)[element];
  }
}

static void set_value(void *fragment, u32 element, u32 type, double value, int saturates) {
  if (type == __EMU_HALF) ((u16 *)fragment)[element] = half_of(value);
  else if (type == __EMU_DOUBLE) ((double *)fragment)[element] = value;
  else if (type == __EMU_FLOAT) {
    ((u32 *)fragment)[element] = value != value ? 0x7fffffffu : __builtin_bit_cast(u32, (float)value);
  } else {
    // Sums of 32 products of bytes and an int are whole numbers that a double holds.
    long long sum = value != value ? 0 : (long long)value;
    if (saturates && sum > 2147483647) sum = 2147483647;
    if (saturates && sum < -2147483647 - 1) sum = -2147483647 - 1;
    ((u32 *)fragment)[element] = (u32)sum;
  }
}

// A fragment's elements as rows along `inner`; lanes that did not come leave NaN.
enum { DEEPEST = 32 };
static double factors[2][32 * DEEPEST];
static void gather_factor(double *to, const coroutine *lanes, u32 group, u32 code, int second) {
  fragment_map f = map_of(code);
  for (u32 i = 0; i < 32 * DEEPEST && group != 0xffffffffu; i++) to[i] = __builtin_nan("");
  for (u32 lane = 0; lane < 32; lane++) {
    if (!(group >> lane & 1)) continue;
    const void *fragment = (const void *)(second ? lanes[lane].width : lanes[lane].lane);
    for (u32 word = 0; word < f.words; word++) {
      u32 outer, inner;
      place_of_word(&f, lane, word, &outer, &inner);
      for (u32 i = 0; i < f.pack; i++) to[outer * DEEPEST + inner + i] = value_at(fragment, word * f.pack + i, __EMU_TYPE(code));
    }
  }
}

static void multiply(const coroutine *lanes, u32 group, u32 code) {
  u32 shape = __EMU_SHAPE(code), type = __EMU_TYPE(code), added = __EMU_ADDED(code), sum = __EMU_SUM(code);
  u32 depth = extents[shape][2];
  gather_factor(factors[0], lanes, group, __EMU_FRAGMENT(__EMU_MATRIX_A, shape, type, 0, 0), 0);
  gather_factor(factors[1], lanes, group, __EMU_FRAGMENT(__EMU_MATRIX_B, shape, type, 0, 0), 1);
  fragment_map f = map_of(__EMU_FRAGMENT(__EMU_ACCUMULATOR, shape, sum, 0, 0));
  u32 elements = f.words * f.pack;
  for (u32 lane = 0; lane < 32; lane++) {
    if (!(group >> lane & 1)) continue;
    void *to = (void *)lanes[lane].value;
    for (u32 element = 0; element < elements; element++) {
      u32 outer, inner;
      place_of_word(&f, lane, element / 2, &outer, &inner);
      inner += element % 2;
      const double *a = &factors[0][DEEPEST * (f.innerIsRow ? inner : outer)];
      const double *b = &factors[1][DEEPEST * (f.innerIsRow ? outer : inner)];
      double value = value_at((const void *)lanes[lane].addend, element, added);
      for (u32 k = 0; k < depth; k++) value += a[k] * b[k];
      set_value(to, element, sum, value, (int)__EMU_SATURATES(code));
    }
    *filled_of(to, elements * bytes_of_type(sum)) = 1;
  }
}

// What the running lane brings to a product.
static void check_product(const void *a, const void *b, const void *c, u32 code, u32 site) {
  u32 type = __EMU_TYPE(code);
  spend(32, site);
  if (is_unfilled(a, __EMU_ELEMENTS(code), type) || is_unfilled(b, __EMU_ELEMENTS_B(code), type))
    report_access(UNINITIALIZED_READ, UNFILLED_FACTOR, site, READ, 0, 0);
  fragment_map f = map_of(__EMU_FRAGMENT(__EMU_ACCUMULATOR, __EMU_SHAPE(code), __EMU_ADDED(code), 0, 0));
  if (is_unfilled(c, f.words * f.pack, __EMU_ADDED(code)))
    report_access(UNINITIALIZED_READ, UNFILLED_SUM, site, READ, 0, 0);
}
