// Products of complex matrices.
#ifndef __EMU_CUBLAS_COMPLEX_H
#define __EMU_CUBLAS_COMPLEX_H

#include "cuComplex.h"
#include "emu_cublas/gemm.h"

namespace emu_cublas {

template <class C>
__EMU_MEMBER C product(C a, C b) {
  return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

/** Element (row, column) of op(A), which can be the conjugate. */
template <class C>
__EMU_MEMBER C complex_entry(const C *a, int lda, cublasOperation_t op, int row, int column) {
  const C z = entry(a, lda, op != CUBLAS_OP_N, row, column);
  return op == CUBLAS_OP_C ? C{z.x, -z.y} : z;
}

template <class C>
cublasStatus_t complex_gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const C *alpha,
                            strided<const C> as, int lda, strided<const C> bs, int ldb, const C *beta, strided<C> cs, int ldc,
                            int batches) {
  const cublasStatus_t status = check_gemm(handle, opa, opb, m, n, k, alpha, lda, ldb, beta, ldc, batches);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const scalar<C> by(handle, alpha), keep(handle, beta);
  const unsigned elements = (unsigned)m * n;
  return each(handle, (size_t)elements * batches, [=](unsigned i) {
    const unsigned batch = i / elements;
    const int row = i % elements % m, column = i % elements / m;
    C sum{0, 0};
    for (int at = 0; at < k; at++) {
      const C term = product(complex_entry(as.of(batch), lda, opa, row, at), complex_entry(bs.of(batch), ldb, opb, at, column));
      sum = C{sum.x + term.x, sum.y + term.y};
    }
    C &to = cs.of(batch)[(size_t)column * ldc + row];
    const C kept = keep.get(), made = product(by.get(), sum);
    const C old = kept.x == 0 && kept.y == 0 ? C{0, 0} : product(kept, to);
    to = C{made.x + old.x, made.y + old.y};
  });
}

}  // namespace emu_cublas

#define __EMU_COMPLEX_GEMM(S, C)                                                                                                     \
  __EMU_ON_USE cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,     \
                                              int k, const C *alpha, const C *a, int lda, const C *b, int ldb, const C *beta, C *c, \
                                              int ldc) {                                                                             \
    return emu_cublas::complex_gemm<C>(handle, opa, opb, m, n, k, alpha, {a, 0}, lda, {b, 0}, ldb, beta, {c, 0}, ldc, 1);            \
  }                                                                                                                                  \
  __EMU_ON_USE cublasStatus_t cublas##S##gemmStridedBatched(                                                                         \
      cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const C *alpha, const C *a, int lda, \
      long long strideA, const C *b, int ldb, long long strideB, const C *beta, C *c, int ldc, long long strideC, int batches) {     \
    return emu_cublas::complex_gemm<C>(handle, opa, opb, m, n, k, alpha, {a, strideA}, lda, {b, strideB}, ldb, beta, {c, strideC},   \
                                       ldc, batches);                                                                                \
  }
__EMU_COMPLEX_GEMM(C, cuComplex)
__EMU_COMPLEX_GEMM(Z, cuDoubleComplex)
#undef __EMU_COMPLEX_GEMM

#endif
