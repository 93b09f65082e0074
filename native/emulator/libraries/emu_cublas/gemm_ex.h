// Products of matrices whose types are arguments. Products and sums are taken in the type of the computation: double, int, or
// float for all others, also where a GPU would round factors to tf32 or sums to half.
#ifndef __EMU_CUBLAS_GEMM_EX_H
#define __EMU_CUBLAS_GEMM_EX_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "emu_cublas/gemm.h"
#include "library_types.h"

typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

// Algorithms are hints: CUBLAS_GEMM_DFALT and CUBLAS_GEMM_DEFAULT are the same one, the numbered ones count from 0 and from 100.
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_ALGO1 = 1,
  CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3,
  CUBLAS_GEMM_ALGO23 = 23,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} cublasGemmAlgo_t;

namespace emu_cublas {

/** Returns the size of an element; 0 for a type that is not supported. */
inline int bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F: return 8;
    case CUDA_R_32F: case CUDA_R_32I: return 4;
    case CUDA_R_16F: case CUDA_R_16BF: return 2;
    case CUDA_R_8I: return 1;
    default: return 0;
  }
}

template <class Sum>
__EMU_DEVICE Sum load(const void *from, cudaDataType type, size_t i) {
  if (sizeof(Sum) == 8) return (Sum)((const double *)from)[i];
  if (type == CUDA_R_32F) return (Sum)((const float *)from)[i];
  if (type == CUDA_R_16F) return (Sum)__half2float(((const __half *)from)[i]);
  if (type == CUDA_R_16BF) return (Sum)__bfloat162float(((const __nv_bfloat16 *)from)[i]);
  if (type == CUDA_R_32I) return (Sum)((const int *)from)[i];
  return (Sum)((const signed char *)from)[i];
}
template <class Sum>
__EMU_DEVICE void save(void *to, cudaDataType type, size_t i, Sum value) {
  if (sizeof(Sum) == 8) ((double *)to)[i] = (double)value;
  else if (type == CUDA_R_32F) ((float *)to)[i] = (float)value;
  else if (type == CUDA_R_16F) ((__half *)to)[i] = __float2half((float)value);
  else if (type == CUDA_R_16BF) ((__nv_bfloat16 *)to)[i] = __float2bfloat16((float)value);
  else ((int *)to)[i] = (int)value;
}

/** Returns a scalar in host memory. */
template <class Sum>
Sum host_scalar(const void *from, cudaDataType type) {
  if (type == CUDA_R_16F) return (Sum)__half2float(*(const __half *)from);
  if (type == CUDA_R_64F) return (Sum)*(const double *)from;
  if (type == CUDA_R_32I) return (Sum)*(const int *)from;
  return (Sum)*(const float *)from;
}

/** The matrices of a batch: `bytes` apart, or at the addresses of a table. */
struct untyped {
  char *first;
  void *const *table;
  long long bytes;
  __EMU_MEMBER char *of(unsigned batch) const { return table ? (char *)table[batch] : first + bytes * batch; }
};

struct operand {
  untyped matrices;
  cudaDataType type;
  int ld;
};

template <class Sum>
cublasStatus_t gemm_in(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha,
                       operand a, operand b, const void *beta, operand c, int batches, cudaDataType scale) {
  const bool onDevice = handle->pointers == CUBLAS_POINTER_MODE_DEVICE, ta = opa != CUBLAS_OP_N, tb = opb != CUBLAS_OP_N;
  Sum by = 0, keep = 0;
  if (!onDevice) {
    by = host_scalar<Sum>(alpha, scale);
    keep = host_scalar<Sum>(beta, scale);
  }
  const unsigned elements = (unsigned)m * n;
  return each(handle, (size_t)elements * batches, [=](unsigned i) {
    const unsigned batch = i / elements;
    const int row = i % elements % m, column = i % elements / m;
    const char *from = a.matrices.of(batch), *with = b.matrices.of(batch);
    Sum sum = 0;
    for (int at = 0; at < k; at++)
      sum += load<Sum>(from, a.type, ta ? (size_t)row * a.ld + at : (size_t)at * a.ld + row) *
             load<Sum>(with, b.type, tb ? (size_t)at * b.ld + column : (size_t)column * b.ld + at);
    const size_t place = (size_t)column * c.ld + row;
    const Sum scaled = (onDevice ? load<Sum>(alpha, scale, 0) : by) * sum, kept = onDevice ? load<Sum>(beta, scale, 0) : keep;
    save<Sum>(c.matrices.of(batch), c.type, place, kept == 0 ? scaled : scaled + kept * load<Sum>(c.matrices.of(batch), c.type, place));
  });
}

/** Returns whether the table of `cublasGemmEx` has this combination of real types. */
inline bool is_combination(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c) {
  if (a != b) return false;
  switch (compute) {
    case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return a == CUDA_R_64F && c == CUDA_R_64F;
    case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return a == CUDA_R_8I && c == CUDA_R_32I;
    case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return a == CUDA_R_16F && c == CUDA_R_16F;
    case CUBLAS_COMPUTE_32F: case CUBLAS_COMPUTE_32F_PEDANTIC:
      return (a == CUDA_R_16F || a == CUDA_R_16BF || a == CUDA_R_8I || a == CUDA_R_32F) && (c == CUDA_R_32F || (c == a && a != CUDA_R_8I));
    // Modes that may round the factors. An H200 takes halves with tf32 as well.
    default: return (a == CUDA_R_32F || a == CUDA_R_16F) && c == CUDA_R_32F;
  }
}

inline cublasStatus_t gemm_ex(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha,
                              operand a, operand b, const void *beta, operand c, int batches, cublasComputeType_t compute) {
  const cublasStatus_t status = check_gemm(handle, opa, opb, m, n, k, alpha, a.ld, b.ld, beta, c.ld, batches);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  if (!is_combination(compute, a.type, b.type, c.type)) return CUBLAS_STATUS_NOT_SUPPORTED;
  // Integers of 8 bits are read four at a time.
  if (a.type == CUDA_R_8I && (a.ld % 4 != 0 || b.ld % 4 != 0)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (c.type == CUDA_R_64F) return gemm_in<double>(handle, opa, opb, m, n, k, alpha, a, b, beta, c, batches, CUDA_R_64F);
  if (c.type == CUDA_R_32I) return gemm_in<int>(handle, opa, opb, m, n, k, alpha, a, b, beta, c, batches, CUDA_R_32I);
  const bool half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
  return gemm_in<float>(handle, opa, opb, m, n, k, alpha, a, b, beta, c, batches, half ? CUDA_R_16F : CUDA_R_32F);
}

inline operand apart(const void *first, cudaDataType type, int ld, long long stride) {
  return {{(char *)first, nullptr, stride * bytes_of(type)}, type, ld};
}
inline operand listed_in(const void *const table[], cudaDataType type, int ld) {
  return {{nullptr, (void *const *)table, 0}, type, ld};
}

}  // namespace emu_cublas

__EMU_ON_USE cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                         const void *alpha, const void *a, cudaDataType typeA, int lda, const void *b,
                                         cudaDataType typeB, int ldb, const void *beta, void *c, cudaDataType typeC, int ldc,
                                         cublasComputeType_t compute, cublasGemmAlgo_t) {
  using namespace emu_cublas;
  return gemm_ex(handle, opa, opb, m, n, k, alpha, apart(a, typeA, lda, 0), apart(b, typeB, ldb, 0), beta, apart(c, typeC, ldc, 0), 1,
                 compute);
}
/** The older form: the type of the computation is a type of data. */
__EMU_ON_USE cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                         const void *alpha, const void *a, cudaDataType typeA, int lda, const void *b,
                                         cudaDataType typeB, int ldb, const void *beta, void *c, cudaDataType typeC, int ldc,
                                         cudaDataType compute, cublasGemmAlgo_t algorithm) {
  cublasComputeType_t type;
  switch (compute) {
    case CUDA_R_16F: type = CUBLAS_COMPUTE_16F; break;
    case CUDA_R_32F: type = CUBLAS_COMPUTE_32F; break;
    case CUDA_R_64F: type = CUBLAS_COMPUTE_64F; break;
    case CUDA_R_32I: type = CUBLAS_COMPUTE_32I; break;
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, typeA, lda, b, typeB, ldb, beta, c, typeC, ldc, type, algorithm);
}
__EMU_ON_USE cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                                       int k, const void *alpha, const void *a, cudaDataType typeA, int lda,
                                                       long long strideA, const void *b, cudaDataType typeB, int ldb, long long strideB,
                                                       const void *beta, void *c, cudaDataType typeC, int ldc, long long strideC,
                                                       int batches, cublasComputeType_t compute, cublasGemmAlgo_t) {
  using namespace emu_cublas;
  return gemm_ex(handle, opa, opb, m, n, k, alpha, apart(a, typeA, lda, strideA), apart(b, typeB, ldb, strideB), beta,
                 apart(c, typeC, ldc, strideC), batches, compute);
}
__EMU_ON_USE cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                                const void *alpha, const void *const a[], cudaDataType typeA, int lda,
                                                const void *const b[], cudaDataType typeB, int ldb, const void *beta, void *const c[],
                                                cudaDataType typeC, int ldc, int batches, cublasComputeType_t compute,
                                                cublasGemmAlgo_t) {
  using namespace emu_cublas;
  return gemm_ex(handle, opa, opb, m, n, k, alpha, listed_in(a, typeA, lda), listed_in(b, typeB, ldb), beta, listed_in(c, typeC, ldc),
                 batches, compute);
}
/** Takes the sums in float. */
__EMU_ON_USE cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                          const float *alpha, const void *a, cudaDataType typeA, int lda, const void *b,
                                          cudaDataType typeB, int ldb, const float *beta, void *c, cudaDataType typeC, int ldc) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, typeA, lda, b, typeB, ldb, beta, c, typeC, ldc, CUBLAS_COMPUTE_32F,
                      CUBLAS_GEMM_DEFAULT);
}
__EMU_ON_USE cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                        const __half *alpha, const __half *a, int lda, const __half *b, int ldb, const __half *beta,
                                        __half *c, int ldc) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c, CUDA_R_16F, ldc,
                      CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
__EMU_ON_USE cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                                      int k, const __half *alpha, const __half *a, int lda, long long strideA,
                                                      const __half *b, int ldb, long long strideB, const __half *beta, __half *c,
                                                      int ldc, long long strideC, int batches) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, strideA, b, CUDA_R_16F, ldb, strideB, beta, c,
                                    CUDA_R_16F, ldc, strideC, batches, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

#endif
