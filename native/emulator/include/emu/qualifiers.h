// CUDA's qualifiers as Clang attributes.
#ifndef __EMU_QUALIFIERS_H
#define __EMU_QUALIFIERS_H

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// A variable of the device whose shadow on the host is the variable itself; the section tells (host/launch.c).
#define __managed__ __attribute__((device, section("managed")))
#define __grid_constant__
#ifdef __CUDA_ARCH__
// Clang drops the bounds for this target; the annotation keeps them (grader/compile/ir/launch-bounds.ts).
#define __launch_bounds__(...) \
  __attribute__((launch_bounds(__VA_ARGS__), annotate("emu_launch_bounds", __VA_ARGS__)))
// Clang knows no such attribute.
#define __cluster_dims__(...) __attribute__((annotate("emu_cluster_dims", __VA_ARGS__)))
#else
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#endif
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
// Clang knows __noinline__ inside attributes too, so `__attribute__((__noinline__))` must keep its meaning.
#define __noinline__ __attribute__((noinline))
#define __nv_pure__ __attribute__((const))
#define __cudart_builtin__
#define __device_builtin__
#define __CUDA_ARCH_LIST__ 900

// Ours: a function of these headers, always folded into the line that calls it.
#define __EMU_DEVICE static __inline__ __attribute__((always_inline, device))
#ifdef __cplusplus
#define __EMU_HOST_DEVICE static __inline__ __attribute__((always_inline, host, device))
#else
#define __EMU_HOST_DEVICE static __inline__ __attribute__((always_inline))
#endif
#define __EMU_MEMBER __inline__ __attribute__((always_inline, host, device))
// A runtime function that waits for, or talks to, other threads: never merged, moved or duplicated.
#define __EMU_RUNTIME extern "C" __attribute__((device, convergent, nomerge))

#ifdef __cplusplus
#include "emu/abi.h"
#endif

#endif
