// What a product of cuBLASLt is described by. An attribute or an epilogue that is not declared is not supported: a program
// that names it does not compile, and the message says so.
#ifndef __EMU_CUBLAS_LT_DESCRIPTORS_H
#define __EMU_CUBLAS_LT_DESCRIPTORS_H

#include "emu_cublas/gemm_ex.h"

#include <stdint.h>
#include <string.h>

typedef enum {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
  CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
  CUBLASLT_MATMUL_DESC_TRANSA = 3,
  CUBLASLT_MATMUL_DESC_TRANSB = 4,
  CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
} cublasLtMatmulDescAttributes_t;

/** Sums of these bits: 2 is ReLU, 4 adds the bias, 32 is GELU, 64 its derivative, 128 has a matrix of its own. */
typedef enum {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36,
  CUBLASLT_EPILOGUE_GELU_AUX = 160,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  CUBLASLT_EPILOGUE_DGELU = 192
} cublasLtEpilogue_t;

typedef enum { CUBLASLT_POINTER_MODE_HOST = 0, CUBLASLT_POINTER_MODE_DEVICE = 1 } cublasLtPointerMode_t;
typedef enum { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 } cublasLtOrder_t;

typedef enum {
  CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
  CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
  CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
  CUBLASLT_MATRIX_LAYOUT_COLS = 3,
  CUBLASLT_MATRIX_LAYOUT_LD = 4,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6
} cublasLtMatrixLayoutAttribute_t;

typedef enum {
  CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
  CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8
} cublasLtMatmulPreferenceAttributes_t;

typedef struct {
  cublasComputeType_t compute;
  cudaDataType scale;
  int32_t pointers, opa, opb;
  cublasLtEpilogue_t epilogue;
  const void *bias;
  int32_t biasType;
  void *aux;
  int64_t auxLd;
} cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;

typedef struct {
  uint32_t type;
  int32_t order;
  uint64_t rows, columns;
  int64_t ld;
  int32_t batches;
  int64_t stride;
} cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;

/** Preferences are kept and change nothing: there is one algorithm. */
typedef struct {
  uint64_t workspace;
  uint32_t others[16];
} cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

namespace emu_cublas {

/** The place of an attribute in a descriptor; null for a number that names none. */
struct attribute {
  void *place;
  size_t bytes;
};

template <class T>
attribute at(T &member) {
  return {&member, sizeof(T)};
}

inline attribute find(cublasLtMatmulDesc_t desc, int name) {
  switch (name) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: return at(desc->compute);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE: return at(desc->scale);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE: return at(desc->pointers);
    case CUBLASLT_MATMUL_DESC_TRANSA: return at(desc->opa);
    case CUBLASLT_MATMUL_DESC_TRANSB: return at(desc->opb);
    case CUBLASLT_MATMUL_DESC_EPILOGUE: return at(desc->epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: return at(desc->bias);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return at(desc->biasType);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER: return at(desc->aux);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD: return at(desc->auxLd);
    default: return {nullptr, 0};
  }
}
inline attribute find(cublasLtMatrixLayout_t layout, int name) {
  switch (name) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE: return at(layout->type);
    case CUBLASLT_MATRIX_LAYOUT_ORDER: return at(layout->order);
    case CUBLASLT_MATRIX_LAYOUT_ROWS: return at(layout->rows);
    case CUBLASLT_MATRIX_LAYOUT_COLS: return at(layout->columns);
    case CUBLASLT_MATRIX_LAYOUT_LD: return at(layout->ld);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return at(layout->batches);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return at(layout->stride);
    default: return {nullptr, 0};
  }
}
inline attribute find(cublasLtMatmulPreference_t preference, int name) {
  if (name == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) return at(preference->workspace);
  return name >= 0 && name < 16 ? at(preference->others[name]) : attribute{nullptr, 0};
}

template <class Descriptor>
cublasStatus_t set_attribute(Descriptor descriptor, int name, const void *from, size_t bytes) {
  const attribute to = descriptor ? find(descriptor, name) : attribute{nullptr, 0};
  if (!from || !to.place || to.bytes != bytes) return CUBLAS_STATUS_INVALID_VALUE;
  memcpy(to.place, from, bytes);
  return CUBLAS_STATUS_SUCCESS;
}
/** With a size of 0, answers only how many bytes the attribute has. */
template <class Descriptor>
cublasStatus_t get_attribute(Descriptor descriptor, int name, void *to, size_t bytes, size_t *written) {
  const attribute from = descriptor ? find(descriptor, name) : attribute{nullptr, 0};
  if (!from.place || (bytes == 0 ? !written : !to || from.bytes != bytes)) return CUBLAS_STATUS_INVALID_VALUE;
  if (bytes) memcpy(to, from.place, bytes);
  if (written) *written = from.bytes;
  return CUBLAS_STATUS_SUCCESS;
}
template <class Opaque>
cublasStatus_t created(Opaque **to, const Opaque &value) {
  if (!to) return CUBLAS_STATUS_INVALID_VALUE;
  *to = new Opaque(value);
  return CUBLAS_STATUS_SUCCESS;
}
template <class Opaque>
cublasStatus_t initialized(Opaque *to, const Opaque &value) {
  if (!to) return CUBLAS_STATUS_INVALID_VALUE;
  *to = value;
  return CUBLAS_STATUS_SUCCESS;
}
template <class Opaque>
cublasStatus_t destroyed(Opaque *descriptor) {
  delete descriptor;
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasLtMatmulDescOpaque_t new_desc(cublasComputeType_t compute, cudaDataType scale) {
  return {compute, scale, CUBLASLT_POINTER_MODE_HOST, CUBLAS_OP_N, CUBLAS_OP_N, CUBLASLT_EPILOGUE_DEFAULT, nullptr, -1, nullptr, 0};
}
inline cublasLtMatrixLayoutOpaque_t new_layout(cudaDataType type, uint64_t rows, uint64_t columns, int64_t ld) {
  return {(uint32_t)type, CUBLASLT_ORDER_COL, rows, columns, ld, 1, 0};
}

}  // namespace emu_cublas

#define __EMU_ATTRIBUTES(name, type)                                                                                      \
  static inline cublasStatus_t cublasLt##name##SetAttribute(type descriptor, type##Attribute attribute, const void *from, \
                                                            size_t bytes) {                                              \
    return emu_cublas::set_attribute(descriptor, attribute, from, bytes);                                                \
  }                                                                                                                      \
  static inline cublasStatus_t cublasLt##name##GetAttribute(type descriptor, type##Attribute attribute, void *to,         \
                                                            size_t bytes, size_t *written) {                             \
    return emu_cublas::get_attribute(descriptor, attribute, to, bytes, written);                                         \
  }                                                                                                                      \
  static inline cublasStatus_t cublasLt##name##Destroy(type descriptor) { return emu_cublas::destroyed(descriptor); }
#define cublasLtMatmulDesc_tAttribute cublasLtMatmulDescAttributes_t
#define cublasLtMatrixLayout_tAttribute cublasLtMatrixLayoutAttribute_t
#define cublasLtMatmulPreference_tAttribute cublasLtMatmulPreferenceAttributes_t
__EMU_ATTRIBUTES(MatmulDesc, cublasLtMatmulDesc_t)
__EMU_ATTRIBUTES(MatrixLayout, cublasLtMatrixLayout_t)
__EMU_ATTRIBUTES(MatmulPreference, cublasLtMatmulPreference_t)
#undef cublasLtMatmulDesc_tAttribute
#undef cublasLtMatrixLayout_tAttribute
#undef cublasLtMatmulPreference_tAttribute
#undef __EMU_ATTRIBUTES

static inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute, cudaDataType scale) {
  return emu_cublas::created(desc, emu_cublas::new_desc(compute, scale));
}
static inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType scale) {
  return emu_cublas::initialized(desc, emu_cublas::new_desc(compute, scale));
}
static inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, uint64_t rows,
                                                        uint64_t columns, int64_t ld) {
  return emu_cublas::created(layout, emu_cublas::new_layout(type, rows, columns, ld));
}
static inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type, uint64_t rows, uint64_t columns,
                                                      int64_t ld) {
  return emu_cublas::initialized(layout, emu_cublas::new_layout(type, rows, columns, ld));
}
static inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  return emu_cublas::created(preference, cublasLtMatmulPreferenceOpaque_t{});
}
static inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
  return emu_cublas::initialized(preference, cublasLtMatmulPreferenceOpaque_t{});
}

#endif
