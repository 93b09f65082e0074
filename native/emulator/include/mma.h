// Warp matrix functions (CUDA C++ Programming Guide, "Warp Matrix Functions"): fragments of tiles that the 32 lanes of a
// warp hold together, loaded, multiplied and stored. What lane holds which element is the runtime's business
// (runtime/fragments.c).
#ifndef __EMU_PUBLIC_MMA_H
#define __EMU_PUBLIC_MMA_H

#include "cuda_bf16.h"
#include "emu/wmma_codes.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
#define __EMU_SUBBYTE __attribute__((unavailable("unsupported feature: wmma of less than 8 bits")))
namespace experimental {
namespace precision {
struct __EMU_SUBBYTE u4;
struct __EMU_SUBBYTE s4;
struct __EMU_SUBBYTE b1;
}  // namespace precision
}  // namespace experimental
#undef __EMU_SUBBYTE

namespace __emu_wmma {

template <class T>
struct element;
#define __EMU_ELEMENT(type, storage_type, type_code) \
  template <>                                      \
  struct element<type> {                           \
    typedef storage_type storage;                  \
    enum { code = type_code };                     \
  };
__EMU_ELEMENT(__half, __half, __EMU_HALF)
__EMU_ELEMENT(__nv_bfloat16, __nv_bfloat16, __EMU_BFLOAT16)
__EMU_ELEMENT(precision::tf32, float, __EMU_TF32)
__EMU_ELEMENT(float, float, __EMU_FLOAT)
__EMU_ELEMENT(double, double, __EMU_DOUBLE)
__EMU_ELEMENT(signed char, signed char, __EMU_SCHAR)
__EMU_ELEMENT(unsigned char, unsigned char, __EMU_UCHAR)
__EMU_ELEMENT(int, int, __EMU_INT)
#undef __EMU_ELEMENT

// For what a fragment's type is not deduced from.
template <class T>
struct given {
  typedef T type;
};
template <bool Is, class T = void>
struct only_if {};
template <class T>
struct only_if<true, T> {
  typedef T type;
};
template <class T, class U>
constexpr bool same = false;
template <class T>
constexpr bool same<T, T> = true;
template <class T>
constexpr bool narrow = same<T, signed char> || same<T, unsigned char>;
// Which factors go with which sums.
template <class T, class Added, class Sum>
constexpr bool adds = same<T, __half>  ? (same<Added, __half> || same<Added, float>) && (same<Sum, __half> || same<Sum, float>)
                      : narrow<T>      ? same<Added, int> && same<Sum, int>
                      : same<T, double> ? same<Added, double> && same<Sum, double>
                                        : same<Added, float> && same<Sum, float>;

template <class T, int Size>
struct __align__(8) fragment_base {
  enum { num_elements = Size, num_storage_elements = Size };
  typedef T element_type;
  typedef typename element<T>::storage storage_element_type;
  storage_element_type x[Size];
  unsigned __emu_filled;  // 1: some function has; where a thread has set no element either, its variable is uninitialised
};
template <class Fragment>
__EMU_DEVICE void *own(int site, Fragment &fragment) {
  return __emu_own(site, &fragment, sizeof(Fragment), 1);
}
template <class Fragment>
__EMU_DEVICE const void *own(int site, const Fragment &fragment) {
  return __emu_own(site, &fragment, sizeof(Fragment), 0);
}
template <int n>
constexpr unsigned log2_of = 1 + log2_of<n / 2>;
template <>
constexpr unsigned log2_of<1> = 0;

}  // namespace __emu_wmma

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

namespace __emu_wmma {

template <int m, int n, int k>
constexpr int shape = m == 32 ? __EMU_32_8_16 : n == 32 ? __EMU_8_32_16 : k == 16 ? __EMU_16_16_16 : k == 8 ? __EMU_16_16_8 : __EMU_8_8_4;
template <class Use>
constexpr int use = same<Use, matrix_a> ? __EMU_MATRIX_A : same<Use, matrix_b> ? __EMU_MATRIX_B : __EMU_ACCUMULATOR;
template <class Use, int m, int n, int k, class T, class Layout>
constexpr unsigned code = __EMU_FRAGMENT(use<Use>, (shape<m, n, k>), element<T>::code, (same<Layout, col_major>),
                                       (log2_of<fragment<Use, m, n, k, T, Layout>::num_elements>));

}  // namespace __emu_wmma

// How many elements a thread has, as NVIDIA's header tells: some factors are there twice.
#define __EMU_FACTOR(use, m, n, k, type, size)                                                                  \
  template <>                                                                                                 \
  class fragment<use, m, n, k, type, row_major> : public __emu_wmma::fragment_base<type, size> {};            \
  template <>                                                                                                 \
  class fragment<use, m, n, k, type, col_major> : public __emu_wmma::fragment_base<type, size> {};
#define __EMU_SUM_OF(m, n, k, type, size) \
  template <>                           \
  class fragment<accumulator, m, n, k, type> : public __emu_wmma::fragment_base<type, size> {};
#define __EMU_SHAPE_OF_16(m, n, half_size, a_size, b_size, a_bytes, b_bytes) \
  __EMU_FACTOR(matrix_a, m, n, 16, __half, half_size)                        \
  __EMU_FACTOR(matrix_b, m, n, 16, __half, half_size)                        \
  __EMU_FACTOR(matrix_a, m, n, 16, __nv_bfloat16, a_size)                    \
  __EMU_FACTOR(matrix_b, m, n, 16, __nv_bfloat16, b_size)                    \
  __EMU_FACTOR(matrix_a, m, n, 16, signed char, a_bytes)                     \
  __EMU_FACTOR(matrix_b, m, n, 16, signed char, b_bytes)                     \
  __EMU_FACTOR(matrix_a, m, n, 16, unsigned char, a_bytes)                   \
  __EMU_FACTOR(matrix_b, m, n, 16, unsigned char, b_bytes)                   \
  __EMU_SUM_OF(m, n, 16, __half, 8)                                          \
  __EMU_SUM_OF(m, n, 16, float, 8)                                           \
  __EMU_SUM_OF(m, n, 16, int, 8)
__EMU_SHAPE_OF_16(16, 16, 16, 8, 8, 8, 8)
__EMU_SHAPE_OF_16(32, 8, 16, 16, 4, 16, 4)
__EMU_SHAPE_OF_16(8, 32, 16, 4, 16, 4, 16)
__EMU_FACTOR(matrix_a, 16, 16, 8, precision::tf32, 4)
__EMU_FACTOR(matrix_b, 16, 16, 8, precision::tf32, 4)
__EMU_SUM_OF(16, 16, 8, float, 8)
__EMU_FACTOR(matrix_a, 8, 8, 4, double, 1)
__EMU_FACTOR(matrix_b, 8, 8, 4, double, 1)
__EMU_SUM_OF(8, 8, 4, double, 2)
#undef __EMU_FACTOR
#undef __EMU_SUM_OF
#undef __EMU_SHAPE_OF_16

/** Rounded to the nearest of tf32's 10 bits of fraction, ties away from zero. */
__EMU_DEVICE float __float_to_tf32(float value) {
  unsigned bits = __builtin_bit_cast(unsigned, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return __builtin_bit_cast(float, 0x7fffffffu);
  if ((bits & 0x7f800000u) == 0x7f800000u) return value;
  return __builtin_bit_cast(float, (bits + 0x1000u) & ~0x1fffu);
}

template <class T, int Size>
__EMU_DEVICE void fill_fragment(__emu_wmma::fragment_base<T, Size> &fragment,
                              const typename __emu_wmma::element<T>::storage &value) {
  typename __emu_wmma::element<T>::storage all = value;
#pragma unroll
  for (int i = 0; i < Size; i++) fragment.x[i] = all;
  fragment.__emu_filled = 1;
}

template <class Use, int m, int n, int k, class T, class Layout>
__EMU_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &to,
                                 const typename __emu_wmma::element<T>::storage *from, unsigned ldm) {
  static_assert(!__emu_wmma::same<Use, accumulator>, "an accumulator is loaded with mem_row_major or mem_col_major");
  int site = __emu_site();
  constexpr unsigned code = __emu_wmma::code<Use, m, n, k, T, Layout>;
  void *words = __emu_wmma::own(site, to);
  __emu_fragment_load(site, words, from, ldm, code);
  __emu_fragment_sync(site, words, from, ldm, code | __EMU_LOADS);
}
template <int m, int n, int k, class T>
__EMU_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T> &to, const typename __emu_wmma::given<T>::type *from,
                                 unsigned ldm, layout_t layout) {
  int site = __emu_site();
  unsigned code = __emu_wmma::code<accumulator, m, n, k, T, void> | (layout == mem_col_major ? 1u << 8 : 0);
  void *words = __emu_wmma::own(site, to);
  __emu_fragment_load(site, words, from, ldm, code);
  __emu_fragment_sync(site, words, from, ldm, code | __EMU_LOADS);
}
template <int m, int n, int k, class T>
__EMU_DEVICE void store_matrix_sync(typename __emu_wmma::given<T>::type *to,
                                  const fragment<accumulator, m, n, k, T> &from, unsigned ldm, layout_t layout) {
  int site = __emu_site();
  unsigned code = __emu_wmma::code<accumulator, m, n, k, T, void> | (layout == mem_col_major ? 1u << 8 : 0);
  // Lanes may exchange elements before they store.
  fragment<accumulator, m, n, k, T> words =
      *(const fragment<accumulator, m, n, k, T> *)__emu_wmma::own(site, from);
  __emu_fragment_sync(site, &words, to, ldm, code);
  __emu_fragment_store(site, &words, to, ldm, code);
}

#define __EMU_MMA_CODE(saturates)                                                                                    \
  __EMU_PRODUCT((__emu_wmma::shape<m, n, k>), __emu_wmma::element<T>::code,                                          \
              (__emu_wmma::log2_of<fragment<matrix_a, m, n, k, T, LayoutA>::num_elements>),                             \
              (__emu_wmma::log2_of<fragment<matrix_b, m, n, k, T, LayoutB>::num_elements>), __emu_wmma::element<Added>::code, \
              __emu_wmma::element<Sum>::code, saturates)
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Added, class Sum>
__EMU_DEVICE typename __emu_wmma::only_if<__emu_wmma::adds<T, Added, Sum>>::type mma_sync(
    fragment<accumulator, m, n, k, Sum> &d, const fragment<matrix_a, m, n, k, T, LayoutA> &a,
    const fragment<matrix_b, m, n, k, T, LayoutB> &b, const fragment<accumulator, m, n, k, Added> &c) {
  int site = __emu_site();
  __emu_mma(site, __emu_wmma::own(site, d), __emu_wmma::own(site, a), __emu_wmma::own(site, b), __emu_wmma::own(site, c),
            __EMU_MMA_CODE(0));
}
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Added, class Sum>
__EMU_DEVICE typename __emu_wmma::only_if<__emu_wmma::adds<T, Added, Sum> && __emu_wmma::narrow<T>>::type mma_sync(
    fragment<accumulator, m, n, k, Sum> &d, const fragment<matrix_a, m, n, k, T, LayoutA> &a,
    const fragment<matrix_b, m, n, k, T, LayoutB> &b, const fragment<accumulator, m, n, k, Added> &c, bool satf) {
  int site = __emu_site();
  __emu_mma(site, __emu_wmma::own(site, d), __emu_wmma::own(site, a), __emu_wmma::own(site, b), __emu_wmma::own(site, c),
            satf ? __EMU_MMA_CODE(1) : __EMU_MMA_CODE(0));
}
#undef __EMU_MMA_CODE

}  // namespace wmma
}  // namespace nvcuda

#endif
