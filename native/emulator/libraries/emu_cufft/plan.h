// Types of cuFFT, and what a plan remembers.
#ifndef __EMU_CUFFT_PLAN_H
#define __EMU_CUFFT_PLAN_H

#include <memory>
#include <vector>

#include "cuComplex.h"
#include "cuda_runtime.h"

// By this helper_cuda.h of the samples knows that the results are there.
#define _CUFFT_H_
#define CUFFTAPI
#define CUFFT_VER_MAJOR 12
#define CUFFT_VER_MINOR 0
#define CUFFT_VER_PATCH 0
#define CUFFT_VERSION 12000
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef enum cufftResult_t {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef enum cufftType_t {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

namespace emu_cufft {

/** The places of one side's elements, in elements: batch b, index (i, j, k) is at b * distance + ((i * e1 + j) * e2 + k) * stride. */
struct layout {
  int e1, e2, stride;
  long long distance;
  __EMU_MEMBER long long place(long long batch, int i, int j, int k) const {
    return batch * distance + (((long long)i * e1 + j) * e2 + k) * stride;
  }
};

/** A plan; missing dimensions have the size 1 and are the first ones. */
struct plan {
  cufftType type;
  int rank = 0, n[3] = {1, 1, 1}, batch = 1;
  bool hasInput = false, hasOutput = false;
  layout input{}, output{};
  cudaStream_t stream = 0;

  /** Returns the layout of a side with `last` elements in the last dimension, one batch after the other. */
  layout packed(int last) const { return {n[1], last, 1, (long long)n[0] * n[1] * last}; }
  int half() const { return n[2] / 2 + 1; }
};

inline std::vector<std::unique_ptr<plan>> &plans() {
  static std::vector<std::unique_ptr<plan>> all;
  return all;
}
inline plan *of(cufftHandle handle) {
  return handle > 0 && (size_t)handle <= plans().size() ? plans()[handle - 1].get() : nullptr;
}

}  // namespace emu_cufft

#endif
