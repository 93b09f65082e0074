// SSE and SSE2 of x86-64, which gcc has without an option: what host code of programs uses, in plain C. The functions and
// their results are those of Intel's intrinsics guide, but for _mm_rcp_ps and _mm_rsqrt_ps: these are exact here.
#ifndef __EMU_SSE2_H
#define __EMU_SSE2_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef float __m128 __attribute__((vector_size(16), may_alias));
typedef double __m128d __attribute__((vector_size(16), may_alias));
typedef long long __m128i __attribute__((vector_size(16), may_alias));
typedef signed char __v16qs __attribute__((vector_size(16)));
typedef unsigned char __v16qu __attribute__((vector_size(16)));
typedef short __v8hi __attribute__((vector_size(16)));
typedef unsigned short __v8hu __attribute__((vector_size(16)));
typedef int __v4si __attribute__((vector_size(16)));
typedef unsigned __v4su __attribute__((vector_size(16)));
typedef float __v4sf __attribute__((vector_size(16)));
typedef long long __v2di __attribute__((vector_size(16)));
typedef unsigned long long __v2du __attribute__((vector_size(16)));
typedef double __v2df __attribute__((vector_size(16)));

#define _MM_SHUFFLE(z, y, x, w) (((z) << 6) | ((y) << 4) | ((x) << 2) | (w))
#define _MM_SHUFFLE2(x, y) (((x) << 1) | (y))

enum _mm_hint { _MM_HINT_NTA = 0, _MM_HINT_T2 = 1, _MM_HINT_T1 = 2, _MM_HINT_T0 = 3 };

#define __EMU_SSE static __inline__ __attribute__((always_inline, unused))

// Two operands, each element by itself.
#define __EMU_SSE_EACH(name, type, vector, count, expression)    \
  __EMU_SSE type name(type first, type second) {                 \
    vector a = (vector)first, b = (vector)second, result;        \
    for (int i = 0; i < count; i++) result[i] = (expression);    \
    return (type)result;                                         \
  }
#define __EMU_SSE_OPERATOR(name, type, vector, operator)         \
  __EMU_SSE type name(type a, type b) { return (type)((vector)a operator(vector) b); }

__EMU_SSE int __emu_clamp(int value, int least, int most) { return value < least ? least : value > most ? most : value; }

// Integers.
__EMU_SSE __m128i _mm_setzero_si128(void) { return (__m128i){0, 0}; }
__EMU_SSE __m128i _mm_undefined_si128(void) { return _mm_setzero_si128(); }
__EMU_SSE __m128i _mm_set_epi64x(long long b, long long a) { return (__m128i){a, b}; }
__EMU_SSE __m128i _mm_set1_epi64x(long long a) { return (__m128i){a, a}; }
__EMU_SSE __m128i _mm_set_epi32(int d, int c, int b, int a) { return (__m128i)(__v4si){a, b, c, d}; }
__EMU_SSE __m128i _mm_setr_epi32(int a, int b, int c, int d) { return (__m128i)(__v4si){a, b, c, d}; }
__EMU_SSE __m128i _mm_set1_epi32(int a) { return _mm_setr_epi32(a, a, a, a); }
__EMU_SSE __m128i _mm_setr_epi16(short a, short b, short c, short d, short e, short f, short g, short h) {
  return (__m128i)(__v8hi){a, b, c, d, e, f, g, h};
}
__EMU_SSE __m128i _mm_set_epi16(short h, short g, short f, short e, short d, short c, short b, short a) {
  return (__m128i)(__v8hi){a, b, c, d, e, f, g, h};
}
__EMU_SSE __m128i _mm_set1_epi16(short a) { return _mm_setr_epi16(a, a, a, a, a, a, a, a); }
__EMU_SSE __m128i _mm_setr_epi8(char a, char b, char c, char d, char e, char f, char g, char h, char i, char j, char k, char l,
                                char m, char n, char o, char p) {
  char all[16] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};
  __m128i result;
  memcpy(&result, all, 16);
  return result;
}
__EMU_SSE __m128i _mm_set_epi8(char p, char o, char n, char m, char l, char k, char j, char i, char h, char g, char f, char e,
                               char d, char c, char b, char a) {
  return _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
__EMU_SSE __m128i _mm_set1_epi8(char a) { return _mm_setr_epi8(a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a); }
__EMU_SSE __m128i _mm_load_si128(const __m128i *from) { return *from; }
__EMU_SSE __m128i _mm_loadu_si128(const __m128i *from) {
  __m128i result;
  memcpy(&result, from, 16);
  return result;
}
__EMU_SSE __m128i _mm_loadl_epi64(const __m128i *from) {
  __m128i result = {0, 0};
  memcpy(&result, from, 8);
  return result;
}
__EMU_SSE void _mm_store_si128(__m128i *to, __m128i value) { *to = value; }
__EMU_SSE void _mm_stream_si128(__m128i *to, __m128i value) { *to = value; }
__EMU_SSE void _mm_storeu_si128(__m128i *to, __m128i value) { memcpy(to, &value, 16); }
__EMU_SSE void _mm_storel_epi64(__m128i *to, __m128i value) { memcpy(to, &value, 8); }
__EMU_SSE __m128i _mm_cvtsi32_si128(int value) { return _mm_setr_epi32(value, 0, 0, 0); }
__EMU_SSE int _mm_cvtsi128_si32(__m128i value) { return ((__v4si)value)[0]; }
__EMU_SSE __m128i _mm_cvtsi64_si128(long long value) { return (__m128i){value, 0}; }
__EMU_SSE long long _mm_cvtsi128_si64(__m128i value) { return value[0]; }

__EMU_SSE_OPERATOR(_mm_add_epi8, __m128i, __v16qu, +)
__EMU_SSE_OPERATOR(_mm_add_epi16, __m128i, __v8hu, +)
__EMU_SSE_OPERATOR(_mm_add_epi32, __m128i, __v4su, +)
__EMU_SSE_OPERATOR(_mm_add_epi64, __m128i, __v2du, +)
__EMU_SSE_OPERATOR(_mm_sub_epi8, __m128i, __v16qu, -)
__EMU_SSE_OPERATOR(_mm_sub_epi16, __m128i, __v8hu, -)
__EMU_SSE_OPERATOR(_mm_sub_epi32, __m128i, __v4su, -)
__EMU_SSE_OPERATOR(_mm_sub_epi64, __m128i, __v2du, -)
__EMU_SSE_OPERATOR(_mm_mullo_epi16, __m128i, __v8hu, *)
__EMU_SSE_OPERATOR(_mm_and_si128, __m128i, __v2du, &)
__EMU_SSE_OPERATOR(_mm_or_si128, __m128i, __v2du, |)
__EMU_SSE_OPERATOR(_mm_xor_si128, __m128i, __v2du, ^)
__EMU_SSE __m128i _mm_andnot_si128(__m128i a, __m128i b) { return ~a & b; }
__EMU_SSE_OPERATOR(_mm_cmpeq_epi8, __m128i, __v16qs, ==)
__EMU_SSE_OPERATOR(_mm_cmpeq_epi16, __m128i, __v8hi, ==)
__EMU_SSE_OPERATOR(_mm_cmpeq_epi32, __m128i, __v4si, ==)
__EMU_SSE_OPERATOR(_mm_cmpgt_epi8, __m128i, __v16qs, >)
__EMU_SSE_OPERATOR(_mm_cmpgt_epi16, __m128i, __v8hi, >)
__EMU_SSE_OPERATOR(_mm_cmpgt_epi32, __m128i, __v4si, >)
__EMU_SSE_OPERATOR(_mm_cmplt_epi8, __m128i, __v16qs, <)
__EMU_SSE_OPERATOR(_mm_cmplt_epi16, __m128i, __v8hi, <)
__EMU_SSE_OPERATOR(_mm_cmplt_epi32, __m128i, __v4si, <)
__EMU_SSE_EACH(_mm_adds_epi8, __m128i, __v16qs, 16, (signed char)__emu_clamp(a[i] + b[i], -128, 127))
__EMU_SSE_EACH(_mm_adds_epi16, __m128i, __v8hi, 8, (short)__emu_clamp(a[i] + b[i], -32768, 32767))
__EMU_SSE_EACH(_mm_adds_epu8, __m128i, __v16qu, 16, (unsigned char)__emu_clamp(a[i] + b[i], 0, 255))
__EMU_SSE_EACH(_mm_adds_epu16, __m128i, __v8hu, 8, (unsigned short)__emu_clamp(a[i] + b[i], 0, 65535))
__EMU_SSE_EACH(_mm_subs_epi8, __m128i, __v16qs, 16, (signed char)__emu_clamp(a[i] - b[i], -128, 127))
__EMU_SSE_EACH(_mm_subs_epi16, __m128i, __v8hi, 8, (short)__emu_clamp(a[i] - b[i], -32768, 32767))
__EMU_SSE_EACH(_mm_subs_epu8, __m128i, __v16qu, 16, (unsigned char)__emu_clamp(a[i] - b[i], 0, 255))
__EMU_SSE_EACH(_mm_subs_epu16, __m128i, __v8hu, 8, (unsigned short)__emu_clamp(a[i] - b[i], 0, 65535))
__EMU_SSE_EACH(_mm_mulhi_epi16, __m128i, __v8hi, 8, (short)((a[i] * b[i]) >> 16))
__EMU_SSE_EACH(_mm_mulhi_epu16, __m128i, __v8hu, 8, (unsigned short)(((unsigned)a[i] * b[i]) >> 16))
__EMU_SSE_EACH(_mm_mul_epu32, __m128i, __v2du, 2, (a[i] & 0xffffffff) * (b[i] & 0xffffffff))
__EMU_SSE_EACH(_mm_min_epi16, __m128i, __v8hi, 8, a[i] < b[i] ? a[i] : b[i])
__EMU_SSE_EACH(_mm_max_epi16, __m128i, __v8hi, 8, a[i] > b[i] ? a[i] : b[i])
__EMU_SSE_EACH(_mm_min_epu8, __m128i, __v16qu, 16, a[i] < b[i] ? a[i] : b[i])
__EMU_SSE_EACH(_mm_max_epu8, __m128i, __v16qu, 16, a[i] > b[i] ? a[i] : b[i])
__EMU_SSE_EACH(_mm_avg_epu8, __m128i, __v16qu, 16, (unsigned char)((a[i] + b[i] + 1) >> 1))
__EMU_SSE_EACH(_mm_avg_epu16, __m128i, __v8hu, 8, (unsigned short)((a[i] + b[i] + 1) >> 1))

__EMU_SSE __m128i _mm_madd_epi16(__m128i first, __m128i second) {
  __v8hi a = (__v8hi)first, b = (__v8hi)second;
  __v4si result;
  for (int i = 0; i < 4; i++) result[i] = (int)((unsigned)(a[2 * i] * b[2 * i]) + (unsigned)(a[2 * i + 1] * b[2 * i + 1]));
  return (__m128i)result;
}
__EMU_SSE __m128i _mm_sad_epu8(__m128i first, __m128i second) {
  __v16qu a = (__v16qu)first, b = (__v16qu)second;
  __m128i result = {0, 0};
  for (int i = 0; i < 16; i++) result[i / 8] += abs(a[i] - b[i]);
  return result;
}

#define __EMU_SSE_SHIFTS(width, element, vector, mask)                                     \
  __EMU_SSE __m128i _mm_slli_##width(__m128i a, int count) {                                      \
    return (unsigned)count > mask ? _mm_setzero_si128() : (__m128i)((vector)a << (element)count); \
  }                                                                                               \
  __EMU_SSE __m128i _mm_srli_##width(__m128i a, int count) {                                      \
    return (unsigned)count > mask ? _mm_setzero_si128() : (__m128i)((vector)a >> (element)count); \
  }                                                                                               \
  __EMU_SSE __m128i _mm_sll_##width(__m128i a, __m128i count) {                                   \
    return (unsigned long long)count[0] > mask ? _mm_setzero_si128() : _mm_slli_##width(a, (int)count[0]); \
  }                                                                                               \
  __EMU_SSE __m128i _mm_srl_##width(__m128i a, __m128i count) {                                   \
    return (unsigned long long)count[0] > mask ? _mm_setzero_si128() : _mm_srli_##width(a, (int)count[0]); \
  }
__EMU_SSE_SHIFTS(epi16, unsigned short, __v8hu, 15)
__EMU_SSE_SHIFTS(epi32, unsigned, __v4su, 31)
__EMU_SSE_SHIFTS(epi64, unsigned long long, __v2du, 63)
__EMU_SSE __m128i _mm_srai_epi16(__m128i a, int count) { return (__m128i)((__v8hi)a >> (short)((unsigned)count > 15 ? 15 : count)); }
__EMU_SSE __m128i _mm_srai_epi32(__m128i a, int count) { return (__m128i)((__v4si)a >> ((unsigned)count > 31 ? 31 : count)); }

__EMU_SSE __m128i __emu_bytes_up(__m128i value, int count) {
  unsigned char from[16], to[16] = {0};
  memcpy(from, &value, 16);
  for (int i = 0; i < 16; i++)
    if (i - count >= 0 && i - count < 16) to[i] = from[i - count];
  memcpy(&value, to, 16);
  return value;
}
__EMU_SSE __m128i _mm_slli_si128(__m128i a, int count) { return __emu_bytes_up(a, count & 255); }
__EMU_SSE __m128i _mm_srli_si128(__m128i a, int count) { return __emu_bytes_up(a, -(count & 255)); }
#define _mm_bslli_si128 _mm_slli_si128
#define _mm_bsrli_si128 _mm_srli_si128

#define __EMU_SSE_UNPACK(width, vector, half)                                                                     \
  __EMU_SSE __m128i _mm_unpacklo_##width(__m128i first, __m128i second) {                                         \
    vector a = (vector)first, b = (vector)second, result;                                                         \
    for (int i = 0; i < half; i++) result[2 * i] = a[i], result[2 * i + 1] = b[i];                                \
    return (__m128i)result;                                                                                       \
  }                                                                                                               \
  __EMU_SSE __m128i _mm_unpackhi_##width(__m128i first, __m128i second) {                                         \
    vector a = (vector)first, b = (vector)second, result;                                                         \
    for (int i = 0; i < half; i++) result[2 * i] = a[half + i], result[2 * i + 1] = b[half + i];                  \
    return (__m128i)result;                                                                                       \
  }
__EMU_SSE_UNPACK(epi8, __v16qu, 8)
__EMU_SSE_UNPACK(epi16, __v8hu, 4)
__EMU_SSE_UNPACK(epi32, __v4su, 2)
__EMU_SSE_UNPACK(epi64, __v2du, 1)

#define __EMU_SSE_PACK(name, wide, narrow, element, half, least, most)                                          \
  __EMU_SSE __m128i name(__m128i first, __m128i second) {                                                       \
    wide a = (wide)first, b = (wide)second;                                                                     \
    narrow result;                                                                                              \
    for (int i = 0; i < half; i++) {                                                                            \
      result[i] = (element)__emu_clamp(a[i], least, most);                                                      \
      result[half + i] = (element)__emu_clamp(b[i], least, most);                                               \
    }                                                                                                           \
    return (__m128i)result;                                                                                     \
  }
__EMU_SSE_PACK(_mm_packs_epi16, __v8hi, __v16qs, signed char, 8, -128, 127)
__EMU_SSE_PACK(_mm_packs_epi32, __v4si, __v8hi, short, 4, -32768, 32767)
__EMU_SSE_PACK(_mm_packus_epi16, __v8hi, __v16qu, unsigned char, 8, 0, 255)

__EMU_SSE __m128i _mm_shuffle_epi32(__m128i value, int order) {
  __v4si a = (__v4si)value;
  return _mm_setr_epi32(a[order & 3], a[(order >> 2) & 3], a[(order >> 4) & 3], a[(order >> 6) & 3]);
}
__EMU_SSE __m128i __emu_shuffle_half(__m128i value, int order, int from) {
  __v8hi a = (__v8hi)value, result = a;
  for (int i = 0; i < 4; i++) result[from + i] = a[from + ((order >> (2 * i)) & 3)];
  return (__m128i)result;
}
__EMU_SSE __m128i _mm_shufflelo_epi16(__m128i value, int order) { return __emu_shuffle_half(value, order, 0); }
__EMU_SSE __m128i _mm_shufflehi_epi16(__m128i value, int order) { return __emu_shuffle_half(value, order, 4); }
__EMU_SSE int _mm_extract_epi16(__m128i value, int index) { return ((__v8hu)value)[index & 7]; }
__EMU_SSE __m128i _mm_insert_epi16(__m128i value, int element, int index) {
  __v8hi result = (__v8hi)value;
  result[index & 7] = (short)element;
  return (__m128i)result;
}
__EMU_SSE int _mm_movemask_epi8(__m128i value) {
  int mask = 0;
  for (int i = 0; i < 16; i++) mask |= (((__v16qu)value)[i] >> 7) << i;
  return mask;
}

// Floating point.
__EMU_SSE __m128 _mm_setr_ps(float a, float b, float c, float d) { return (__m128){a, b, c, d}; }
__EMU_SSE __m128 _mm_set_ps(float d, float c, float b, float a) { return (__m128){a, b, c, d}; }
__EMU_SSE __m128 _mm_set1_ps(float a) { return (__m128){a, a, a, a}; }
#define _mm_set_ps1 _mm_set1_ps
__EMU_SSE __m128 _mm_set_ss(float a) { return (__m128){a, 0, 0, 0}; }
__EMU_SSE __m128 _mm_setzero_ps(void) { return _mm_set1_ps(0); }
__EMU_SSE __m128 _mm_load_ps(const float *from) { return *(const __m128 *)from; }
__EMU_SSE __m128 _mm_loadu_ps(const float *from) {
  __m128 result;
  memcpy(&result, from, 16);
  return result;
}
__EMU_SSE __m128 _mm_load1_ps(const float *from) { return _mm_set1_ps(*from); }
#define _mm_load_ps1 _mm_load1_ps
__EMU_SSE __m128 _mm_load_ss(const float *from) { return _mm_set_ss(*from); }
__EMU_SSE void _mm_store_ps(float *to, __m128 value) { *(__m128 *)to = value; }
__EMU_SSE void _mm_stream_ps(float *to, __m128 value) { *(__m128 *)to = value; }
__EMU_SSE void _mm_storeu_ps(float *to, __m128 value) { memcpy(to, &value, 16); }
__EMU_SSE void _mm_store_ss(float *to, __m128 value) { *to = value[0]; }
__EMU_SSE float _mm_cvtss_f32(__m128 value) { return value[0]; }
__EMU_SSE __m128d _mm_setr_pd(double a, double b) { return (__m128d){a, b}; }
__EMU_SSE __m128d _mm_set_pd(double b, double a) { return (__m128d){a, b}; }
__EMU_SSE __m128d _mm_set1_pd(double a) { return (__m128d){a, a}; }
__EMU_SSE __m128d _mm_set_sd(double a) { return (__m128d){a, 0}; }
__EMU_SSE __m128d _mm_setzero_pd(void) { return _mm_set1_pd(0); }
__EMU_SSE __m128d _mm_load_pd(const double *from) { return *(const __m128d *)from; }
__EMU_SSE __m128d _mm_loadu_pd(const double *from) {
  __m128d result;
  memcpy(&result, from, 16);
  return result;
}
__EMU_SSE __m128d _mm_load1_pd(const double *from) { return _mm_set1_pd(*from); }
__EMU_SSE void _mm_store_pd(double *to, __m128d value) { *(__m128d *)to = value; }
__EMU_SSE void _mm_storeu_pd(double *to, __m128d value) { memcpy(to, &value, 16); }
__EMU_SSE void _mm_store_sd(double *to, __m128d value) { *to = value[0]; }
__EMU_SSE double _mm_cvtsd_f64(__m128d value) { return value[0]; }

// All elements, and the first one alone.
#define __EMU_SSE_ARITHMETIC(name, expression)                                                                    \
  __EMU_SSE_EACH(_mm_##name##_ps, __m128, __v4sf, 4, expression)                                                  \
  __EMU_SSE_EACH(_mm_##name##_pd, __m128d, __v2df, 2, expression)                                                 \
  __EMU_SSE __m128 _mm_##name##_ss(__m128 a, __m128 b) { a[0] = _mm_##name##_ps(a, b)[0]; return a; }             \
  __EMU_SSE __m128d _mm_##name##_sd(__m128d a, __m128d b) { a[0] = _mm_##name##_pd(a, b)[0]; return a; }
__EMU_SSE_ARITHMETIC(add, a[i] + b[i])
__EMU_SSE_ARITHMETIC(sub, a[i] - b[i])
__EMU_SSE_ARITHMETIC(mul, a[i] * b[i])
__EMU_SSE_ARITHMETIC(div, a[i] / b[i])
__EMU_SSE_ARITHMETIC(min, a[i] < b[i] ? a[i] : b[i])
__EMU_SSE_ARITHMETIC(max, a[i] > b[i] ? a[i] : b[i])

#define __EMU_SSE_ROOT(name, type, count, expression)            \
  __EMU_SSE type name(type a) {                                  \
    for (int i = 0; i < count; i++) a[i] = (expression);         \
    return a;                                                    \
  }
__EMU_SSE_ROOT(_mm_sqrt_ps, __m128, 4, sqrtf(a[i]))
__EMU_SSE_ROOT(_mm_rsqrt_ps, __m128, 4, 1 / sqrtf(a[i]))
__EMU_SSE_ROOT(_mm_rcp_ps, __m128, 4, 1 / a[i])
__EMU_SSE_ROOT(_mm_sqrt_ss, __m128, 1, sqrtf(a[i]))
__EMU_SSE_ROOT(_mm_rsqrt_ss, __m128, 1, 1 / sqrtf(a[i]))
__EMU_SSE_ROOT(_mm_rcp_ss, __m128, 1, 1 / a[i])
__EMU_SSE_ROOT(_mm_sqrt_pd, __m128d, 2, sqrt(a[i]))

#define __EMU_SSE_COMPARE(name, operator)                        \
  __EMU_SSE_OPERATOR(_mm_cmp##name##_ps, __m128, __v4sf, operator) \
  __EMU_SSE_OPERATOR(_mm_cmp##name##_pd, __m128d, __v2df, operator)
__EMU_SSE_COMPARE(eq, ==)
__EMU_SSE_COMPARE(neq, !=)
__EMU_SSE_COMPARE(lt, <)
__EMU_SSE_COMPARE(le, <=)
__EMU_SSE_COMPARE(gt, >)
__EMU_SSE_COMPARE(ge, >=)
#define __EMU_SSE_BITS(name, vector, operator)                   \
  __EMU_SSE_OPERATOR(_mm_##name##_ps, __m128, vector, operator)  \
  __EMU_SSE_OPERATOR(_mm_##name##_pd, __m128d, vector, operator)
__EMU_SSE_BITS(and, __v2du, &)
__EMU_SSE_BITS(or, __v2du, |)
__EMU_SSE_BITS(xor, __v2du, ^)
__EMU_SSE __m128 _mm_andnot_ps(__m128 a, __m128 b) { return (__m128)(~(__v2du)a & (__v2du)b); }
__EMU_SSE __m128d _mm_andnot_pd(__m128d a, __m128d b) { return (__m128d)(~(__v2du)a & (__v2du)b); }

__EMU_SSE __m128 _mm_shuffle_ps(__m128 a, __m128 b, int order) {
  return _mm_setr_ps(a[order & 3], a[(order >> 2) & 3], b[(order >> 4) & 3], b[(order >> 6) & 3]);
}
__EMU_SSE __m128d _mm_shuffle_pd(__m128d a, __m128d b, int order) { return _mm_setr_pd(a[order & 1], b[(order >> 1) & 1]); }
__EMU_SSE __m128 _mm_unpacklo_ps(__m128 a, __m128 b) { return _mm_setr_ps(a[0], b[0], a[1], b[1]); }
__EMU_SSE __m128 _mm_unpackhi_ps(__m128 a, __m128 b) { return _mm_setr_ps(a[2], b[2], a[3], b[3]); }
__EMU_SSE __m128d _mm_unpacklo_pd(__m128d a, __m128d b) { return _mm_setr_pd(a[0], b[0]); }
__EMU_SSE __m128d _mm_unpackhi_pd(__m128d a, __m128d b) { return _mm_setr_pd(a[1], b[1]); }
__EMU_SSE __m128 _mm_movehl_ps(__m128 a, __m128 b) { return _mm_setr_ps(b[2], b[3], a[2], a[3]); }
__EMU_SSE __m128 _mm_movelh_ps(__m128 a, __m128 b) { return _mm_setr_ps(a[0], a[1], b[0], b[1]); }
__EMU_SSE __m128 _mm_move_ss(__m128 a, __m128 b) { return _mm_setr_ps(b[0], a[1], a[2], a[3]); }
__EMU_SSE int _mm_movemask_ps(__m128 value) {
  __v4su bits = (__v4su)value;
  return (int)(bits[0] >> 31 | bits[1] >> 31 << 1 | bits[2] >> 31 << 2 | bits[3] >> 31 << 3);
}
__EMU_SSE int _mm_movemask_pd(__m128d value) {
  __v2du bits = (__v2du)value;
  return (int)(bits[0] >> 63 | bits[1] >> 63 << 1);
}
#define _MM_TRANSPOSE4_PS(a, b, c, d)                                                     \
  do {                                                                                    \
    __m128 __emu_a = _mm_unpacklo_ps(a, b), __emu_b = _mm_unpacklo_ps(c, d);              \
    __m128 __emu_c = _mm_unpackhi_ps(a, b), __emu_d = _mm_unpackhi_ps(c, d);              \
    (a) = _mm_movelh_ps(__emu_a, __emu_b), (b) = _mm_movehl_ps(__emu_b, __emu_a);         \
    (c) = _mm_movelh_ps(__emu_c, __emu_d), (d) = _mm_movehl_ps(__emu_d, __emu_c);         \
  } while (0)

// Conversions. Out of range, x86 gives the smallest integer.
__EMU_SSE int __emu_whole(double value) { return value >= -2147483648.0 && value < 2147483648.0 ? (int)value : (-2147483647 - 1); }
__EMU_SSE __m128 _mm_cvtepi32_ps(__m128i value) {
  __v4si a = (__v4si)value;
  return _mm_setr_ps((float)a[0], (float)a[1], (float)a[2], (float)a[3]);
}
__EMU_SSE __m128i _mm_cvttps_epi32(__m128 a) {
  return _mm_setr_epi32(__emu_whole(a[0]), __emu_whole(a[1]), __emu_whole(a[2]), __emu_whole(a[3]));
}
__EMU_SSE __m128i _mm_cvtps_epi32(__m128 a) {
  return _mm_setr_epi32(__emu_whole(rintf(a[0])), __emu_whole(rintf(a[1])), __emu_whole(rintf(a[2])), __emu_whole(rintf(a[3])));
}
__EMU_SSE int _mm_cvttss_si32(__m128 a) { return __emu_whole(a[0]); }
__EMU_SSE int _mm_cvtss_si32(__m128 a) { return __emu_whole(rintf(a[0])); }
__EMU_SSE int _mm_cvttsd_si32(__m128d a) { return __emu_whole(a[0]); }
__EMU_SSE int _mm_cvtsd_si32(__m128d a) { return __emu_whole(rint(a[0])); }
__EMU_SSE __m128 _mm_cvtsi32_ss(__m128 a, int value) { a[0] = (float)value; return a; }
__EMU_SSE __m128d _mm_cvtsi32_sd(__m128d a, int value) { a[0] = value; return a; }
__EMU_SSE __m128d _mm_cvtps_pd(__m128 a) { return _mm_setr_pd(a[0], a[1]); }
__EMU_SSE __m128 _mm_cvtpd_ps(__m128d a) { return _mm_setr_ps((float)a[0], (float)a[1], 0, 0); }
__EMU_SSE __m128d _mm_cvtepi32_pd(__m128i a) { return _mm_setr_pd(((__v4si)a)[0], ((__v4si)a)[1]); }
__EMU_SSE __m128i _mm_castps_si128(__m128 a) { return (__m128i)a; }
__EMU_SSE __m128 _mm_castsi128_ps(__m128i a) { return (__m128)a; }
__EMU_SSE __m128i _mm_castpd_si128(__m128d a) { return (__m128i)a; }
__EMU_SSE __m128d _mm_castsi128_pd(__m128i a) { return (__m128d)a; }
__EMU_SSE __m128 _mm_castpd_ps(__m128d a) { return (__m128)a; }
__EMU_SSE __m128d _mm_castps_pd(__m128 a) { return (__m128d)a; }

// Order, caches, memory and time. Host code has one thread.
// Clang declares functions of some of these names itself, so they are macros.
#define _mm_sfence() ((void)0)
#define _mm_lfence() ((void)0)
#define _mm_mfence() ((void)0)
#define _mm_pause() ((void)0)
#define _mm_clflush(place) ((void)(place))
#define _mm_prefetch(place, hint) ((void)(place), (void)(hint))
__EMU_SSE void *_mm_malloc(size_t bytes, size_t alignment) {
  void *found = NULL;
  if (alignment < sizeof(void *)) alignment = sizeof(void *);
  return posix_memalign(&found, alignment, bytes) ? NULL : found;
}
__EMU_SSE void _mm_free(void *place) { free(place); }
/** Counts nanoseconds in place of the ticks of a processor. */
__EMU_SSE unsigned long long __emu_ticks(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (unsigned long long)now.tv_sec * 1000000000 + (unsigned long long)now.tv_nsec;
}
#define __rdtsc() __emu_ticks()

#undef __EMU_SSE
#undef __EMU_SSE_EACH
#undef __EMU_SSE_OPERATOR
#undef __EMU_SSE_SHIFTS
#undef __EMU_SSE_UNPACK
#undef __EMU_SSE_PACK
#undef __EMU_SSE_ARITHMETIC
#undef __EMU_SSE_ROOT
#undef __EMU_SSE_COMPARE
#undef __EMU_SSE_BITS

#endif
