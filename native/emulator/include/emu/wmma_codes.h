// How the headers tell the runtime what a fragment is. One number: what it is for, its shape, its element type, whether
// its columns lie one after another in memory, and the logarithm of how many elements it has in a thread.
#ifndef __EMU_WMMA_CODES_H
#define __EMU_WMMA_CODES_H

enum { __EMU_MATRIX_A, __EMU_MATRIX_B, __EMU_ACCUMULATOR };
// The last three are PTX's alone.
enum { __EMU_16_16_16, __EMU_32_8_16, __EMU_8_32_16, __EMU_16_16_8, __EMU_8_8_4, __EMU_16_8_16, __EMU_16_8_8, __EMU_16_8_32 };
enum { __EMU_HALF, __EMU_BFLOAT16, __EMU_TF32, __EMU_FLOAT, __EMU_DOUBLE, __EMU_SCHAR, __EMU_UCHAR, __EMU_INT };
#define __EMU_FRAGMENT(use, shape, type, columns, log2)                                                                  \
  ((unsigned)(use) | (unsigned)(shape) << 2 | (unsigned)(type) << 5 | (unsigned)(columns) << 8 | (unsigned)(log2) << 9)
#define __EMU_USE(code) ((code) & 3u)
#define __EMU_SHAPE(code) ((code) >> 2 & 7u)
#define __EMU_TYPE(code) ((code) >> 5 & 7u)
#define __EMU_COLUMNS(code) ((code) >> 8 & 1u)
#define __EMU_ELEMENTS(code) (1u << ((code) >> 9 & 7u))
// Of __emu_fragment_sync: is it a load?
#define __EMU_LOADS 0x1000u

// What is told while a kernel runs: an accumulator's layout, and whether integers saturate. All else is a type's.
#define __EMU_TOLD_AT_RUN_TIME (1u << 8 | 1u << 21)

// A product: its shape, the type of its factors and how many of theirs a thread has, the types of what is added and of
// the sum, and whether integers saturate.
#define __EMU_PRODUCT(shape, type, log2a, log2b, added, sum, saturates)                                                  \
  (__EMU_FRAGMENT(0, shape, type, 0, log2a) | (unsigned)(log2b) << 12 | (unsigned)(added) << 15 |                        \
   (unsigned)(sum) << 18 | (unsigned)(saturates) << 21)
#define __EMU_ELEMENTS_B(code) (1u << ((code) >> 12 & 7u))
#define __EMU_ADDED(code) ((code) >> 15 & 7u)
#define __EMU_SUM(code) ((code) >> 18 & 7u)
#define __EMU_SATURATES(code) ((code) >> 21 & 1u)

#endif
