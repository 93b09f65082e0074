// cuFFT after its documentation: transforms of 1 to 3 dimensions and any size, complex and real, in batches and any layout. They
// are not scaled.
#ifndef __EMU_CUFFT_H
#define __EMU_CUFFT_H

#include "emu_cufft/plan.h"
#include "emu_cufft/transform.h"

namespace emu_cufft {

inline cufftResult make(cufftHandle handle, int rank, const long long *n, const long long *inembed, long long istride, long long idist,
                        const long long *onembed, long long ostride, long long odist, cufftType type, long long batch) {
  plan *made = of(handle);
  if (!made) return CUFFT_INVALID_PLAN;
  if (type != CUFFT_C2C && type != CUFFT_R2C && type != CUFFT_C2R && type != CUFFT_Z2Z && type != CUFFT_D2Z && type != CUFFT_Z2D)
    return CUFFT_INVALID_TYPE;
  if (rank < 1 || rank > 3 || !n || batch < 1) return CUFFT_INVALID_SIZE;
  made->type = type;
  made->batch = (int)batch;
  for (int d = 0; d < rank; d++) {
    if (n[d] < 1) return CUFFT_INVALID_SIZE;
    made->n[3 - rank + d] = (int)n[d];
  }
  // Without the extent of one side, both are packed.
  made->hasInput = made->hasOutput = inembed && onembed;
  const auto side = [=](const long long *embed, long long stride, long long distance) {
    return layout{rank > 2 ? (int)embed[1] : 1, rank > 1 ? (int)embed[rank - 1] : 1, (int)stride, distance};
  };
  if (made->hasInput) {
    made->input = side(inembed, istride, idist);
    made->output = side(onembed, ostride, odist);
  }
  made->rank = rank;
  return CUFFT_SUCCESS;
}

}  // namespace emu_cufft

static inline cufftResult cufftCreate(cufftHandle *plan) {
  if (!plan) return CUFFT_INVALID_VALUE;
  emu_cufft::plans().emplace_back(new emu_cufft::plan);
  *plan = (cufftHandle)emu_cufft::plans().size();
  return CUFFT_SUCCESS;
}
static inline cufftResult cufftDestroy(cufftHandle plan) {
  if (!emu_cufft::of(plan)) return CUFFT_INVALID_PLAN;
  emu_cufft::plans()[plan - 1].reset();
  return CUFFT_SUCCESS;
}
static inline cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  if (!emu_cufft::of(plan)) return CUFFT_INVALID_PLAN;
  emu_cufft::of(plan)->stream = stream;
  return CUFFT_SUCCESS;
}
// An execution allocates its memory itself, so a plan needs none.
static inline cufftResult cufftSetAutoAllocation(cufftHandle plan, int) {
  return emu_cufft::of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
static inline cufftResult cufftSetWorkArea(cufftHandle plan, void *) {
  return emu_cufft::of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
static inline cufftResult cufftGetSize(cufftHandle plan, size_t *workSize) {
  if (!emu_cufft::of(plan)) return CUFFT_INVALID_PLAN;
  *workSize = 0;
  return CUFFT_SUCCESS;
}
static inline cufftResult cufftGetVersion(int *version) {
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}

static inline cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                                            int ostride, int odist, cufftType type, int batch, size_t *workSize) {
  if (rank < 1 || rank > 3 || !n) return CUFFT_INVALID_SIZE;
  long long sizes[3], in[3], out[3];
  for (int d = 0; d < rank; d++) {
    sizes[d] = n[d];
    if (inembed) in[d] = inembed[d];
    if (onembed) out[d] = onembed[d];
  }
  if (workSize) *workSize = 0;
  return emu_cufft::make(plan, rank, sizes, inembed ? in : nullptr, istride, idist, onembed ? out : nullptr, ostride, odist, type, batch);
}
static inline cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize) {
  return cufftMakePlanMany(plan, 1, &nx, nullptr, 1, nx, nullptr, 1, nx, type, batch, workSize);
}
static inline cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize) {
  int n[] = {nx, ny};
  return cufftMakePlanMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workSize);
}
static inline cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *workSize) {
  int n[] = {nx, ny, nz};
  return cufftMakePlanMany(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workSize);
}

#define __EMU_PLAN(name, parameters, ...)                             \
  static inline cufftResult cufftPlan##name parameters {              \
    cufftResult result = cufftCreate(plan);                           \
    if (result != CUFFT_SUCCESS) return result;                       \
    result = cufftMakePlan##name(*plan, __VA_ARGS__, nullptr);        \
    if (result != CUFFT_SUCCESS) cufftDestroy(*plan);                 \
    return result;                                                    \
  }
__EMU_PLAN(1d, (cufftHandle *plan, int nx, cufftType type, int batch), nx, type, batch)
__EMU_PLAN(2d, (cufftHandle *plan, int nx, int ny, cufftType type), nx, ny, type)
__EMU_PLAN(3d, (cufftHandle *plan, int nx, int ny, int nz, cufftType type), nx, ny, nz, type)
__EMU_PLAN(Many, (cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist,
                  cufftType type, int batch),
           rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch)
#undef __EMU_PLAN

// Templates: only a function that is called makes its kernels.
#define __EMU_EXECUTE(name, In, Out)                                                              \
  template <class = void>                                                                         \
  static inline cufftResult cufftExec##name(cufftHandle plan, In *idata, Out *odata, int direction) { \
    return emu_cufft::execute(plan, CUFFT_##name, idata, odata, direction);                       \
  }
#define __EMU_EXECUTE_ONE_WAY(name, In, Out, direction)                                           \
  template <class = void>                                                                         \
  static inline cufftResult cufftExec##name(cufftHandle plan, In *idata, Out *odata) {            \
    return emu_cufft::execute(plan, CUFFT_##name, idata, odata, direction);                       \
  }
__EMU_EXECUTE(C2C, cufftComplex, cufftComplex)
__EMU_EXECUTE(Z2Z, cufftDoubleComplex, cufftDoubleComplex)
__EMU_EXECUTE_ONE_WAY(R2C, cufftReal, cufftComplex, CUFFT_FORWARD)
__EMU_EXECUTE_ONE_WAY(C2R, cufftComplex, cufftReal, CUFFT_INVERSE)
__EMU_EXECUTE_ONE_WAY(D2Z, cufftDoubleReal, cufftDoubleComplex, CUFFT_FORWARD)
__EMU_EXECUTE_ONE_WAY(Z2D, cufftDoubleComplex, cufftDoubleReal, CUFFT_INVERSE)
#undef __EMU_EXECUTE
#undef __EMU_EXECUTE_ONE_WAY

#endif
