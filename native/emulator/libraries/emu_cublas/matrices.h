// Level 2, and what adds matrices: a thread for each element of the result.
#ifndef __EMU_CUBLAS_MATRICES_H
#define __EMU_CUBLAS_MATRICES_H

#include "emu_cublas/handle.h"

#define __EMU_MATRICES(S, T)                                                                                                   \
  __EMU_ON_USE cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T *alpha,     \
                                               const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {   \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(m >= 0 && n >= 0 && lda >= (m > 1 ? m : 1) && incx != 0 && incy != 0 && alpha && beta)                           \
    const emu_cublas::scalar<T> by(handle, alpha), keep(handle, beta);                                                       \
    const bool transposed = op != CUBLAS_OP_N;                                                                               \
    const int rows = transposed ? n : m, columns = transposed ? m : n;                                                       \
    return emu_cublas::each(handle, rows, [=](unsigned i) {                                                                  \
      T sum = 0;                                                                                                             \
      for (int k = 0; k < columns; k++)                                                                                      \
        sum += emu_cublas::entry(a, lda, transposed, i, k) * emu_cublas::element(x, columns, k, incx);                       \
      T &to = emu_cublas::element(y, rows, i, incy);                                                                         \
      const T kept = keep.get();                                                                                             \
      to = by.get() * sum + (kept == 0 ? T(0) : kept * to);                                                                  \
    });                                                                                                                      \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx,      \
                                              const T *y, int incy, T *a, int lda) {                                         \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(m >= 0 && n >= 0 && lda >= (m > 1 ? m : 1) && incx != 0 && incy != 0 && alpha)                                   \
    const emu_cublas::scalar<T> by(handle, alpha);                                                                           \
    return emu_cublas::each(handle, (size_t)m * n, [=](unsigned i) {                                                         \
      const int row = i % m, column = i / m;                                                                                 \
      a[(size_t)column * lda + row] +=                                                                                       \
          by.get() * emu_cublas::element(x, m, row, incx) * emu_cublas::element(y, n, column, incy);                         \
    });                                                                                                                      \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,    \
                                               int n, const T *alpha, const T *a, int lda, const T *beta, const T *b,        \
                                               int ldb, T *c, int ldc) {                                                     \
    __EMU_ASK_HANDLE                                                                                                           \
    const bool ta = opa != CUBLAS_OP_N, tb = opb != CUBLAS_OP_N;                                                             \
    __EMU_ASK(m >= 0 && n >= 0 && alpha && beta && lda >= (ta ? n : m) && ldb >= (tb ? n : m) && ldc >= m)                     \
    /* In place it is defined for what is not transposed. */                                                                 \
    __EMU_ASK((a != c || (!ta && lda == ldc)) && (b != c || (!tb && ldb == ldc)))                                              \
    const emu_cublas::scalar<T> ofA(handle, alpha), ofB(handle, beta);                                                       \
    return emu_cublas::each(handle, (size_t)m * n, [=](unsigned i) {                                                         \
      const int row = i % m, column = i / m;                                                                                 \
      const T x = ofA.get(), y = ofB.get();                                                                                  \
      c[(size_t)column * ldc + row] = (x == 0 ? T(0) : x * emu_cublas::entry(a, lda, ta, row, column)) +                     \
                                      (y == 0 ? T(0) : y * emu_cublas::entry(b, ldb, tb, row, column));                      \
    });                                                                                                                      \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *a,        \
                                               int lda, const T *x, int incx, T *c, int ldc) {                               \
    __EMU_ASK_HANDLE                                                                                                           \
    __EMU_ASK(m >= 0 && n >= 0 && lda >= m && ldc >= m)                                                                        \
    const bool left = side == CUBLAS_SIDE_LEFT;                                                                              \
    return emu_cublas::each(handle, (size_t)m * n, [=](unsigned i) {                                                         \
      const int row = i % m, column = i / m;                                                                                 \
      c[(size_t)column * ldc + row] =                                                                                        \
          a[(size_t)column * lda + row] * emu_cublas::element(x, left ? m : n, left ? row : column, incx);                   \
    });                                                                                                                      \
  }
__EMU_MATRICES(S, float)
__EMU_MATRICES(D, double)
#undef __EMU_MATRICES

#endif
