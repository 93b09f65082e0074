// How the headers tell the runtime what a fragment is. One number: what it is for, its shape, its element type, whether
// its columns lie one after another in memory, and the logarithm of how many elements it has in a thread.
#ifndef EMU_WMMA_CODES_H
#define EMU_WMMA_CODES_H

enum { EMU_MATRIX_A, EMU_MATRIX_B, EMU_ACCUMULATOR };
// The last three are PTX's alone.
enum { EMU_16_16_16, EMU_32_8_16, EMU_8_32_16, EMU_16_16_8, EMU_8_8_4, EMU_16_8_16, EMU_16_8_8, EMU_16_8_32 };
enum { EMU_HALF, EMU_BFLOAT16, EMU_TF32, EMU_FLOAT, EMU_DOUBLE, EMU_SCHAR, EMU_UCHAR, EMU_INT };
#define EMU_FRAGMENT(use, shape, type, columns, log2)                                                                  \
  ((unsigned)(use) | (unsigned)(shape) << 2 | (unsigned)(type) << 5 | (unsigned)(columns) << 8 | (unsigned)(log2) << 9)
#define EMU_USE(code) ((code) & 3u)
#define EMU_SHAPE(code) ((code) >> 2 & 7u)
#define EMU_TYPE(code) ((code) >> 5 & 7u)
#define EMU_COLUMNS(code) ((code) >> 8 & 1u)
#define EMU_ELEMENTS(code) (1u << ((code) >> 9 & 7u))
// Of __emu_fragment_sync: is it a load?
#define EMU_LOADS 0x1000u

// What is told while a kernel runs: an accumulator's layout, and whether integers saturate. All else is a type's.
#define EMU_TOLD_AT_RUN_TIME (1u << 8 | 1u << 21)

// A product: its shape, the type of its factors and how many of theirs a thread has, the types of what is added and of
// the sum, and whether integers saturate.
#define EMU_PRODUCT(shape, type, log2a, log2b, added, sum, saturates)                                                  \
  (EMU_FRAGMENT(0, shape, type, 0, log2a) | (unsigned)(log2b) << 12 | (unsigned)(added) << 15 |                        \
   (unsigned)(sum) << 18 | (unsigned)(saturates) << 21)
#define EMU_ELEMENTS_B(code) (1u << ((code) >> 12 & 7u))
#define EMU_ADDED(code) ((code) >> 15 & 7u)
#define EMU_SUM(code) ((code) >> 18 & 7u)
#define EMU_SATURATES(code) ((code) >> 21 & 1u)

#endif
