// cuBLASLt after its documentation, as far as one product of matrices of real types goes.
#ifndef __EMU_CUBLASLT_H
#define __EMU_CUBLASLT_H

#include "emu_cublas/lt_descriptors.h"
#include "emu_cublas/lt_matmul.h"

#endif
