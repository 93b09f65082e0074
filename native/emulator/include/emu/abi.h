// Generated from native/emulator/abi.yaml by `npm run abi`: edit that file.
#ifndef __EMU_ABI_H
#define __EMU_ABI_H

#define __EMU_POINTER_BYTES 8 // bytes of a pointer, of `long` and of `size_t`

// Functions that the CUDA headers call.
__EMU_RUNTIME void __emu_barrier(int site);
__EMU_RUNTIME int __emu_barrier_reduce(int site, int mode, int predicate);
__EMU_RUNTIME void __emu_syncwarp(int site, unsigned mask);
__EMU_RUNTIME unsigned __emu_shfl(int site, unsigned mask, int mode, unsigned value, int lane, int width);
__EMU_RUNTIME unsigned __emu_vote(int site, unsigned mask, int mode, unsigned predicate);
__EMU_RUNTIME unsigned __emu_activemask(int site);
__EMU_RUNTIME void __emu_fragment_sync(int site, void *fragment, const void *pointer, unsigned ldm, unsigned code);
__EMU_RUNTIME void __emu_mma(int site, void *d, const void *a, const void *b, const void *c, unsigned code);
__EMU_RUNTIME void __emu_grid_sync(int site);
__EMU_RUNTIME void __emu_cluster_sync(int site);
__EMU_RUNTIME void __emu_cluster_wait(int site);
__EMU_RUNTIME void __emu_cluster_arrive(int site);
__EMU_RUNTIME void *__emu_cluster_map(int site, const void *pointer, unsigned rank);
__EMU_RUNTIME unsigned __emu_cluster_rank(const void *pointer);
__EMU_RUNTIME void __emu_fragment_load(int site, void *fragment, const void *pointer, unsigned ldm, unsigned code);
__EMU_RUNTIME void __emu_fragment_store(int site, const void *fragment, void *pointer, unsigned ldm, unsigned code);
__EMU_RUNTIME __attribute__((noreturn)) void __emu_trap(int site);
__EMU_RUNTIME __attribute__((noreturn)) void __emu_assert(int site, const char *expression, const char *file, int line, const char *function);
extern "C" __attribute__((device, const)) unsigned __emu_index(unsigned which);
__EMU_RUNTIME void __emu_fence(int scope);
__EMU_RUNTIME void __emu_acquire(int scope);
__EMU_RUNTIME long long __emu_clock(void);
__EMU_RUNTIME int __emu_memory_of(const void *pointer);
__EMU_RUNTIME void *__emu_malloc(__SIZE_TYPE__ bytes);
__EMU_RUNTIME void __emu_free(int site, void *pointer);
__EMU_RUNTIME unsigned __emu_texture(int site, unsigned long long object, int how, float x, float y, float z, int layer);
__EMU_RUNTIME unsigned __emu_surface_read(int site, unsigned long long object, int how, int x, int y, int z);
__EMU_RUNTIME void __emu_surface_write(int site, unsigned long long object, int how, int x, int y, int z, unsigned a, unsigned b, unsigned c, unsigned d);
__EMU_RUNTIME unsigned __emu_fetched(int component);
__EMU_RUNTIME int __emu_launch(int site, const void *kernel, const void *arguments, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes, const void *stream);
__EMU_RUNTIME int __emu_last_error(int clear);
__EMU_RUNTIME int __emu_failed(int error);
__EMU_RUNTIME int __emu_stream_create(void);
__EMU_RUNTIME int __emu_stream_destroy(int site, const void *stream);
__EMU_RUNTIME void __emu_trace(unsigned event, unsigned long long address, unsigned long long low, unsigned long long high);

// Functions that the CUDA headers call and the instrumentation replaces.
__EMU_RUNTIME int __emu_site(void);
__EMU_RUNTIME void *__emu_own(int site, const void *variable, unsigned bytes, int stored);
__EMU_RUNTIME void __emu_undefined(int site, unsigned detail, unsigned value);

#endif
