// What the C library of the target leaves open: memory tells when it runs out, and abort that it was called.
#include "cuda.h"

void free(void *pointer);
_Noreturn void exit(int status);

#define PAGE 65536ul

// Fresh memory of the heap is not zero, as on a machine where the program has freed some before: floats are about 1.3e7,
// integers about 1.3e9. The C library's allocator and its calloc do not rely on zeros.
#define FRESH 0x4b

extern unsigned char __heap_base, __heap_end;

/** Fills the heap that the module begins with. Runs before all other constructors, so that nothing is allocated yet. */
__attribute__((constructor(0))) static void fill_first_heap(void) {
  __builtin_memset(&__heap_base, FRESH, (size_t)(&__heap_end - &__heap_base));
}

/** Memory's end only ever moves up, page by page, as the allocator of the C library wants it. */
void *sbrk(long increment) {
  size_t bytes = (size_t)increment;
  if (bytes == 0) return (void *)(__builtin_wasm_memory_size(0) * PAGE);
  if (increment < 0 || bytes % PAGE != 0) return (void *)-1;
  size_t before = __builtin_wasm_memory_grow(0, bytes / PAGE);
  if (before != (size_t)-1) {
    __builtin_memset((void *)(before * PAGE), FRESH, bytes);
    return (void *)(before * PAGE);
  }
  __emu_host_memory_refused();
  return (void *)-1;
}

/** In the place of the C library's, which traps as many mistakes do. */
_Noreturn void abort(void) { __emu_host_program_aborted(); }

/** Memory of the host that is the device's too: page-locked and managed. */
void *aligned_alloc(size_t alignment, size_t bytes);
void *__emu_host_alloc(u64 alignment, u64 bytes) {
  if ((size_t)bytes == bytes) return aligned_alloc((size_t)alignment, (size_t)bytes);
  __emu_host_memory_refused();
  return 0;
}
void __emu_host_free(void *pointer) { free(pointer); }

/** Ends the program as returning from main does: destructors, atexit, and what is left in the streams' buffers. */
void __emu_host_exit(int status) { exit(status); }
