// Functions that __half and __nv_bfloat16 have alike. Included once for each of them, with __EMU_T, __EMU_T2 (the pair),
// __EMU_NAME, __EMU_EXPONENT_BITS, __EMU_FRACTION_BITS, __EMU_NAN, __EMU_INFINITY and __EMU_DIRECTED (who may convert an integer in
// another mode than to nearest): no include guard.

#define __EMU_JOIN_(a, b, c) a##b##c
#define __EMU_JOIN(a, b, c) __EMU_JOIN_(a, b, c)
#define __EMU_BITS(value) __builtin_bit_cast(unsigned short, value)
#define __EMU_OF_BITS(bits) __builtin_bit_cast(__EMU_T, (unsigned short)(bits))
#define __EMU_ROUND(value, mode) __EMU_OF_BITS((__emu_narrow_bits<__EMU_EXPONENT_BITS, __EMU_FRACTION_BITS>(value, mode)))

// Conversions, in each rounding mode.
#define __EMU_FROM(who, type, value, suffix, mode) \
  who __EMU_T __EMU_JOIN(__##type##2, __EMU_NAME, suffix)(__EMU_JOIN(__emu_, type, _t) x) { return __EMU_ROUND(value, mode); }
#define __EMU_FROM_ALL(who, suffix, mode)                        \
  __EMU_FROM(__EMU_HOST_DEVICE, float, (double)x, suffix, mode)    \
  __EMU_FROM(who, int, (double)x, suffix, mode)                  \
  __EMU_FROM(who, uint, (double)x, suffix, mode)                 \
  __EMU_FROM(who, short, (double)x, suffix, mode)                \
  __EMU_FROM(who, ushort, (double)x, suffix, mode)               \
  __EMU_FROM(who, ll, __emu_sticky(x), suffix, mode)             \
  __EMU_FROM(who, ull, __emu_sticky(x), suffix, mode)
#ifndef __EMU_NARROW_TYPES
#define __EMU_NARROW_TYPES
typedef float __emu_float_t;
typedef int __emu_int_t;
typedef unsigned __emu_uint_t;
typedef short __emu_short_t;
typedef unsigned short __emu_ushort_t;
typedef long long __emu_ll_t;
typedef unsigned long long __emu_ull_t;
// Saturates, and makes 0 of NaN, as a GPU does.
template <class T>
__EMU_HOST_DEVICE T __emu_saturated(float x) {
  const bool is_signed = (T)-1 < (T)0;
  const float limit = __builtin_ldexpf(1.0f, 8 * (int)sizeof(T) - is_signed);
  if (x != x) return 0;
  if (x >= limit) return (T)(is_signed ? ~((T)1 << (8 * sizeof(T) - 1)) : (T)-1);
  if (x < (is_signed ? -limit : 0.0f)) return is_signed ? (T)((T)1 << (8 * sizeof(T) - 1)) : (T)0;
  return (T)x;
}
#endif
__EMU_FROM_ALL(__EMU_HOST_DEVICE, _rn, __emu_to_nearest)
__EMU_FROM_ALL(__EMU_DIRECTED, _rz, __emu_to_zero)
__EMU_FROM_ALL(__EMU_DIRECTED, _ru, __emu_upwards)
__EMU_FROM_ALL(__EMU_DIRECTED, _rd, __emu_downwards)
// As in CUDA, host code has only the conversions that a cast does.
#define __EMU_TO(type)                                                                                     \
  __EMU_DEVICE __EMU_JOIN(__emu_, type, _t) __EMU_JOIN(__, __EMU_NAME, 2##type##_rn)(__EMU_T x) {                  \
    return __emu_saturated<__EMU_JOIN(__emu_, type, _t)>(__builtin_rintf((float)x));                       \
  }                                                                                                      \
  __EMU_HOST_DEVICE __EMU_JOIN(__emu_, type, _t) __EMU_JOIN(__, __EMU_NAME, 2##type##_rz)(__EMU_T x) {             \
    return __emu_saturated<__EMU_JOIN(__emu_, type, _t)>(__builtin_truncf((float)x));                      \
  }                                                                                                      \
  __EMU_DEVICE __EMU_JOIN(__emu_, type, _t) __EMU_JOIN(__, __EMU_NAME, 2##type##_ru)(__EMU_T x) {                  \
    return __emu_saturated<__EMU_JOIN(__emu_, type, _t)>(__builtin_ceilf((float)x));                       \
  }                                                                                                      \
  __EMU_DEVICE __EMU_JOIN(__emu_, type, _t) __EMU_JOIN(__, __EMU_NAME, 2##type##_rd)(__EMU_T x) {                  \
    return __emu_saturated<__EMU_JOIN(__emu_, type, _t)>(__builtin_floorf((float)x));                      \
  }
__EMU_TO(int)
__EMU_TO(uint)
__EMU_TO(short)
__EMU_TO(ushort)
__EMU_TO(ll)
__EMU_TO(ull)
__EMU_HOST_DEVICE signed char __EMU_JOIN(__, __EMU_NAME, 2char_rz)(__EMU_T x) { return __emu_saturated<signed char>(__builtin_truncf((float)x)); }
__EMU_HOST_DEVICE unsigned char __EMU_JOIN(__, __EMU_NAME, 2uchar_rz)(__EMU_T x) { return __emu_saturated<unsigned char>(__builtin_truncf((float)x)); }
#undef __EMU_FROM
#undef __EMU_FROM_ALL
#undef __EMU_TO

// Arithmetic: a function of two, its pairwise twin, one that is never fused, one between 0 and 1, and the operators.
__EMU_HOST_DEVICE __EMU_T __emu_between_0_and_1(__EMU_T x) {
  float value = (float)x;
  return value >= 1.0f ? __EMU_T(1.0f) : value > 0.0f ? x : __EMU_T(0.0f);
}
#define __EMU_ARITHMETIC(name, op)                                                                              \
  __EMU_HOST_DEVICE __EMU_T name(__EMU_T a, __EMU_T b) { return __EMU_T((float)a op(float) b); }                        \
  __EMU_HOST_DEVICE __EMU_T name##_rn(__EMU_T a, __EMU_T b) { return name(a, b); }                                    \
  __EMU_HOST_DEVICE __EMU_T name##_sat(__EMU_T a, __EMU_T b) { return __emu_between_0_and_1(name(a, b)); }            \
  __EMU_HOST_DEVICE __EMU_T2 name##2(__EMU_T2 a, __EMU_T2 b) { return __EMU_T2(name(a.x, b.x), name(a.y, b.y)); }       \
  __EMU_HOST_DEVICE __EMU_T2 name##2_rn(__EMU_T2 a, __EMU_T2 b) { return name##2(a, b); }                             \
  __EMU_HOST_DEVICE __EMU_T2 name##2_sat(__EMU_T2 a, __EMU_T2 b) {                                                    \
    return __EMU_T2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                                                \
  }                                                                                                           \
  __EMU_HOST_DEVICE __EMU_T operator op(const __EMU_T &a, const __EMU_T &b) { return name(a, b); }                    \
  __EMU_HOST_DEVICE __EMU_T2 operator op(const __EMU_T2 &a, const __EMU_T2 &b) { return name##2(a, b); }              \
  __EMU_HOST_DEVICE __EMU_T &operator op##=(__EMU_T &a, const __EMU_T &b) { return a = name(a, b); }                  \
  __EMU_HOST_DEVICE __EMU_T2 &operator op##=(__EMU_T2 &a, const __EMU_T2 &b) { return a = name##2(a, b); }
__EMU_ARITHMETIC(__hadd, +)
__EMU_ARITHMETIC(__hsub, -)
__EMU_ARITHMETIC(__hmul, *)
#undef __EMU_ARITHMETIC
__EMU_HOST_DEVICE __EMU_T __hdiv(__EMU_T a, __EMU_T b) { return __EMU_T((float)a / (float)b); }
__EMU_HOST_DEVICE __EMU_T2 __h2div(__EMU_T2 a, __EMU_T2 b) { return __EMU_T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__EMU_HOST_DEVICE __EMU_T operator/(const __EMU_T &a, const __EMU_T &b) { return __hdiv(a, b); }
__EMU_HOST_DEVICE __EMU_T2 operator/(const __EMU_T2 &a, const __EMU_T2 &b) { return __h2div(a, b); }
__EMU_HOST_DEVICE __EMU_T &operator/=(__EMU_T &a, const __EMU_T &b) { return a = __hdiv(a, b); }
__EMU_HOST_DEVICE __EMU_T2 &operator/=(__EMU_T2 &a, const __EMU_T2 &b) { return a = __h2div(a, b); }
__EMU_HOST_DEVICE __EMU_T operator+(const __EMU_T &a) { return a; }
__EMU_HOST_DEVICE __EMU_T operator-(const __EMU_T &a) { return __EMU_OF_BITS(__EMU_BITS(a) ^ 0x8000); }
__EMU_HOST_DEVICE __EMU_T2 operator+(const __EMU_T2 &a) { return a; }
__EMU_HOST_DEVICE __EMU_T2 operator-(const __EMU_T2 &a) { return __EMU_T2(-a.x, -a.y); }
__EMU_HOST_DEVICE __EMU_T &operator++(__EMU_T &a) { return a += __EMU_T(1.0f); }
__EMU_HOST_DEVICE __EMU_T &operator--(__EMU_T &a) { return a -= __EMU_T(1.0f); }
__EMU_HOST_DEVICE __EMU_T operator++(__EMU_T &a, int) {
  __EMU_T before = a;
  ++a;
  return before;
}
__EMU_HOST_DEVICE __EMU_T operator--(__EMU_T &a, int) {
  __EMU_T before = a;
  --a;
  return before;
}
__EMU_HOST_DEVICE __EMU_T __hneg(__EMU_T a) { return -a; }
__EMU_HOST_DEVICE __EMU_T2 __hneg2(__EMU_T2 a) { return -a; }
__EMU_HOST_DEVICE __EMU_T __habs(__EMU_T a) { return __EMU_OF_BITS(__EMU_BITS(a) & 0x7fff); }
__EMU_HOST_DEVICE __EMU_T2 __habs2(__EMU_T2 a) { return __EMU_T2(__habs(a.x), __habs(a.y)); }

__EMU_DEVICE __EMU_T __hfma(__EMU_T a, __EMU_T b, __EMU_T c) {
  return __EMU_ROUND(__emu_sticky_fma((double)(float)a, (double)(float)b, (double)(float)c), __emu_to_nearest);
}
__EMU_DEVICE __EMU_T __hfma_sat(__EMU_T a, __EMU_T b, __EMU_T c) { return __emu_between_0_and_1(__hfma(a, b, c)); }
__EMU_DEVICE __EMU_T __hfma_relu(__EMU_T a, __EMU_T b, __EMU_T c) {
  __EMU_T value = __hfma(a, b, c);
  return (float)value < 0.0f ? __EMU_T(0.0f) : value;
}
#define __EMU_FUSED_PAIR(suffix)                                                           \
  __EMU_DEVICE __EMU_T2 __hfma2##suffix(__EMU_T2 a, __EMU_T2 b, __EMU_T2 c) {                      \
    return __EMU_T2(__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y));         \
  }
__EMU_FUSED_PAIR()
__EMU_FUSED_PAIR(_sat)
__EMU_FUSED_PAIR(_relu)
#undef __EMU_FUSED_PAIR
// The pairs as complex numbers: a b + c.
__EMU_DEVICE __EMU_T2 __hcmadd(__EMU_T2 a, __EMU_T2 b, __EMU_T2 c) {
  __EMU_T real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return __EMU_T2(__hfma(-a.y, b.y, real), __hfma(a.y, b.x, imaginary));
}

// Comparisons: of one, and of pairs as 1.0 or 0.0, as a mask, and for both at once; those with u hold for NaN as well.
__EMU_HOST_DEVICE bool __hisnan(__EMU_T a) { return (__EMU_BITS(a) & 0x7fff) > __EMU_INFINITY; }
#define __EMU_COMPARISON(name, op, odd)                                                                              \
  __EMU_HOST_DEVICE bool __h##name(__EMU_T a, __EMU_T b) { return odd((float)a op(float) b); }                           \
  __EMU_HOST_DEVICE __EMU_T2 __h##name##2(__EMU_T2 a, __EMU_T2 b) {                                                        \
    return __EMU_T2(__EMU_T(__h##name(a.x, b.x) ? 1.0f : 0.0f), __EMU_T(__h##name(a.y, b.y) ? 1.0f : 0.0f));             \
  }                                                                                                                \
  __EMU_HOST_DEVICE unsigned __h##name##2_mask(__EMU_T2 a, __EMU_T2 b) {                                                 \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);                          \
  }                                                                                                                \
  __EMU_HOST_DEVICE bool __hb##name##2(__EMU_T2 a, __EMU_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
// A number is neither unequal to a NaN nor equal to it, except for the functions with u.
#define __EMU_ORDERED_NE(name, condition)                                                                            \
  __EMU_HOST_DEVICE bool __h##name(__EMU_T a, __EMU_T b) { return condition; }                                           \
  __EMU_HOST_DEVICE __EMU_T2 __h##name##2(__EMU_T2 a, __EMU_T2 b) {                                                        \
    return __EMU_T2(__EMU_T(__h##name(a.x, b.x) ? 1.0f : 0.0f), __EMU_T(__h##name(a.y, b.y) ? 1.0f : 0.0f));             \
  }                                                                                                                \
  __EMU_HOST_DEVICE unsigned __h##name##2_mask(__EMU_T2 a, __EMU_T2 b) {                                                 \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);                          \
  }                                                                                                                \
  __EMU_HOST_DEVICE bool __hb##name##2(__EMU_T2 a, __EMU_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
__EMU_COMPARISON(eq, ==, )
__EMU_COMPARISON(lt, <, )
__EMU_COMPARISON(le, <=, )
__EMU_COMPARISON(gt, >, )
__EMU_COMPARISON(ge, >=, )
__EMU_COMPARISON(neu, !=, )
__EMU_COMPARISON(ltu, >=, !)
__EMU_COMPARISON(leu, >, !)
__EMU_COMPARISON(gtu, <=, !)
__EMU_COMPARISON(geu, <, !)
__EMU_ORDERED_NE(ne, (float)a < (float)b || (float)a > (float)b)
__EMU_ORDERED_NE(equ, !((float)a < (float)b || (float)a > (float)b))
#undef __EMU_COMPARISON
#undef __EMU_ORDERED_NE
#define __EMU_COMPARING(op, name)                                                                                    \
  __EMU_HOST_DEVICE bool operator op(const __EMU_T &a, const __EMU_T &b) { return __h##name(a, b); }                     \
  __EMU_HOST_DEVICE bool operator op(const __EMU_T2 &a, const __EMU_T2 &b) { return __hb##name##2(a, b); }
__EMU_COMPARING(==, eq)
__EMU_COMPARING(!=, neu)
__EMU_COMPARING(<, lt)
__EMU_COMPARING(<=, le)
__EMU_COMPARING(>, gt)
__EMU_COMPARING(>=, ge)
#undef __EMU_COMPARING
__EMU_HOST_DEVICE __EMU_T2 __hisnan2(__EMU_T2 a) {
  return __EMU_T2(__EMU_T(__hisnan(a.x) ? 1.0f : 0.0f), __EMU_T(__hisnan(a.y) ? 1.0f : 0.0f));
}
__EMU_HOST_DEVICE int __hisinf(__EMU_T a) {
  return __EMU_BITS(a) == __EMU_INFINITY ? 1 : __EMU_BITS(a) == (0x8000 | __EMU_INFINITY) ? -1 : 0;
}

// Of a number and a NaN the number; with _nan the NaN. +0 is larger than -0.
#define __EMU_EXTREME(name, op)                                                                                      \
  __EMU_HOST_DEVICE __EMU_T name(__EMU_T a, __EMU_T b) {                                                                   \
    if (__hisnan(a)) return __hisnan(b) ? __EMU_OF_BITS(__EMU_NAN) : b;                                                \
    if (__hisnan(b)) return a;                                                                                     \
    if ((float)a == (float)b) return (short)__EMU_BITS(a) op(short) __EMU_BITS(b) ? a : b;                             \
    return (float)a op(float) b ? a : b;                                                                           \
  }                                                                                                                \
  __EMU_HOST_DEVICE __EMU_T name##_nan(__EMU_T a, __EMU_T b) {                                                             \
    return __hisnan(a) || __hisnan(b) ? __EMU_OF_BITS(__EMU_NAN) : name(a, b);                                         \
  }                                                                                                                \
  __EMU_HOST_DEVICE __EMU_T2 name##2(__EMU_T2 a, __EMU_T2 b) { return __EMU_T2(name(a.x, b.x), name(a.y, b.y)); }            \
  __EMU_HOST_DEVICE __EMU_T2 name##2_nan(__EMU_T2 a, __EMU_T2 b) { return __EMU_T2(name##_nan(a.x, b.x), name##_nan(a.y, b.y)); }
__EMU_EXTREME(__hmax, >)
__EMU_EXTREME(__hmin, <)
#undef __EMU_EXTREME

#define __EMU_FUNCTION(name, expression)                                               \
  __EMU_DEVICE __EMU_T h##name(__EMU_T a) {                                                \
    float x = (float)a;                                                              \
    return __EMU_T(expression);                                                        \
  }                                                                                  \
  __EMU_DEVICE __EMU_T2 h2##name(__EMU_T2 a) { return __EMU_T2(h##name(a.x), h##name(a.y)); }
__EMU_FUNCTION(sqrt, __builtin_sqrtf(x))
__EMU_FUNCTION(rsqrt, 1.0 / __builtin_sqrt((double)x))
__EMU_FUNCTION(rcp, 1.0f / x)
__EMU_FUNCTION(exp, __builtin_exp((double)x))
__EMU_FUNCTION(exp2, __builtin_exp2((double)x))
__EMU_FUNCTION(exp10, __builtin_exp10((double)x))
__EMU_FUNCTION(log, __builtin_log((double)x))
__EMU_FUNCTION(log2, __builtin_log2((double)x))
__EMU_FUNCTION(log10, __builtin_log10((double)x))
__EMU_FUNCTION(sin, __builtin_sin((double)x))
__EMU_FUNCTION(cos, __builtin_cos((double)x))
__EMU_FUNCTION(tanh, __builtin_tanh((double)x))
__EMU_FUNCTION(tanh_approx, __builtin_tanh((double)x))
__EMU_FUNCTION(floor, __builtin_floorf(x))
__EMU_FUNCTION(ceil, __builtin_ceilf(x))
__EMU_FUNCTION(trunc, __builtin_truncf(x))
__EMU_FUNCTION(rint, __builtin_rintf(x))
#undef __EMU_FUNCTION

__EMU_CACHE_HINTS(__EMU_T)
__EMU_CACHE_HINTS(__EMU_T2)

#define __EMU_NARROW_SHUFFLE(name, lane_type)                                                           \
  __EMU_DEVICE __EMU_T name(unsigned mask, __EMU_T value, lane_type lane, int width = 32) {                 \
    return __EMU_OF_BITS(name(mask, (unsigned)__EMU_BITS(value), lane, width));                           \
  }                                                                                                   \
  __EMU_DEVICE __EMU_T2 name(unsigned mask, __EMU_T2 value, lane_type lane, int width = 32) {               \
    return __builtin_bit_cast(__EMU_T2, name(mask, __builtin_bit_cast(unsigned, value), lane, width));  \
  }
__EMU_NARROW_SHUFFLE(__shfl_sync, int)
__EMU_NARROW_SHUFFLE(__shfl_up_sync, unsigned)
__EMU_NARROW_SHUFFLE(__shfl_down_sync, unsigned)
__EMU_NARROW_SHUFFLE(__shfl_xor_sync, int)
#undef __EMU_NARROW_SHUFFLE

// Threads change over only where they wait, so the first exchange succeeds; the loop is what the atomic is on paper.
__EMU_DEVICE __EMU_T atomicAdd(__EMU_T *address, __EMU_T value) {
  unsigned short *word = (unsigned short *)address, before = __atomic_load_n(word, __ATOMIC_RELAXED), seen;
  do {
    seen = before;
    before = atomicCAS(word, seen, __EMU_BITS(__EMU_OF_BITS(seen) + value));
  } while (before != seen);
  return __EMU_OF_BITS(before);
}
__EMU_DEVICE __EMU_T2 atomicAdd(__EMU_T2 *address, __EMU_T2 value) {
  __EMU_T x = atomicAdd(&address->x, value.x);
  return __EMU_T2(x, atomicAdd(&address->y, value.y));
}

#undef __EMU_JOIN_
#undef __EMU_JOIN
#undef __EMU_BITS
#undef __EMU_OF_BITS
#undef __EMU_ROUND
