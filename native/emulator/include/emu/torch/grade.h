// What a generated entry point calls (grader/pipeline/grade/entry.ts): tensors over the case's buffers, and the result's way back.
#ifndef __EMU_TORCH_GRADE_H
#define __EMU_TORCH_GRADE_H

// nvcc makes no host code of it.
#ifdef __clang__
extern "C" __attribute__((import_module("cuda"), import_name("returned_tensor")))
void __emu_returned_tensor(int defined, int type, int cuda, int contiguous, int dims, const int64_t *sizes);
#else
static inline void __emu_returned_tensor(int, int, int, int, int, const int64_t *) {}
#endif

namespace emu_torch {
inline at::Tensor over(const void *buffer, c10::ScalarType type, c10::IntArrayRef sizes) {
  return at::from_blob((void *)buffer, sizes, c10::TensorOptions().dtype(type).device(c10::kCUDA));
}
// A tensor that is not as asked for is told of, and not copied.
inline void give(const at::Tensor &result, void *output, c10::ScalarType type, c10::IntArrayRef sizes) {
  __emu_returned_tensor(result.defined(), (int)result.scalar_type(), result.is_cuda(), result.is_contiguous(), (int)result.dim(),
                        result.sizes().data());
  if (!result.defined() || result.scalar_type() != type || !result.is_cuda() || !result.is_contiguous() || result.sizes() != sizes) return;
  (void)cudaMemcpy(output, result.data_ptr(), result.nbytes(), cudaMemcpyDeviceToDevice);
}
} // namespace emu_torch

#endif
