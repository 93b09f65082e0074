// What the C library of the target leaves open: memory tells when it runs out, and abort that it was called.
#include "cuda.h"

size_t malloc_usable_size(void *pointer);
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

// The linker replaces calls of these functions by those below (--wrap).
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *pointer, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
int __real_posix_memalign(void **result, size_t alignment, size_t bytes);
void __real_free(void *pointer);

// Each block of the heap is on record, so that a copy of the runtime is compared with the block that it reads or writes. A
// table of bits tells where blocks begin. A block's last word has the size that the program asked for.

/** Blocks begin at multiples of it. */
#define GRAIN 16ul
/** Bytes of memory that a word of a table is for. */
#define WORD_SPAN (64 * GRAIN)
#define WORDS 1024ul
/** The C library makes a block longer by less than this. */
#define SLACK 64ul
/** Makes sure that a number which the program stores in a last word does not look like a size. */
#define KEY 0x9e3779b97f4a7c15ull

/** For all addresses of 32 bits. */
static u64 *tables[4096];

static u64 bit_of(const void *address) { return 1ull << ((size_t)address / GRAIN % 64); }

/** Returns the word of its table, or null if the table is not there. */
static u64 *word_of(const void *address) {
  size_t word = (size_t)address / WORD_SPAN;
  u64 *table = tables[word / WORDS];
  return table ? table + word % WORDS : 0;
}

static u64 *size_of(void *start) { return (u64 *)((char *)start + malloc_usable_size(start)) - 1; }

/** @param bytes - as the program asked for; the block is longer by a word */
static void *keep(void *start, size_t bytes) {
  u64 **table = &tables[(size_t)start / WORD_SPAN / WORDS];
  if (!*table) *table = __real_calloc(WORDS, sizeof(u64));
  if (!*table) return start;
  *size_of(start) = bytes ^ (size_t)start ^ KEY;
  *word_of(start) |= bit_of(start);
  return start;
}

static void forget(void *start) {
  u64 *word = word_of(start);
  if (word) *word &= ~bit_of(start);
}

/** Returns the last start of a block up to an address, or null. */
static void *start_before(const void *address) {
  u64 wanted = 2 * bit_of(address) - 1;
  for (size_t word = (size_t)address / WORD_SPAN + 1; word-- > 0; wanted = ~0ull) {
    u64 *table = tables[word / WORDS];
    u64 bits = table ? table[word % WORDS] & wanted : 0;
    if (bits) return (void *)((word * 64 + 63 - (size_t)__builtin_clzll(bits)) * GRAIN);
    if (!table) word -= word % WORDS;
  }
  return 0;
}

const size_t *__emu_host_block(const void *address) {
  static size_t block[2];
  void *start = start_before(address);
  if (!start) return 0;
  size_t longest = malloc_usable_size(start) - sizeof(u64), bytes = *size_of(start) ^ (size_t)start ^ KEY;
  if (bytes > longest || longest - bytes >= SLACK || (size_t)address - (size_t)start >= bytes) return 0;
  block[0] = (size_t)start, block[1] = bytes;
  return block;
}

/** Returns the bytes of a block with its last word. Of more than there can be they stay as they are. */
static size_t with_word(size_t bytes) { return bytes + sizeof(u64) < bytes ? bytes : bytes + sizeof(u64); }

void *__wrap_malloc(size_t bytes) {
  void *pointer = __real_malloc(with_word(bytes));
  return pointer ? keep(pointer, bytes) : refuse(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) return refuse(~(u64)0);
  void *pointer = __real_calloc(1, with_word(all));
  return pointer ? keep(pointer, all) : refuse(all);
}

void *__wrap_realloc(void *old, size_t bytes) {
  void *pointer = __real_realloc(old, with_word(bytes));
  if (!pointer) return refuse(bytes);
  if (old) forget(old);
  return keep(pointer, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
  void *pointer = __real_aligned_alloc(alignment, with_word(bytes));
  return pointer ? keep(pointer, bytes) : refuse(bytes);
}

int __wrap_posix_memalign(void **result, size_t alignment, size_t bytes) {
  int code = __real_posix_memalign(result, alignment, with_word(bytes));
  if (code == ENOMEM) refuse(bytes);
  if (code == 0) keep(*result, bytes);
  return code;
}

void __wrap_free(void *pointer) {
  if (pointer) forget(pointer);
  __real_free(pointer);
}

/** In the place of the C library's, which traps as many mistakes do. */
_Noreturn void abort(void) { __emu_host_program_aborted(); }

/** Memory of the host that is the device's too: page-locked and managed. 0 where there is no more. */
void *__emu_host_alloc(u64 alignment, u64 bytes) {
  return (size_t)bytes == bytes ? __real_aligned_alloc((size_t)alignment, (size_t)bytes) : 0;
}
void __emu_host_free(void *pointer) { __real_free(pointer); }

/** Ends the program as returning from main does: destructors, atexit, and what is left in the streams' buffers. */
void __emu_host_exit(int status) { exit(status); }
