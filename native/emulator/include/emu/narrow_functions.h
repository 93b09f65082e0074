// Functions that __half and __nv_bfloat16 have alike. Included once for each of them, with EMU_T, EMU_T2 (the pair),
// EMU_NAME, EMU_EXPONENT_BITS, EMU_FRACTION_BITS, EMU_NAN, EMU_INFINITY and EMU_DIRECTED (who may convert an integer in
// another mode than to nearest): no include guard.

#define EMU_JOIN_(a, b, c) a##b##c
#define EMU_JOIN(a, b, c) EMU_JOIN_(a, b, c)
#define EMU_BITS(value) __builtin_bit_cast(unsigned short, value)
#define EMU_OF_BITS(bits) __builtin_bit_cast(EMU_T, (unsigned short)(bits))
#define EMU_ROUND(value, mode) EMU_OF_BITS((__emu_narrow_bits<EMU_EXPONENT_BITS, EMU_FRACTION_BITS>(value, mode)))

// Conversions, in each rounding mode.
#define EMU_FROM(who, type, value, suffix, mode) \
  who EMU_T EMU_JOIN(__##type##2, EMU_NAME, suffix)(EMU_JOIN(__emu_, type, _t) x) { return EMU_ROUND(value, mode); }
#define EMU_FROM_ALL(who, suffix, mode)                        \
  EMU_FROM(EMU_HOST_DEVICE, float, (double)x, suffix, mode)    \
  EMU_FROM(who, int, (double)x, suffix, mode)                  \
  EMU_FROM(who, uint, (double)x, suffix, mode)                 \
  EMU_FROM(who, short, (double)x, suffix, mode)                \
  EMU_FROM(who, ushort, (double)x, suffix, mode)               \
  EMU_FROM(who, ll, __emu_sticky(x), suffix, mode)             \
  EMU_FROM(who, ull, __emu_sticky(x), suffix, mode)
#ifndef EMU_NARROW_TYPES
#define EMU_NARROW_TYPES
typedef float __emu_float_t;
typedef int __emu_int_t;
typedef unsigned __emu_uint_t;
typedef short __emu_short_t;
typedef unsigned short __emu_ushort_t;
typedef long long __emu_ll_t;
typedef unsigned long long __emu_ull_t;
// Saturates, and makes 0 of NaN, as a GPU does.
template <class T>
EMU_HOST_DEVICE T __emu_saturated(float x) {
  const bool is_signed = (T)-1 < (T)0;
  const float limit = __builtin_ldexpf(1.0f, 8 * (int)sizeof(T) - is_signed);
  if (x != x) return 0;
  if (x >= limit) return (T)(is_signed ? ~((T)1 << (8 * sizeof(T) - 1)) : (T)-1);
  if (x < (is_signed ? -limit : 0.0f)) return is_signed ? (T)((T)1 << (8 * sizeof(T) - 1)) : (T)0;
  return (T)x;
}
#endif
EMU_FROM_ALL(EMU_HOST_DEVICE, _rn, __emu_to_nearest)
EMU_FROM_ALL(EMU_DIRECTED, _rz, __emu_to_zero)
EMU_FROM_ALL(EMU_DIRECTED, _ru, __emu_upwards)
EMU_FROM_ALL(EMU_DIRECTED, _rd, __emu_downwards)
// As in CUDA, host code has only the conversions that a cast does.
#define EMU_TO(type)                                                                                     \
  EMU_DEVICE EMU_JOIN(__emu_, type, _t) EMU_JOIN(__, EMU_NAME, 2##type##_rn)(EMU_T x) {                  \
    return __emu_saturated<EMU_JOIN(__emu_, type, _t)>(__builtin_rintf((float)x));                       \
  }                                                                                                      \
  EMU_HOST_DEVICE EMU_JOIN(__emu_, type, _t) EMU_JOIN(__, EMU_NAME, 2##type##_rz)(EMU_T x) {             \
    return __emu_saturated<EMU_JOIN(__emu_, type, _t)>(__builtin_truncf((float)x));                      \
  }                                                                                                      \
  EMU_DEVICE EMU_JOIN(__emu_, type, _t) EMU_JOIN(__, EMU_NAME, 2##type##_ru)(EMU_T x) {                  \
    return __emu_saturated<EMU_JOIN(__emu_, type, _t)>(__builtin_ceilf((float)x));                       \
  }                                                                                                      \
  EMU_DEVICE EMU_JOIN(__emu_, type, _t) EMU_JOIN(__, EMU_NAME, 2##type##_rd)(EMU_T x) {                  \
    return __emu_saturated<EMU_JOIN(__emu_, type, _t)>(__builtin_floorf((float)x));                      \
  }
EMU_TO(int)
EMU_TO(uint)
EMU_TO(short)
EMU_TO(ushort)
EMU_TO(ll)
EMU_TO(ull)
EMU_HOST_DEVICE signed char EMU_JOIN(__, EMU_NAME, 2char_rz)(EMU_T x) { return __emu_saturated<signed char>(__builtin_truncf((float)x)); }
EMU_HOST_DEVICE unsigned char EMU_JOIN(__, EMU_NAME, 2uchar_rz)(EMU_T x) { return __emu_saturated<unsigned char>(__builtin_truncf((float)x)); }
#undef EMU_FROM
#undef EMU_FROM_ALL
#undef EMU_TO

// Arithmetic: a function of two, its pairwise twin, one that is never fused, one between 0 and 1, and the operators.
EMU_HOST_DEVICE EMU_T __emu_between_0_and_1(EMU_T x) {
  float value = (float)x;
  return value >= 1.0f ? EMU_T(1.0f) : value > 0.0f ? x : EMU_T(0.0f);
}
#define EMU_ARITHMETIC(name, op)                                                                              \
  EMU_HOST_DEVICE EMU_T name(EMU_T a, EMU_T b) { return EMU_T((float)a op(float) b); }                        \
  EMU_HOST_DEVICE EMU_T name##_rn(EMU_T a, EMU_T b) { return name(a, b); }                                    \
  EMU_HOST_DEVICE EMU_T name##_sat(EMU_T a, EMU_T b) { return __emu_between_0_and_1(name(a, b)); }            \
  EMU_HOST_DEVICE EMU_T2 name##2(EMU_T2 a, EMU_T2 b) { return EMU_T2(name(a.x, b.x), name(a.y, b.y)); }       \
  EMU_HOST_DEVICE EMU_T2 name##2_rn(EMU_T2 a, EMU_T2 b) { return name##2(a, b); }                             \
  EMU_HOST_DEVICE EMU_T2 name##2_sat(EMU_T2 a, EMU_T2 b) {                                                    \
    return EMU_T2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                                                \
  }                                                                                                           \
  EMU_HOST_DEVICE EMU_T operator op(const EMU_T &a, const EMU_T &b) { return name(a, b); }                    \
  EMU_HOST_DEVICE EMU_T2 operator op(const EMU_T2 &a, const EMU_T2 &b) { return name##2(a, b); }              \
  EMU_HOST_DEVICE EMU_T &operator op##=(EMU_T &a, const EMU_T &b) { return a = name(a, b); }                  \
  EMU_HOST_DEVICE EMU_T2 &operator op##=(EMU_T2 &a, const EMU_T2 &b) { return a = name##2(a, b); }
EMU_ARITHMETIC(__hadd, +)
EMU_ARITHMETIC(__hsub, -)
EMU_ARITHMETIC(__hmul, *)
#undef EMU_ARITHMETIC
EMU_HOST_DEVICE EMU_T __hdiv(EMU_T a, EMU_T b) { return EMU_T((float)a / (float)b); }
EMU_HOST_DEVICE EMU_T2 __h2div(EMU_T2 a, EMU_T2 b) { return EMU_T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
EMU_HOST_DEVICE EMU_T operator/(const EMU_T &a, const EMU_T &b) { return __hdiv(a, b); }
EMU_HOST_DEVICE EMU_T2 operator/(const EMU_T2 &a, const EMU_T2 &b) { return __h2div(a, b); }
EMU_HOST_DEVICE EMU_T &operator/=(EMU_T &a, const EMU_T &b) { return a = __hdiv(a, b); }
EMU_HOST_DEVICE EMU_T2 &operator/=(EMU_T2 &a, const EMU_T2 &b) { return a = __h2div(a, b); }
EMU_HOST_DEVICE EMU_T operator+(const EMU_T &a) { return a; }
EMU_HOST_DEVICE EMU_T operator-(const EMU_T &a) { return EMU_OF_BITS(EMU_BITS(a) ^ 0x8000); }
EMU_HOST_DEVICE EMU_T2 operator+(const EMU_T2 &a) { return a; }
EMU_HOST_DEVICE EMU_T2 operator-(const EMU_T2 &a) { return EMU_T2(-a.x, -a.y); }
EMU_HOST_DEVICE EMU_T &operator++(EMU_T &a) { return a += EMU_T(1.0f); }
EMU_HOST_DEVICE EMU_T &operator--(EMU_T &a) { return a -= EMU_T(1.0f); }
EMU_HOST_DEVICE EMU_T operator++(EMU_T &a, int) {
  EMU_T before = a;
  ++a;
  return before;
}
EMU_HOST_DEVICE EMU_T operator--(EMU_T &a, int) {
  EMU_T before = a;
  --a;
  return before;
}
EMU_HOST_DEVICE EMU_T __hneg(EMU_T a) { return -a; }
EMU_HOST_DEVICE EMU_T2 __hneg2(EMU_T2 a) { return -a; }
EMU_HOST_DEVICE EMU_T __habs(EMU_T a) { return EMU_OF_BITS(EMU_BITS(a) & 0x7fff); }
EMU_HOST_DEVICE EMU_T2 __habs2(EMU_T2 a) { return EMU_T2(__habs(a.x), __habs(a.y)); }

EMU_DEVICE EMU_T __hfma(EMU_T a, EMU_T b, EMU_T c) {
  return EMU_ROUND(__emu_sticky_fma((double)(float)a, (double)(float)b, (double)(float)c), __emu_to_nearest);
}
EMU_DEVICE EMU_T __hfma_sat(EMU_T a, EMU_T b, EMU_T c) { return __emu_between_0_and_1(__hfma(a, b, c)); }
EMU_DEVICE EMU_T __hfma_relu(EMU_T a, EMU_T b, EMU_T c) {
  EMU_T value = __hfma(a, b, c);
  return (float)value < 0.0f ? EMU_T(0.0f) : value;
}
#define EMU_FUSED_PAIR(suffix)                                                           \
  EMU_DEVICE EMU_T2 __hfma2##suffix(EMU_T2 a, EMU_T2 b, EMU_T2 c) {                      \
    return EMU_T2(__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y));         \
  }
EMU_FUSED_PAIR()
EMU_FUSED_PAIR(_sat)
EMU_FUSED_PAIR(_relu)
#undef EMU_FUSED_PAIR
// The pairs as complex numbers: a b + c.
EMU_DEVICE EMU_T2 __hcmadd(EMU_T2 a, EMU_T2 b, EMU_T2 c) {
  EMU_T real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return EMU_T2(__hfma(-a.y, b.y, real), __hfma(a.y, b.x, imaginary));
}

// Comparisons: of one, and of pairs as 1.0 or 0.0, as a mask, and for both at once; those with u hold for NaN as well.
EMU_HOST_DEVICE bool __hisnan(EMU_T a) { return (EMU_BITS(a) & 0x7fff) > EMU_INFINITY; }
#define EMU_COMPARISON(name, op, odd)                                                                              \
  EMU_HOST_DEVICE bool __h##name(EMU_T a, EMU_T b) { return odd((float)a op(float) b); }                           \
  EMU_HOST_DEVICE EMU_T2 __h##name##2(EMU_T2 a, EMU_T2 b) {                                                        \
    return EMU_T2(EMU_T(__h##name(a.x, b.x) ? 1.0f : 0.0f), EMU_T(__h##name(a.y, b.y) ? 1.0f : 0.0f));             \
  }                                                                                                                \
  EMU_HOST_DEVICE unsigned __h##name##2_mask(EMU_T2 a, EMU_T2 b) {                                                 \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);                          \
  }                                                                                                                \
  EMU_HOST_DEVICE bool __hb##name##2(EMU_T2 a, EMU_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
// A number is neither unequal to a NaN nor equal to it, except for the functions with u.
#define EMU_ORDERED_NE(name, condition)                                                                            \
  EMU_HOST_DEVICE bool __h##name(EMU_T a, EMU_T b) { return condition; }                                           \
  EMU_HOST_DEVICE EMU_T2 __h##name##2(EMU_T2 a, EMU_T2 b) {                                                        \
    return EMU_T2(EMU_T(__h##name(a.x, b.x) ? 1.0f : 0.0f), EMU_T(__h##name(a.y, b.y) ? 1.0f : 0.0f));             \
  }                                                                                                                \
  EMU_HOST_DEVICE unsigned __h##name##2_mask(EMU_T2 a, EMU_T2 b) {                                                 \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);                          \
  }                                                                                                                \
  EMU_HOST_DEVICE bool __hb##name##2(EMU_T2 a, EMU_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
EMU_COMPARISON(eq, ==, )
EMU_COMPARISON(lt, <, )
EMU_COMPARISON(le, <=, )
EMU_COMPARISON(gt, >, )
EMU_COMPARISON(ge, >=, )
EMU_COMPARISON(neu, !=, )
EMU_COMPARISON(ltu, >=, !)
EMU_COMPARISON(leu, >, !)
EMU_COMPARISON(gtu, <=, !)
EMU_COMPARISON(geu, <, !)
EMU_ORDERED_NE(ne, (float)a < (float)b || (float)a > (float)b)
EMU_ORDERED_NE(equ, !((float)a < (float)b || (float)a > (float)b))
#undef EMU_COMPARISON
#undef EMU_ORDERED_NE
#define EMU_COMPARING(op, name)                                                                                    \
  EMU_HOST_DEVICE bool operator op(const EMU_T &a, const EMU_T &b) { return __h##name(a, b); }                     \
  EMU_HOST_DEVICE bool operator op(const EMU_T2 &a, const EMU_T2 &b) { return __hb##name##2(a, b); }
EMU_COMPARING(==, eq)
EMU_COMPARING(!=, neu)
EMU_COMPARING(<, lt)
EMU_COMPARING(<=, le)
EMU_COMPARING(>, gt)
EMU_COMPARING(>=, ge)
#undef EMU_COMPARING
EMU_HOST_DEVICE EMU_T2 __hisnan2(EMU_T2 a) {
  return EMU_T2(EMU_T(__hisnan(a.x) ? 1.0f : 0.0f), EMU_T(__hisnan(a.y) ? 1.0f : 0.0f));
}
EMU_HOST_DEVICE int __hisinf(EMU_T a) {
  return EMU_BITS(a) == EMU_INFINITY ? 1 : EMU_BITS(a) == (0x8000 | EMU_INFINITY) ? -1 : 0;
}

// Of a number and a NaN the number; with _nan the NaN. +0 is larger than -0.
#define EMU_EXTREME(name, op)                                                                                      \
  EMU_HOST_DEVICE EMU_T name(EMU_T a, EMU_T b) {                                                                   \
    if (__hisnan(a)) return __hisnan(b) ? EMU_OF_BITS(EMU_NAN) : b;                                                \
    if (__hisnan(b)) return a;                                                                                     \
    if ((float)a == (float)b) return (short)EMU_BITS(a) op(short) EMU_BITS(b) ? a : b;                             \
    return (float)a op(float) b ? a : b;                                                                           \
  }                                                                                                                \
  EMU_HOST_DEVICE EMU_T name##_nan(EMU_T a, EMU_T b) {                                                             \
    return __hisnan(a) || __hisnan(b) ? EMU_OF_BITS(EMU_NAN) : name(a, b);                                         \
  }                                                                                                                \
  EMU_HOST_DEVICE EMU_T2 name##2(EMU_T2 a, EMU_T2 b) { return EMU_T2(name(a.x, b.x), name(a.y, b.y)); }            \
  EMU_HOST_DEVICE EMU_T2 name##2_nan(EMU_T2 a, EMU_T2 b) { return EMU_T2(name##_nan(a.x, b.x), name##_nan(a.y, b.y)); }
EMU_EXTREME(__hmax, >)
EMU_EXTREME(__hmin, <)
#undef EMU_EXTREME

#define EMU_FUNCTION(name, expression)                                               \
  EMU_DEVICE EMU_T h##name(EMU_T a) {                                                \
    float x = (float)a;                                                              \
    return EMU_T(expression);                                                        \
  }                                                                                  \
  EMU_DEVICE EMU_T2 h2##name(EMU_T2 a) { return EMU_T2(h##name(a.x), h##name(a.y)); }
EMU_FUNCTION(sqrt, __builtin_sqrtf(x))
EMU_FUNCTION(rsqrt, 1.0 / __builtin_sqrt((double)x))
EMU_FUNCTION(rcp, 1.0f / x)
EMU_FUNCTION(exp, __builtin_exp((double)x))
EMU_FUNCTION(exp2, __builtin_exp2((double)x))
EMU_FUNCTION(exp10, __builtin_exp10((double)x))
EMU_FUNCTION(log, __builtin_log((double)x))
EMU_FUNCTION(log2, __builtin_log2((double)x))
EMU_FUNCTION(log10, __builtin_log10((double)x))
EMU_FUNCTION(sin, __builtin_sin((double)x))
EMU_FUNCTION(cos, __builtin_cos((double)x))
EMU_FUNCTION(tanh, __builtin_tanh((double)x))
EMU_FUNCTION(tanh_approx, __builtin_tanh((double)x))
EMU_FUNCTION(floor, __builtin_floorf(x))
EMU_FUNCTION(ceil, __builtin_ceilf(x))
EMU_FUNCTION(trunc, __builtin_truncf(x))
EMU_FUNCTION(rint, __builtin_rintf(x))
#undef EMU_FUNCTION

EMU_CACHE_HINTS(EMU_T)
EMU_CACHE_HINTS(EMU_T2)

#define EMU_NARROW_SHUFFLE(name, lane_type)                                                           \
  EMU_DEVICE EMU_T name(unsigned mask, EMU_T value, lane_type lane, int width = 32) {                 \
    return EMU_OF_BITS(name(mask, (unsigned)EMU_BITS(value), lane, width));                           \
  }                                                                                                   \
  EMU_DEVICE EMU_T2 name(unsigned mask, EMU_T2 value, lane_type lane, int width = 32) {               \
    return __builtin_bit_cast(EMU_T2, name(mask, __builtin_bit_cast(unsigned, value), lane, width));  \
  }
EMU_NARROW_SHUFFLE(__shfl_sync, int)
EMU_NARROW_SHUFFLE(__shfl_up_sync, unsigned)
EMU_NARROW_SHUFFLE(__shfl_down_sync, unsigned)
EMU_NARROW_SHUFFLE(__shfl_xor_sync, int)
#undef EMU_NARROW_SHUFFLE

// Threads change over only where they wait, so the first exchange succeeds; the loop is what the atomic is on paper.
EMU_DEVICE EMU_T atomicAdd(EMU_T *address, EMU_T value) {
  unsigned short *word = (unsigned short *)address, before = __atomic_load_n(word, __ATOMIC_RELAXED), seen;
  do {
    seen = before;
    before = atomicCAS(word, seen, EMU_BITS(EMU_OF_BITS(seen) + value));
  } while (before != seen);
  return EMU_OF_BITS(before);
}
EMU_DEVICE EMU_T2 atomicAdd(EMU_T2 *address, EMU_T2 value) {
  EMU_T x = atomicAdd(&address->x, value.x);
  return EMU_T2(x, atomicAdd(&address->y, value.y));
}

#undef EMU_JOIN_
#undef EMU_JOIN
#undef EMU_BITS
#undef EMU_OF_BITS
#undef EMU_ROUND
