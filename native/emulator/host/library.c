// What the C library of the target leaves open: memory tells when it runs out, and abort that it was called.
#include "cuda.h"

void free(void *pointer);
_Noreturn void exit(int status);

#define PAGE 65536ul
// An error code of the C library.
#define ENOMEM 12

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
  if (before == (size_t)-1) return (void *)-1;
  __builtin_memset((void *)(before * PAGE), FRESH, bytes);
  return (void *)(before * PAGE);
}

/** Reports a request that the C library refuses. Returns only if no machine has that much memory. */
static void *refuse(u64 bytes) {
  __emu_host_memory_refused((u32)bytes, (u32)(bytes >> 32));
  return 0;
}

// The linker replaces calls of the allocating functions by these (--wrap).

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes) {
  void *pointer = __real_malloc(bytes);
  return pointer ? pointer : refuse(bytes);
}

void *__real_calloc(size_t count, size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes) {
  void *pointer = __real_calloc(count, bytes);
  size_t all;
  if (pointer) return pointer;
  return refuse(__builtin_mul_overflow(count, bytes, &all) ? ~(u64)0 : all);
}

void *__real_realloc(void *pointer, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes) {
  void *pointer = __real_realloc(old, bytes);
  return pointer || bytes == 0 ? pointer : refuse(bytes);
}

void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
  void *pointer = __real_aligned_alloc(alignment, bytes);
  return pointer ? pointer : refuse(bytes);
}

int __real_posix_memalign(void **result, size_t alignment, size_t bytes);
int __wrap_posix_memalign(void **result, size_t alignment, size_t bytes) {
  int code = __real_posix_memalign(result, alignment, bytes);
  if (code == ENOMEM) refuse(bytes);
  return code;
}

/** In the place of the C library's, which traps as many mistakes do. */
_Noreturn void abort(void) { __emu_host_program_aborted(); }

/** Memory of the host that is the device's too: page-locked and managed. 0 where there is no more. */
void *__emu_host_alloc(u64 alignment, u64 bytes) {
  return (size_t)bytes == bytes ? __real_aligned_alloc((size_t)alignment, (size_t)bytes) : 0;
}
void __emu_host_free(void *pointer) { free(pointer); }

/** Ends the program as returning from main does: destructors, atexit, and what is left in the streams' buffers. */
void __emu_host_exit(int status) { exit(status); }
