// cuBLAS after its documentation: matrices lie column after column, and amax and amin count from 1.
#ifndef __EMU_CUBLAS_V2_H
#define __EMU_CUBLAS_V2_H

#include "emu_cublas/handle.h"
#include "emu_cublas/transfers.h"
#include "emu_cublas/vectors.h"
#include "emu_cublas/matrices.h"
#include "emu_cublas/gemm.h"
#include "emu_cublas/complex.h"
#include "emu_cublas/gemm_ex.h"
#include "emu_cublas/trsm.h"

#endif
