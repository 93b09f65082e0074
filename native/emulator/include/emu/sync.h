// Barriers, fences, and the functions that end or watch a thread.
#ifndef __EMU_SYNC_H
#define __EMU_SYNC_H

#include "emu/qualifiers.h"

// On the host side Clang itself declares this one, for the GPU that it takes the device to be.
#ifdef __CUDA_ARCH__
__EMU_DEVICE void __syncthreads() { __emu_barrier(__emu_site()); }
#else
extern "C" __device__ void __syncthreads();
#endif
__EMU_DEVICE int __syncthreads_count(int predicate) { return __emu_barrier_reduce(__emu_site(), 0, predicate); }
__EMU_DEVICE int __syncthreads_and(int predicate) { return __emu_barrier_reduce(__emu_site(), 1, predicate); }
__EMU_DEVICE int __syncthreads_or(int predicate) { return __emu_barrier_reduce(__emu_site(), 2, predicate); }
__EMU_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { __emu_syncwarp(__emu_site(), mask); }

__EMU_DEVICE void __threadfence_block() { __emu_fence(0); }
__EMU_DEVICE void __threadfence() { __emu_fence(1); }
__EMU_DEVICE void __threadfence_system() { __emu_fence(2); }

__EMU_DEVICE long long clock64() { return __emu_clock(); }
__EMU_DEVICE void __trap() { __emu_trap(__emu_site()); }
__EMU_DEVICE void __brkpt() { __emu_trap(__emu_site()); }
// Only the order of threads decides how long a wait lasts here.
__EMU_DEVICE void __nanosleep(unsigned) { __emu_fence(-1); }
__EMU_DEVICE void __prof_trigger(int) {}

#endif
