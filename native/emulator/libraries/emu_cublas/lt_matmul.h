// D = epilogue(alpha op(A) op(B) + beta C + bias) of cuBLASLt, by one simple kernel. Sums are taken as in cublasGemmEx.
#ifndef __EMU_CUBLAS_LT_MATMUL_H
#define __EMU_CUBLAS_LT_MATMUL_H

#include "emu_cublas/lt_descriptors.h"

typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct {
  uint64_t data[8];
} cublasLtMatmulAlgo_t;
typedef struct {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
} cublasLtMatmulHeuristicResult_t;

namespace emu_cublas {

/** A matrix of a product: element (row, column) of one of its batches. */
struct placed {
  char *first;
  cudaDataType type;
  long long ld, stride;
  bool byRows;
  __EMU_MEMBER size_t element(unsigned batch, size_t row, size_t column) const {
    return (size_t)(stride * batch) + (byRows ? row * ld + column : column * ld + row);
  }
};

inline placed place(const void *first, cublasLtMatrixLayout_t layout, bool transposed = false) {
  const bool byRows = layout->order == CUBLASLT_ORDER_ROW;
  return {(char *)first, (cudaDataType)layout->type, layout->ld, layout->stride, byRows != transposed};
}

/** The operations after the sum. */
struct epilogue {
  int bits;
  const void *bias;
  cudaDataType biasType;
  placed aux;
  __EMU_MEMBER bool has(int bit) const { return (bits & bit) != 0; }
};

/** GELU and its derivative, by the hyperbolic tangent. */
__EMU_DEVICE inline float gelu(float x) { return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))); }
__EMU_DEVICE inline float gelu_slope(float x) {
  const float t = tanhf(0.7978845608f * (x + 0.044715f * x * x * x));
  return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * 0.7978845608f * (1.0f + 0.134145f * x * x);
}

/** @return the element of D, whose sum with beta C is `value` */
template <class Sum>
__EMU_DEVICE Sum finish(const epilogue &after, Sum value, unsigned batch, size_t row, size_t column) {
  if (after.has(4)) value += load<Sum>(after.bias, after.biasType, row);
  if (after.has(2) && value < 0) value = 0;
  if (!after.has(32 | 64)) return value;
  const size_t beside = after.aux.element(batch, row, column);
  if (after.has(64)) return value * (Sum)gelu_slope((float)load<Sum>(after.aux.first, after.aux.type, beside));
  if (after.has(128)) save<Sum>(after.aux.first, after.aux.type, beside, value);
  return (Sum)gelu((float)value);
}

/** A handle of cuBLAS for `each` and `scalar`. */
inline cublasContext context_of(cublasLtMatmulDesc_t desc, cudaStream_t stream) {
  return {stream, desc->pointers == CUBLASLT_POINTER_MODE_DEVICE ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST,
          CUBLAS_DEFAULT_MATH, CUBLAS_ATOMICS_NOT_ALLOWED};
}

template <class Sum>
cublasStatus_t multiply(cublasLtMatmulDesc_t desc, const void *alpha, placed a, placed b, const void *beta, placed c, placed d,
                        epilogue after, size_t rows, size_t columns, size_t depth, int batches, cudaStream_t stream) {
  cublasContext context = context_of(desc, stream);
  const bool onDevice = context.pointers == CUBLAS_POINTER_MODE_DEVICE;
  const cudaDataType scale = desc->scale;
  const Sum by = onDevice ? Sum() : host_scalar<Sum>(alpha, scale), keep = onDevice ? Sum() : host_scalar<Sum>(beta, scale);
  const size_t elements = rows * columns;
  return each(&context, elements * batches, [=](unsigned i) {
    const unsigned batch = i / elements;
    const size_t row = i % elements % rows, column = i % elements / rows;
    Sum sum = 0;
    for (size_t at = 0; at < depth; at++)
      sum += load<Sum>(a.first, a.type, a.element(batch, row, at)) * load<Sum>(b.first, b.type, b.element(batch, at, column));
    Sum value = (onDevice ? load<Sum>(alpha, scale, 0) : by) * sum;
    const Sum kept = onDevice ? load<Sum>(beta, scale, 0) : keep;
    if (kept != 0) value += kept * load<Sum>(c.first, c.type, c.element(batch, row, column));
    save<Sum>(d.first, d.type, d.element(batch, row, column), finish<Sum>(after, value, batch, row, column));
  });
}

/** @return whether the sizes of the matrices fit each other, and each row or column its leading dimension */
inline bool fits(cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                 cublasLtMatrixLayout_t d) {
  for (cublasLtMatrixLayout_t layout : {a, b, c, d}) {
    const uint64_t line = layout->order == CUBLASLT_ORDER_ROW ? layout->columns : layout->rows;
    if (layout->ld < (int64_t)line || layout->batches != d->batches) return false;
  }
  const bool ta = desc->opa != CUBLAS_OP_N, tb = desc->opb != CUBLAS_OP_N;
  return (ta ? a->columns : a->rows) == d->rows && (ta ? a->rows : a->columns) == (tb ? b->columns : b->rows) &&
         (tb ? b->rows : b->columns) == d->columns && c->rows == d->rows && c->columns == d->columns;
}

inline cublasStatus_t check_matmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                   cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!desc || !a || !b || !c || !d || !fits(desc, a, b, c, d)) return CUBLAS_STATUS_INVALID_VALUE;
  const bool combines = c->type == d->type &&
                        is_combination(desc->compute, (cudaDataType)a->type, (cudaDataType)b->type, (cudaDataType)d->type);
  return combines ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace emu_cublas

static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  return cublasCreate((cublasHandle_t *)handle);
}
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return cublasDestroy((cublasHandle_t)handle); }
static inline size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
static inline const char *cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
static inline const char *cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

/** Finds the one algorithm that there is. It needs no workspace. */
static inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
                                                            cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                                            cublasLtMatmulPreference_t preference, int asked,
                                                            cublasLtMatmulHeuristicResult_t *results, int *found) {
  if (!preference || asked < 1 || !results || !found) return CUBLAS_STATUS_INVALID_VALUE;
  *found = 0;
  const cublasStatus_t status = emu_cublas::check_matmul(handle, desc, a, b, c, d);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  results[0] = cublasLtMatmulHeuristicResult_t{};
  results[0].wavesCount = 1;
  *found = 1;
  return CUBLAS_STATUS_SUCCESS;
}

__EMU_ON_USE cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha, const void *a,
                                           cublasLtMatrixLayout_t layoutA, const void *b, cublasLtMatrixLayout_t layoutB,
                                           const void *beta, const void *c, cublasLtMatrixLayout_t layoutC, void *d,
                                           cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *, void *, size_t,
                                           cudaStream_t stream) {
  using namespace emu_cublas;
  const cublasStatus_t status = check_matmul(handle, desc, layoutA, layoutB, layoutC, layoutD);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const bool ta = desc->opa != CUBLAS_OP_N, tb = desc->opb != CUBLAS_OP_N;
  const size_t depth = ta ? layoutA->rows : layoutA->columns;
  const placed to = place(d, layoutD);
  placed aux = to;
  aux.first = (char *)desc->aux;
  aux.ld = desc->auxLd;
  const bool needsAux = (desc->epilogue & 128) != 0, needsBias = (desc->epilogue & 4) != 0;
  if (!alpha || !beta || needsBias != (desc->bias != nullptr)) return CUBLAS_STATUS_INVALID_VALUE;
  // As on an H200, which ignores a place for the values before the function only where there is no function.
  const bool hasFunction = (desc->epilogue & (2 | 32)) != 0;
  if (needsAux ? !desc->aux : desc->aux && hasFunction) return CUBLAS_STATUS_NOT_SUPPORTED;
  const epilogue after = {desc->epilogue, desc->bias, desc->biasType < 0 ? to.type : (cudaDataType)desc->biasType, aux};
  const auto run = to.type == CUDA_R_64F ? multiply<double> : to.type == CUDA_R_32I ? multiply<int> : multiply<float>;
  return run(desc, alpha, place(a, layoutA, ta), place(b, layoutB, tb), beta, place(c, layoutC), to, after, layoutD->rows,
             layoutD->columns, depth, layoutD->batches, stream);
}

#endif
