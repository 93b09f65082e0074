// PyTorch's interface for inline extensions, as far as courses use it: tensors are made, looked at, and handed to
// kernels; nothing is computed with them. Written after PyTorch's documentation, for both compilers: Clang makes host
// and device code of it, nvcc only has to accept it for the device code of the same file.
// Not a header of PyTorch: <torch/extension.h> and its like lead here.
#ifndef __EMU_TORCH_H
#define __EMU_TORCH_H

#include <algorithm>
#include <array>
#include <exception>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "emu/torch/errors.h"
#include "emu/torch/types.h"
#include "emu/torch/accessors.h"
#include "emu/torch/tensor.h"
#include "emu/torch/factories.h"
#include "emu/torch/dispatch.h"
#include "emu/torch/cuda.h"
#include "emu/torch/python.h"
#include "emu/torch/grade.h"

#endif
