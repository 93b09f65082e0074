// What the C and C++ libraries of the target leave open: exceptions end the program, and memory tells when it runs out.
#include "cuda.h"

CUDA(memory_refused) void __emu_host_memory_refused(void);
CUDA(throw_exception) _Noreturn void __emu_host_throw_exception(const char *type);

void *malloc(size_t bytes);
void free(void *pointer);
_Noreturn void exit(int status);

#define PAGE 65536u

/** Memory's end only ever moves up, page by page, as the allocator of the C library wants it. */
void *sbrk(long increment) {
  u32 pages = __builtin_wasm_memory_size(0);
  if (increment == 0) return (void *)(pages * PAGE);
  if (increment < 0 || (u32)increment % PAGE != 0) return (void *)-1;
  u32 before = __builtin_wasm_memory_grow(0, (u32)increment / PAGE);
  if (before != (u32)-1) return (void *)(before * PAGE);
  __emu_host_memory_refused();
  return (void *)-1;
}

/** The Itanium ABI's std::type_info: a table of virtual functions, then the mangled name. */
typedef struct {
  void *table;
  const char *name;
} TypeInfo;

void *__cxa_allocate_exception(size_t bytes) { return malloc(bytes); }
void __cxa_free_exception(void *exception) { free(exception); }

_Noreturn void __cxa_throw(void *exception, TypeInfo *type, void (*destructor)(void *)) {
  (void)exception, (void)destructor;
  __emu_host_throw_exception(type->name);
}

_Noreturn void __cxa_rethrow(void) { __emu_host_throw_exception(""); }

// Handlers are never reached: nothing unwinds.
void *__cxa_begin_catch(void *exception) { return exception; }
void *__cxa_get_exception_ptr(void *exception) { return exception; }
void __cxa_end_catch(void) {}

/** Ends the program as returning from main does: destructors, atexit, and what is left in the streams' buffers. */
__attribute__((export_name("__emu_host_exit"))) void __emu_host_exit(int status) { exit(status); }
