// Vectors and matrices between host and device.
#ifndef __EMU_CUBLAS_TRANSFERS_H
#define __EMU_CUBLAS_TRANSFERS_H

#include "emu_cublas/handle.h"

namespace emu_cublas {
/** `columns` stretches of `bytes`, which begin so far apart. */
static inline cublasStatus_t stretches(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t bytes, size_t columns,
                                       cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  if (bytes == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  cudaError_t error = waits ? cudaMemcpy2D(to, toPitch, from, fromPitch, bytes, columns, kind)
                            : cudaMemcpy2DAsync(to, toPitch, from, fromPitch, bytes, columns, kind, stream);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
}  // namespace emu_cublas

#define __EMU_TRANSFER(direction, kind)                                                                                        \
  static inline cublasStatus_t cublas##direction##VectorAsync(int n, int size, const void *x, int incx, void *y, int incy,    \
                                                              cudaStream_t stream) {                                         \
    __EMU_ASK(n >= 0 && size > 0 && incx > 0 && incy > 0)                                                                      \
    return emu_cublas::stretches(y, (size_t)incy * size, x, (size_t)incx * size, size, n, kind, stream, false);              \
  }                                                                                                                          \
  static inline cublasStatus_t cublas##direction##Vector(int n, int size, const void *x, int incx, void *y, int incy) {       \
    __EMU_ASK(n >= 0 && size > 0 && incx > 0 && incy > 0)                                                                      \
    return emu_cublas::stretches(y, (size_t)incy * size, x, (size_t)incx * size, size, n, kind, 0, true);                    \
  }                                                                                                                          \
  static inline cublasStatus_t cublas##direction##MatrixAsync(int rows, int columns, int size, const void *a, int lda,        \
                                                              void *b, int ldb, cudaStream_t stream) {                       \
    __EMU_ASK(rows >= 0 && columns >= 0 && size > 0 && lda >= rows && ldb >= rows && lda > 0 && ldb > 0)                       \
    return emu_cublas::stretches(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, kind, stream,   \
                                 false);                                                                                     \
  }                                                                                                                          \
  static inline cublasStatus_t cublas##direction##Matrix(int rows, int columns, int size, const void *a, int lda, void *b,    \
                                                         int ldb) {                                                          \
    __EMU_ASK(rows >= 0 && columns >= 0 && size > 0 && lda >= rows && ldb >= rows && lda > 0 && ldb > 0)                       \
    return emu_cublas::stretches(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, kind, 0, true); \
  }
__EMU_TRANSFER(Set, cudaMemcpyHostToDevice)
__EMU_TRANSFER(Get, cudaMemcpyDeviceToHost)
#undef __EMU_TRANSFER

#endif
