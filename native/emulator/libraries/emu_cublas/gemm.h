// Products of matrices: a thread for each element, which goes along a row and a column.
#ifndef __EMU_CUBLAS_GEMM_H
#define __EMU_CUBLAS_GEMM_H

#include "emu_cublas/handle.h"

namespace emu_cublas {

/** The matrix of a batch, which lie so far apart, or where a table says. */
template <class T>
struct strided {
  T *first;
  long long stride;
  __EMU_MEMBER T *of(unsigned batch) const { return first + stride * batch; }
};
template <class T>
struct listed {
  T *const *table;
  __EMU_MEMBER T *of(unsigned batch) const { return table[batch]; }
};

/** Returns what cuBLAS says of arguments that are wrong. */
inline cublasStatus_t check_gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                 const void *alpha, int lda, int ldb, const void *beta, int ldc, int batches) {
  __EMU_ASK_HANDLE
  const int rowsA = opa != CUBLAS_OP_N ? k : m, rowsB = opb != CUBLAS_OP_N ? n : k;
  __EMU_ASK(m >= 0 && n >= 0 && k >= 0 && batches >= 0 && alpha && beta)
  __EMU_ASK(lda >= (rowsA > 1 ? rowsA : 1) && ldb >= (rowsB > 1 ? rowsB : 1) && ldc >= (m > 1 ? m : 1))
  return CUBLAS_STATUS_SUCCESS;
}

template <class T, class A, class B, class C>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const T *alpha,
                    A as, int lda, B bs, int ldb, const T *beta, C cs, int ldc, int batches) {
  const cublasStatus_t status = check_gemm(handle, opa, opb, m, n, k, alpha, lda, ldb, beta, ldc, batches);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const bool ta = opa != CUBLAS_OP_N, tb = opb != CUBLAS_OP_N;
  const scalar<T> by(handle, alpha), keep(handle, beta);
  const unsigned elements = (unsigned)m * n;
  return each(handle, (size_t)elements * batches, [=](unsigned i) {
    const unsigned batch = i / elements;
    const int row = i % elements % m, column = i % elements / m;
    const auto *a = as.of(batch);
    const auto *b = bs.of(batch);
    T sum = 0;
    for (int at = 0; at < k; at++) sum += entry(a, lda, ta, row, at) * entry(b, ldb, tb, at, column);
    auto &to = cs.of(batch)[(size_t)column * ldc + row];
    const T kept = keep.get();
    to = by.get() * sum + (kept == 0 ? T(0) : kept * to);
  });
}

}  // namespace emu_cublas

#define __EMU_GEMM(S, T)                                                                                                       \
  __EMU_ON_USE cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,    \
                                               int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,       \
                                               const T *beta, T *c, int ldc) {                                               \
    return emu_cublas::gemm<T>(handle, opa, opb, m, n, k, alpha, emu_cublas::strided<const T>{a, 0}, lda,                    \
                               emu_cublas::strided<const T>{b, 0}, ldb, beta, emu_cublas::strided<T>{c, 0}, ldc, 1);         \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##gemmStridedBatched(                                                                 \
      cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const T *alpha, const T *a,  \
      int lda, long long strideA, const T *b, int ldb, long long strideB, const T *beta, T *c, int ldc, long long strideC,   \
      int batches) {                                                                                                         \
    return emu_cublas::gemm<T>(handle, opa, opb, m, n, k, alpha, emu_cublas::strided<const T>{a, strideA}, lda,              \
                               emu_cublas::strided<const T>{b, strideB}, ldb, beta, emu_cublas::strided<T>{c, strideC}, ldc, \
                               batches);                                                                                     \
  }                                                                                                                          \
  __EMU_ON_USE cublasStatus_t cublas##S##gemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,    \
                                                      int m, int n, int k, const T *alpha, const T *const a[], int lda,      \
                                                      const T *const b[], int ldb, const T *beta, T *const c[], int ldc,     \
                                                      int batches) {                                                         \
    return emu_cublas::gemm<T>(handle, opa, opb, m, n, k, alpha, emu_cublas::listed<const T>{a}, lda,                        \
                               emu_cublas::listed<const T>{b}, ldb, beta, emu_cublas::listed<T>{c}, ldc, batches);           \
  }
__EMU_GEMM(S, float)
__EMU_GEMM(D, double)
#undef __EMU_GEMM

#endif
