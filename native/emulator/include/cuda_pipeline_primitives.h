// Pipeline primitives ("Pipeline Primitives Interface" of the CUDA C++ Programming Guide): a copy has happened when its
// call returns, so that waiting for it is never long.
#ifndef __EMU_PUBLIC_CUDA_PIPELINE_PRIMITIVES_H
#define __EMU_PUBLIC_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"

namespace __emu_pipeline {

// The last `zeros` bytes are not read, and become 0.
template <class Word>
__EMU_DEVICE void copy(void *to, const void *from, __SIZE_TYPE__ zeros) {
  if (zeros == 0) {
    *(Word *)to = *(const Word *)from;
    return;
  }
  if (zeros > sizeof(Word)) __trap();
  union {
    Word word;
    unsigned char bytes[sizeof(Word)];
  } part = {};
  for (__SIZE_TYPE__ i = 0; i < sizeof(Word) - zeros; i++) part.bytes[i] = ((const unsigned char *)from)[i];
  *(Word *)to = part.word;
}

}  // namespace __emu_pipeline

/** 4, 8 or 16 bytes, aligned to their number. */
__EMU_DEVICE void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, __SIZE_TYPE__ bytes,
                                        __SIZE_TYPE__ zeros = 0) {
  switch (bytes) {
    case 4: return __emu_pipeline::copy<unsigned>(to, from, zeros);
    case 8: return __emu_pipeline::copy<uint2>(to, from, zeros);
    case 16: return __emu_pipeline::copy<uint4>(to, from, zeros);
    default: __trap();
  }
}
__EMU_DEVICE void __pipeline_commit() {}
__EMU_DEVICE void __pipeline_wait_prior(__SIZE_TYPE__) {}

#endif
