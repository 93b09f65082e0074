// Triangular systems: op(A) X = alpha B, a thread for each column of B, or X op(A) = alpha B, one for each row. X replaces B.
#ifndef __EMU_CUBLAS_TRSM_H
#define __EMU_CUBLAS_TRSM_H

#include "emu_cublas/handle.h"

namespace emu_cublas {

template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                    cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int lda, T *b, int ldb) {
  __EMU_ASK_HANDLE
  const bool left = side == CUBLAS_SIDE_LEFT, transposed = op != CUBLAS_OP_N, unit = diagonal == CUBLAS_DIAG_UNIT;
  const int size = left ? m : n;
  __EMU_ASK(m >= 0 && n >= 0 && alpha && lda >= (size > 1 ? size : 1) && ldb >= (m > 1 ? m : 1))
  const scalar<T> by(handle, alpha);
  // From the right the system is that of the transposed matrix.
  const bool turned = transposed == left;
  const bool fromTop = (fill == CUBLAS_FILL_MODE_LOWER) != turned;
  return each(handle, left ? n : m, [=](unsigned line) {
    const auto x = [=](int i) -> T & { return left ? b[(size_t)line * ldb + i] : b[(size_t)i * ldb + line]; };
    for (int step = 0; step < size; step++) {
      const int i = fromTop ? step : size - 1 - step;
      T sum = by.get() * x(i);
      for (int done = 0; done < step; done++) {
        const int j = fromTop ? done : size - 1 - done;
        sum -= entry(a, lda, turned, i, j) * x(j);
      }
      x(i) = unit ? sum : sum / a[(size_t)i * lda + i];
    }
  });
}

}  // namespace emu_cublas

#define __EMU_TRSM(S, T)                                                                                                       \
  __EMU_ON_USE cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,           \
                                               cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T *alpha,\
                                               const T *a, int lda, T *b, int ldb) {                                         \
    return emu_cublas::trsm(handle, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb);                                  \
  }
__EMU_TRSM(S, float)
__EMU_TRSM(D, double)
#undef __EMU_TRSM

#endif
