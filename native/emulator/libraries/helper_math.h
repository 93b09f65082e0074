// Arithmetic of vector types, element by element, in the style of NVIDIA's CUDA samples, for float, int and unsigned int
// with 2 to 4 elements. Functions of two vectors, or of a vector and a scalar on either side.
#ifndef HELPER_MATH_H
#define HELPER_MATH_H

#include <math.h>

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;

#define __EMU_MATH static inline __host__ __device__

__EMU_MATH float lerp(float a, float b, float t) { return a + t * (b - a); }
__EMU_MATH float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__EMU_MATH int clamp(int f, int a, int b) { return f < a ? a : f > b ? b : f; }
__EMU_MATH uint clamp(uint f, uint a, uint b) { return f < a ? a : f > b ? b : f; }
__EMU_MATH float fracf(float v) { return v - floorf(v); }
__EMU_MATH float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

// `each(f)` is f of each element, with commas between them.
#define __EMU_EACH2(f) f(x), f(y)
#define __EMU_EACH3(f) f(x), f(y), f(z)
#define __EMU_EACH4(f) f(x), f(y), f(z), f(w)

#define __EMU_OPERATOR_OF(V, T, sign, both, right, left)                                     \
  __EMU_MATH V operator sign(V a, V b) { return V{both}; }                                   \
  __EMU_MATH V operator sign(V a, T b) { return V{right}; }                                  \
  __EMU_MATH V operator sign(T a, V b) { return V{left}; }                                   \
  __EMU_MATH void operator sign##=(V &a, V b) { a = a sign b; }                              \
  __EMU_MATH void operator sign##=(V &a, T b) { a = a sign b; }
#define __EMU_OPERATORS2(V, T, sign) \
  __EMU_OPERATOR_OF(V, T, sign, __EMU_LIST(a.x sign b.x, a.y sign b.y), __EMU_LIST(a.x sign b, a.y sign b), __EMU_LIST(a sign b.x, a sign b.y))
#define __EMU_OPERATORS3(V, T, sign)                                                             \
  __EMU_OPERATOR_OF(V, T, sign, __EMU_LIST(a.x sign b.x, a.y sign b.y, a.z sign b.z),            \
                    __EMU_LIST(a.x sign b, a.y sign b, a.z sign b), __EMU_LIST(a sign b.x, a sign b.y, a sign b.z))
#define __EMU_OPERATORS4(V, T, sign)                                                                              \
  __EMU_OPERATOR_OF(V, T, sign, __EMU_LIST(a.x sign b.x, a.y sign b.y, a.z sign b.z, a.w sign b.w),               \
                    __EMU_LIST(a.x sign b, a.y sign b, a.z sign b, a.w sign b), __EMU_LIST(a sign b.x, a sign b.y, a sign b.z, a sign b.w))
#define __EMU_LIST(...) __VA_ARGS__

// Functions of elements, of one, two and three vectors.
#define __EMU_ONE(V, each, name, of) __EMU_MATH V name(V a) { return V{each(of)}; }
#define __EMU_TWO(V, each, name, of) __EMU_MATH V name(V a, V b) { return V{each(of)}; }
#define __EMU_SUM2(f) f(x) + f(y)
#define __EMU_SUM3(f) f(x) + f(y) + f(z)
#define __EMU_SUM4(f) f(x) + f(y) + f(z) + f(w)
#define __EMU_NEGATED(e) -a.e
#define __EMU_PRODUCT(e) a.e * b.e
#define __EMU_SMALLER(e) (b.e < a.e ? b.e : a.e)
#define __EMU_LARGER(e) (a.e < b.e ? b.e : a.e)
#define __EMU_FMIN(e) fminf(a.e, b.e)
#define __EMU_FMAX(e) fmaxf(a.e, b.e)
#define __EMU_FLOOR(e) floorf(a.e)
#define __EMU_FRACTION(e) fracf(a.e)
#define __EMU_FMOD(e) fmodf(a.e, b.e)
#define __EMU_FABS(e) fabsf(a.e)
#define __EMU_ABS(e) (a.e < 0 ? -a.e : a.e)
#define __EMU_CLAMPED(e) clamp(v.e, a, b)
#define __EMU_CLAMPED_EACH(e) clamp(v.e, a.e, b.e)
#define __EMU_SMOOTH(e) smoothstep(a.e, b.e, v.e)
#define __EMU_SAME(e) s

#define __EMU_OF_ALL(V, T, each, sum, n)                                        \
  __EMU_OPERATORS##n(V, T, +) __EMU_OPERATORS##n(V, T, -) __EMU_OPERATORS##n(V, T, *) \
  __EMU_MATH V make_##V(T s) { return V{each(__EMU_SAME)}; }                    \
  __EMU_MATH T dot(V a, V b) { return sum(__EMU_PRODUCT); }                     \
  __EMU_MATH V clamp(V v, T a, T b) { return V{each(__EMU_CLAMPED)}; }          \
  __EMU_MATH V clamp(V v, V a, V b) { return V{each(__EMU_CLAMPED_EACH)}; }
#define __EMU_OF_FLOATS(V, each, sum, n)                                        \
  __EMU_OF_ALL(V, float, each, sum, n)                                          \
  __EMU_OPERATORS##n(V, float, /)                                               \
  __EMU_MATH V operator-(const V &a) { return V{each(__EMU_NEGATED)}; }         \
  __EMU_TWO(V, each, fminf, __EMU_FMIN) __EMU_TWO(V, each, fmaxf, __EMU_FMAX)   \
  __EMU_TWO(V, each, fmodf, __EMU_FMOD) __EMU_ONE(V, each, floorf, __EMU_FLOOR) \
  __EMU_ONE(V, each, fracf, __EMU_FRACTION) __EMU_ONE(V, each, fabs, __EMU_FABS) \
  __EMU_MATH V lerp(V a, V b, float t) { return a + t * (b - a); }              \
  __EMU_MATH float length(V v) { return sqrtf(dot(v, v)); }                     \
  __EMU_MATH V normalize(V v) { return v * (1.0f / sqrtf(dot(v, v))); }         \
  __EMU_MATH V smoothstep(V a, V b, V v) { return V{each(__EMU_SMOOTH)}; }
#define __EMU_OF_INTEGERS(V, T, each, sum, n)                                   \
  __EMU_OF_ALL(V, T, each, sum, n)                                              \
  __EMU_TWO(V, each, min, __EMU_SMALLER) __EMU_TWO(V, each, max, __EMU_LARGER)
#define __EMU_OF_INTS(V, each, sum, n)                                          \
  __EMU_OF_INTEGERS(V, int, each, sum, n)                                       \
  __EMU_MATH V operator-(const V &a) { return V{each(__EMU_NEGATED)}; }         \
  __EMU_ONE(V, each, abs, __EMU_ABS)

__EMU_OF_FLOATS(float2, __EMU_EACH2, __EMU_SUM2, 2)
__EMU_OF_FLOATS(float3, __EMU_EACH3, __EMU_SUM3, 3)
__EMU_OF_FLOATS(float4, __EMU_EACH4, __EMU_SUM4, 4)
__EMU_OF_INTS(int2, __EMU_EACH2, __EMU_SUM2, 2)
__EMU_OF_INTS(int3, __EMU_EACH3, __EMU_SUM3, 3)
__EMU_OF_INTS(int4, __EMU_EACH4, __EMU_SUM4, 4)
__EMU_OF_INTEGERS(uint2, uint, __EMU_EACH2, __EMU_SUM2, 2)
__EMU_OF_INTEGERS(uint3, uint, __EMU_EACH3, __EMU_SUM3, 3)
__EMU_OF_INTEGERS(uint4, uint, __EMU_EACH4, __EMU_SUM4, 4)

// Vectors from vectors of another size or type.
#define __EMU_SIZES(name, T)                                                                       \
  __EMU_MATH name##2 make_##name##2(name##3 a) { return name##2{a.x, a.y}; }                       \
  __EMU_MATH name##2 make_##name##2(name##4 a) { return name##2{a.x, a.y}; }                       \
  __EMU_MATH name##3 make_##name##3(name##2 a) { return name##3{a.x, a.y, 0}; }                    \
  __EMU_MATH name##3 make_##name##3(name##2 a, T z) { return name##3{a.x, a.y, z}; }               \
  __EMU_MATH name##3 make_##name##3(name##4 a) { return name##3{a.x, a.y, a.z}; }                  \
  __EMU_MATH name##4 make_##name##4(name##3 a) { return name##4{a.x, a.y, a.z, 0}; }               \
  __EMU_MATH name##4 make_##name##4(name##3 a, T w) { return name##4{a.x, a.y, a.z, w}; }
#define __EMU_FROM(name, T, other)                                                                                      \
  __EMU_MATH name##2 make_##name##2(other##2 a) { return name##2{(T)a.x, (T)a.y}; }                                     \
  __EMU_MATH name##3 make_##name##3(other##3 a) { return name##3{(T)a.x, (T)a.y, (T)a.z}; }                             \
  __EMU_MATH name##4 make_##name##4(other##4 a) { return name##4{(T)a.x, (T)a.y, (T)a.z, (T)a.w}; }
__EMU_SIZES(float, float)
__EMU_SIZES(int, int)
__EMU_SIZES(uint, uint)
__EMU_FROM(float, float, int)
__EMU_FROM(float, float, uint)
__EMU_FROM(int, int, float)
__EMU_FROM(int, int, uint)
__EMU_FROM(uint, uint, float)
__EMU_FROM(uint, uint, int)

__EMU_MATH float3 cross(float3 a, float3 b) {
  return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__EMU_MATH float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }

#undef __EMU_EACH2
#undef __EMU_EACH3
#undef __EMU_EACH4
#undef __EMU_OPERATOR_OF
#undef __EMU_OPERATORS2
#undef __EMU_OPERATORS3
#undef __EMU_OPERATORS4
#undef __EMU_LIST
#undef __EMU_ONE
#undef __EMU_TWO
#undef __EMU_SUM2
#undef __EMU_SUM3
#undef __EMU_SUM4
#undef __EMU_NEGATED
#undef __EMU_PRODUCT
#undef __EMU_SMALLER
#undef __EMU_LARGER
#undef __EMU_FMIN
#undef __EMU_FMAX
#undef __EMU_FLOOR
#undef __EMU_FRACTION
#undef __EMU_FMOD
#undef __EMU_FABS
#undef __EMU_ABS
#undef __EMU_CLAMPED
#undef __EMU_CLAMPED_EACH
#undef __EMU_SMOOTH
#undef __EMU_SAME
#undef __EMU_OF_ALL
#undef __EMU_OF_FLOATS
#undef __EMU_OF_INTEGERS
#undef __EMU_OF_INTS
#undef __EMU_SIZES
#undef __EMU_FROM
#undef __EMU_MATH

#endif
