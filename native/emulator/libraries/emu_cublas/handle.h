// Statuses, modes, and what a handle remembers.
#ifndef __EMU_CUBLAS_HANDLE_H
#define __EMU_CUBLAS_HANDLE_H

#include "cuda_runtime.h"

#define CUBLAS_VERSION 130000
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
// By this helper_cuda.h of the samples knows that the statuses are there.
#define CUBLAS_API_H_
#define CUBLASAPI
#define CUBLASWINAPI

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
} cublasMath_t;

struct cublasContext {
  cudaStream_t stream;
  cublasPointerMode_t pointers;
  cublasMath_t math;
  cublasAtomicsMode_t atomics;
};
typedef struct cublasContext *cublasHandle_t;

static inline const char *cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define __EMU_NAME(name) case name: return #name;
    __EMU_NAME(CUBLAS_STATUS_SUCCESS)
    __EMU_NAME(CUBLAS_STATUS_NOT_INITIALIZED)
    __EMU_NAME(CUBLAS_STATUS_ALLOC_FAILED)
    __EMU_NAME(CUBLAS_STATUS_INVALID_VALUE)
    __EMU_NAME(CUBLAS_STATUS_ARCH_MISMATCH)
    __EMU_NAME(CUBLAS_STATUS_MAPPING_ERROR)
    __EMU_NAME(CUBLAS_STATUS_EXECUTION_FAILED)
    __EMU_NAME(CUBLAS_STATUS_INTERNAL_ERROR)
    __EMU_NAME(CUBLAS_STATUS_NOT_SUPPORTED)
    __EMU_NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef __EMU_NAME
  }
  return "CUBLAS_STATUS_UNKNOWN";
}
static inline const char *cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE: return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_MAPPING_ERROR: return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the function failed to launch on the GPU";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "the requested functionality is not supported";
    default: return "an internal operation failed";
  }
}

static inline cublasStatus_t cublasCreate(cublasHandle_t *handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext{0, CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH, CUBLAS_ATOMICS_NOT_ALLOWED};
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
#define __EMU_SETTING(name, type, member)                                              \
  static inline cublasStatus_t cublasSet##name(cublasHandle_t handle, type value) {  \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                               \
    handle->member = value;                                                          \
    return CUBLAS_STATUS_SUCCESS;                                                    \
  }                                                                                  \
  static inline cublasStatus_t cublasGet##name(cublasHandle_t handle, type *value) { \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                               \
    if (!value) return CUBLAS_STATUS_INVALID_VALUE;                                  \
    *value = handle->member;                                                         \
    return CUBLAS_STATUS_SUCCESS;                                                    \
  }
__EMU_SETTING(Stream, cudaStream_t, stream)
__EMU_SETTING(PointerMode, cublasPointerMode_t, pointers)
__EMU_SETTING(MathMode, cublasMath_t, math)
__EMU_SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
#undef __EMU_SETTING
static inline cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!version) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
// Nothing here needs memory of its own.
static inline cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *, size_t) {
  return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

namespace emu_cublas {

/** A scalar that lies with the host, or, where the handle says so, on the device. */
template <class T>
struct scalar {
  T value;
  const T *lies;
  scalar(cublasHandle_t handle, const T *from) : value(), lies(nullptr) {
    if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE) lies = from;
    else value = *from;
  }
  __EMU_MEMBER T get() const { return lies ? *lies : value; }
};

/** Element i of a vector; with a negative increment it begins at its end. */
template <class T>
__EMU_MEMBER T &element(T *x, int n, int i, int increment) {
  return x[increment < 0 ? (ptrdiff_t)(i + 1 - n) * increment : (ptrdiff_t)i * increment];
}
/** Element (row, column) of op(A). */
template <class T>
__EMU_MEMBER T &entry(T *a, int lda, bool transposed, int row, int column) {
  return transposed ? a[(size_t)row * lda + column] : a[(size_t)column * lda + row];
}

template <class Body>
__global__ void kernel(Body body, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}
/** body(0) to body(count - 1), each in a thread. */
template <class Body>
cublasStatus_t each(cublasHandle_t handle, size_t count, Body body) {
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  kernel<<<(unsigned)((count + 255) / 256), 256, 0, handle->stream>>>(body, (unsigned)count);
  return cudaPeekAtLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace emu_cublas

// Functions that launch kernels are templates: only a function that is called makes its kernels.
#define __EMU_ON_USE template <class = void> static inline

// What every function asks first. All of them are for float and double.
#define __EMU_ASK_HANDLE if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
#define __EMU_ASK(condition) if (!(condition)) return CUBLAS_STATUS_INVALID_VALUE;

#endif
