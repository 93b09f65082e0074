// Level 1: vectors. Sums are taken in double and rounded at the end.
#ifndef __EMU_CUBLAS_VECTORS_H
#define __EMU_CUBLAS_VECTORS_H

#include "emu_cublas/handle.h"

namespace emu_cublas {

constexpr int PARTS = 1024;

/** The sum, or the best, of `of(i)`: parts in threads, then the parts in one, which stores it where the handle says. */
template <class R, class A, class Of, class Join, class Finish>
cublasStatus_t reduce(cublasHandle_t handle, int n, R *result, A start, Of of, Join join, Finish finish) {
  const int parts = n < PARTS ? (n > 0 ? n : 1) : PARTS;
  A *part = nullptr;
  if (cudaMalloc(&part, parts * sizeof(A) + sizeof(R)) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
  const bool isHost = handle->pointers == CUBLAS_POINTER_MODE_HOST;
  R *to = isHost ? (R *)(part + parts) : result;
  cublasStatus_t status = each(handle, parts, [=](unsigned p) {
    A sum = start;
    for (int i = (int)p; i < n; i += parts) sum = join(sum, of(i));
    part[p] = sum;
  });
  if (!status)
    status = each(handle, 1, [=](unsigned) {
      A sum = start;
      for (int p = 0; p < parts; p++) sum = join(sum, part[p]);
      *to = finish(sum);
    });
  if (!status && isHost && cudaMemcpy(result, to, sizeof(R), cudaMemcpyDeviceToHost) != cudaSuccess)
    status = CUBLAS_STATUS_EXECUTION_FAILED;
  cudaFree(part);
  return status;
}

/** A candidate for the largest or smallest: of equal ones the first stands. */
struct candidate {
  double size;
  int at;
};
template <class T>
cublasStatus_t extreme(cublasHandle_t handle, int n, const T *x, int incx, int *result, bool isLargest) {
  __EMU_ASK_HANDLE
  __EMU_ASK(result)
  return reduce(
      handle, incx > 0 ? n : 0, result, candidate{0, -1}, [=](int i) { return candidate{fabs((double)x[(size_t)i * incx]), i}; },
      [=](candidate a, candidate b) {
        if (a.at < 0 || b.at < 0) return a.at < 0 ? b : a;
        if (a.size == b.size) return a.at < b.at ? a : b;
        return (a.size > b.size) == isLargest ? a : b;
      },
      [](candidate best) { return best.at + 1; });
}

}  // namespace emu_cublas

#define __EMU_VECTORS(S, T)                                                                                                    \
  __EMU_ON_USE cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,      \
                                               int incy) {                                                                   \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(alpha)                                                                                                           \
    const emu_cublas::scalar<T> a(handle, alpha);                                                                            \
    return emu_cublas::each(handle, n > 0 ? n : 0, [=](unsigned i) {                                                         \
      emu_cublas::element(y, n, i, incy) += a.get() * emu_cublas::element(x, n, i, incx);                                    \
    });                                                                                                                      \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx) {               \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(alpha)                                                                                                           \
    const emu_cublas::scalar<T> a(handle, alpha);                                                                            \
    return emu_cublas::each(handle, n > 0 && incx > 0 ? n : 0, [=](unsigned i) { x[(size_t)i * incx] *= a.get(); });         \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y, int incy) {         \
    __EMU_ASK_HANDLE                                                                                                           \
    return emu_cublas::each(handle, n > 0 ? n : 0, [=](unsigned i) {                                                         \
      emu_cublas::element(y, n, i, incy) = emu_cublas::element(x, n, i, incx);                                               \
    });                                                                                                                      \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy) {               \
    __EMU_ASK_HANDLE                                                                                                           \
    return emu_cublas::each(handle, n > 0 ? n : 0, [=](unsigned i) {                                                         \
      T &a = emu_cublas::element(x, n, i, incx), &b = emu_cublas::element(y, n, i, incy);                                    \
      const T kept = a;                                                                                                      \
      a = b;                                                                                                                 \
      b = kept;                                                                                                              \
    });                                                                                                                      \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,       \
                                              T *result) {                                                                   \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(result)                                                                                                          \
    return emu_cublas::reduce(                                                                                               \
        handle, n, result, 0.0,                                                                                              \
        [=](int i) { return (double)emu_cublas::element(x, n, i, incx) * (double)emu_cublas::element(y, n, i, incy); },      \
        [](double a, double b) { return a + b; }, [](double sum) { return (T)sum; });                                        \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T *x, int incx, T *result) {              \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(result)                                                                                                          \
    return emu_cublas::reduce(                                                                                               \
        handle, incx > 0 ? n : 0, result, 0.0, [=](int i) { return fabs((double)x[(size_t)i * incx]); },                     \
        [](double a, double b) { return a + b; }, [](double sum) { return (T)sum; });                                        \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T *x, int incx, T *result) {              \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(result)                                                                                                          \
    /* hypot does not overflow where the squares would. */                                                                   \
    return emu_cublas::reduce(                                                                                               \
        handle, incx > 0 ? n : 0, result, 0.0, [=](int i) { return fabs((double)x[(size_t)i * incx]); },                     \
        [](double a, double b) { return sizeof(T) == 8 ? hypot(a, b) : sqrt(a * a + b * b); },                               \
        [](double sum) { return (T)sum; });                                                                                  \
  }
__EMU_VECTORS(S, float)
__EMU_VECTORS(D, double)
#undef __EMU_VECTORS

#define __EMU_EXTREME(name, T, isLargest)                                                                          \
  __EMU_ON_USE cublasStatus_t name(cublasHandle_t handle, int n, const T *x, int incx, int *result) {           \
    return emu_cublas::extreme(handle, n, x, incx, result, isLargest);                                           \
  }
__EMU_EXTREME(cublasIsamax, float, true)
__EMU_EXTREME(cublasIsamin, float, false)
__EMU_EXTREME(cublasIdamax, double, true)
__EMU_EXTREME(cublasIdamin, double, false)
#undef __EMU_EXTREME

#endif
