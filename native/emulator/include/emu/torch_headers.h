// What the third precompiled header holds: PyTorch's headers, which are one behind many names.
// pch.mjs reads this list; a header that is not in it still works, and costs its own time.
#ifndef __EMU_TORCH_HEADERS_H
#define __EMU_TORCH_HEADERS_H

#include "cuda_runtime.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/ceil_div.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/TensorAccessor.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/Exceptions.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>
#include <c10/core/TensorOptions.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <c10/util/Exception.h>
#include <c10/util/Optional.h>
#include <pybind11/pybind11.h>
#include <torch/all.h>
#include <torch/extension.h>
#include <torch/python.h>
#include <torch/torch.h>
#include <torch/types.h>

#endif
