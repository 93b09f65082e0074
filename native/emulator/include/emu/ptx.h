// The instructions of PTX that inline assembly may use, a function for each: `add.s32` is emu_ptx_add_s32. A device
// side with `asm` statements includes this; grader/compile/ir/ptx/ calls the functions by their names and the types of
// their parameters, and finds there what it does not do itself (mov, cvt between plain types, setp, …). What a function
// answers goes to an instruction's first operand; a vector's second element is what stands behind `|`. A pointer is
// the carry flag. Addresses are generic, 32 bits wide.
#ifndef __EMU_PTX_H
#define __EMU_PTX_H

#include "cuda_runtime.h"

// Kept in the raw IR until it is known which are used.
#define __EMU_PTX extern "C" __inline__ __attribute__((device, used, always_inline))

#include "emu/ptx/integers.h"
#include "emu/ptx/bits.h"
#include "emu/ptx/floats.h"
#include "emu/ptx/memory.h"
#include "emu/ptx/threads.h"

#endif
