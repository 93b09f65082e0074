// Fragments of warp matrix functions: which lane holds which element, and how a warp loads and stores them. It is what
// an H200 showed of CUDA 13.0 (`x[i]` of each lane, and the instructions of load_matrix_sync): in each tile of 8 × 8
// elements four lanes share a row, or a column of what is packed the other way. PTX leaves all of it open.
#include "state.h"
#include "include/emu/wmma_codes.h"

#define CHECK INLINE
#define NAMED(hook) tile_##hook
#define STAMPS __emu_fast
#define ONLY_READ READ_ONLY_STATE
#define ACCEPTED(pointer, site, how) (pointer)
#define REFUSED(pointer, site, how) __emu_slow(pointer, site, how)
#include "hooks/checks.h"

// Lanes 4g to 4g + 3 have the elements of one place along `outer`; what a lane has in one word lies along `inner`, the
// dimension over which products are summed.
typedef struct {
  u32 bytes, pack; // of an element, and how many are in a word
  u32 words;       // that differ; a fragment of halves may have them twice
  u32 elements;    // with those
  u32 inner, outer; // extents of the matrix
  u32 innerIsRow;
  u8 shift[3][2];  // what each bit of a word's number adds to (outer, inner)
} fragment_map;

INLINE u32 bytes_of_type(u32 type) {
  return type == __EMU_HALF || type == __EMU_BFLOAT16 ? 2 : type == __EMU_DOUBLE ? 8 : type == __EMU_SCHAR || type == __EMU_UCHAR ? 1 : 4;
}

static const u8 extents[8][3] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}, {16, 16, 8},
                                 {8, 8, 4},    {16, 8, 16}, {16, 8, 8},  {16, 8, 32}}; // m, n, k

static fragment_map map_of(u32 code) {
  u32 use = __EMU_USE(code), shape = __EMU_SHAPE(code), bytes = bytes_of_type(__EMU_TYPE(code));
  u32 m = extents[shape][0], n = extents[shape][1], k = extents[shape][2], bits = 0;
  fragment_map f = {.bytes = bytes, .elements = __EMU_ELEMENTS(code)};
  int lying = use == __EMU_ACCUMULATOR && n == 32;
  f.innerIsRow = use == __EMU_MATRIX_B || lying;
  f.inner = use != __EMU_ACCUMULATOR ? k : lying ? m : n;
  f.outer = use == __EMU_MATRIX_A ? m : use == __EMU_MATRIX_B ? n : lying ? n : m;
  f.pack = use == __EMU_ACCUMULATOR ? 2 : bytes < 4 ? 4 / bytes : 1;
  // Words of a lane: first along the sum where B's two factors belong together, otherwise first along the other way.
  int innerFirst = use == __EMU_MATRIX_B && f.outer == 16, halves = f.inner > 4 * f.pack;
  if (halves && innerFirst) f.shift[bits++][1] = (u8)(4 * f.pack);
  if (f.outer > 8) f.shift[bits++][0] = 8;
  if (halves && !innerFirst) f.shift[bits++][1] = (u8)(4 * f.pack);
  if (f.outer > 16) f.shift[bits++][0] = 16;
  f.words = 1u << bits;
  return f;
}

// Where a word of a lane begins.
INLINE void place_of_word(const fragment_map *f, u32 lane, u32 word, u32 *outer, u32 *inner) {
  *outer = lane >> 2;
  *inner = f->pack * (lane & 3);
  for (u32 bit = 0; bit < 3; bit++)
    if (word >> bit & 1) *outer += f->shift[bit][0], *inner += f->shift[bit][1];
}

// Words lie in memory as they are in registers. Where they do not, elements of two bytes are loaded as words of the
// other dimension, and lanes exchange them.
INLINE int lies_as_packed(const fragment_map *f, u32 code) { return f->innerIsRow == __EMU_COLUMNS(code); }
INLINE int is_exchanged(const fragment_map *f, u32 code) { return f->bytes == 2 && !lies_as_packed(f, code); }

#define EVERY_WIDTH(hook, of)                                                                                          \
  case of + 0: return tile_##hook##1((void *)address, site);                                                           \
  case of + 1: return tile_##hook##2((void *)address, site);                                                           \
  case of + 2: return tile_##hook##4((void *)address, site);                                                           \
  case of + 3: return tile_##hook##8((void *)address, site);                                                           \
  case of + 4: return tile_##hook##16((void *)address, site);

static void *tile_access(uptr address, u32 bytes, u32 type, int shared, u32 site) {
  // The tile was told to begin, or to go on, at a wrong address: once is enough.
  if (address & (bytes - 1)) return type == READ ? __emu_rn((void *)address, bytes, site) : __emu_wn((void *)address, bytes, site);
  switch ((u32)__builtin_ctz(bytes) | type << 3 | (u32)shared << 5) {
    EVERY_WIDTH(r, 0)
    EVERY_WIDTH(w, 8)
    EVERY_WIDTH(sr, 32)
    EVERY_WIDTH(sw, 40)
  }
  return 0;
}

static void spend(u32 steps, u32 site) {
  if (__emu_steps <= steps) {
    __emu_steps = 0;
    __emu_exhausted(site);
  }
  __emu_steps -= steps;
}

// Bytes at which a tile, and each of its rows, may begin: all of a row's, of which 32 and 16 are enough.
static void check_tile(const fragment_map *f, uptr address, u32 ldm, u32 code, u32 type, u32 site) {
  if (now.thread % 32 != 0) return; // of all lanes the same is to be said
  u32 row = f->bytes * (lies_as_packed(f, code) ? f->inner : f->outer);
  u32 begins = row < 32 ? row : 32, goesOn = row < 16 ? row : 16;
  if (address % begins) report_access(MISALIGNED_ACCESS, TILE_POINTER, site, type, begins, address);
  if (ldm * f->bytes % goesOn) report_access(MISALIGNED_ACCESS, TILE_STRIDE, site, type, goesOn / f->bytes, ldm);
}

// Bytes of a fragment, with the word behind it that says whether it is filled.
static u32 fragment_bytes(u32 code) {
  fragment_map f = map_of(code);
  u32 most = f.words * f.pack > f.elements ? f.words * f.pack : f.elements;
  return ((most * f.bytes + 3) & ~3u) + 4;
}
// Bytes that an exchange between lanes reads and stores.
static u32 exchanged_bytes(u32 code) {
  fragment_map f = map_of(code);
  u32 words = f.words * (f.pack * f.bytes > 4 ? f.pack * f.bytes : 4), all = f.elements * f.bytes;
  return code & __EMU_LOADS && all > words ? all : words;
}
INLINE u32 *filled_of(const void *fragment, u32 bytes) { return (u32 *)((u32)fragment + ((bytes + 3) & ~3u)); }

// Did neither a function nor the thread itself set any of it? Clang begins floats with ones alone, and integers, of which
// half precision is one, with 0xaa (-ftrivial-auto-var-init=pattern). Bytes with this value are ordinary numbers.
static int is_unfilled(const u8 *fragment, u32 elements, u32 type) {
  u32 bytes = elements * bytes_of_type(type);
  if (*filled_of(fragment, bytes) == 1 || bytes_of_type(type) == 1) return 0;
  u8 initial = type == __EMU_TF32 || type == __EMU_FLOAT || type == __EMU_DOUBLE ? 0xff : 0xaa;
  for (u32 i = 0; i < bytes; i++)
    if (fragment[i] != initial) return 0;
  return 1;
}

static void move_tile(u8 *fragment, uptr pointer, u32 ldm, u32 code, u32 type, u32 site) {
  fragment_map f = map_of(code);
  spend(f.words, site);
  check_tile(&f, pointer, ldm, code, type, site);
  int shared = !is_far((const void *)pointer) && within((u32)pointer, 1, (u32)__emu_shared, SHARED_BYTES);
  int packed = lies_as_packed(&f, code), exchanged = is_exchanged(&f, code);
  u32 together = packed || exchanged ? f.pack : 1;
  for (u32 word = 0; word < f.words; word++) {
    u32 outer, inner;
    place_of_word(&f, now.thread % 32, word, &outer, &inner);
    if (exchanged) {
      u32 along = now.thread % 32 >> 2, across = 2 * (now.thread % 4);
      outer += across - along;
      inner += along - across;
    }
    for (u32 i = 0; i < f.pack; i += together) {
      uptr at = packed ? (uptr)outer * ldm + inner : (uptr)(inner + (exchanged ? 0 : i)) * ldm + outer;
      u8 *own = fragment + (word * f.pack + i) * f.bytes;
      u8 *there = tile_access(pointer + at * f.bytes, together * f.bytes, type, shared, site);
      if (type == READ) __builtin_memcpy(own, there, together * f.bytes);
      else __builtin_memcpy(there, own, together * f.bytes);
    }
  }
}

NOINLINE void __emu_fragment_load(int site, void *fragment, const void *pointer, u32 ldm, u32 code) {
  fragment = own_memory(fragment, fragment_bytes(code));
  move_tile(fragment, (uptr)pointer, ldm, code, READ, (u32)site);
  *filled_of(fragment, __EMU_ELEMENTS(code) * bytes_of_type(__EMU_TYPE(code))) = 1;
}
NOINLINE void __emu_fragment_store(int site, const void *fragment, void *pointer, u32 ldm, u32 code) {
  fragment = own_memory(fragment, fragment_bytes(code));
  if (is_unfilled(fragment, __EMU_ELEMENTS(code), __EMU_TYPE(code)))
    report_access(UNINITIALIZED_READ, UNFILLED_SUM, (u32)site, WRITE, 0, 0);
  move_tile((u8 *)fragment, (uptr)pointer, ldm, code, WRITE, (u32)site);
}

// All lanes are there, or will never be: what is exchanged changes hands, and what fragments have twice is filled in.
static void exchange(const coroutine *lanes, u32 group, u32 code) {
  fragment_map f = map_of(code);
  for (u32 word = 0; word < f.words && is_exchanged(&f, code); word++) {
    u16 square[8][8];
    for (u32 lane = 0; lane < 32; lane++) {
      u32 both = group >> lane & 1 ? ((const u32 *)lanes[lane].value)[word] : 0xffffffffu;
      square[2 * (lane & 3)][lane >> 2] = (u16)both;
      square[2 * (lane & 3) + 1][lane >> 2] = (u16)(both >> 16);
    }
    for (u32 lane = 0; lane < 32; lane++)
      if (group >> lane & 1)
        ((u32 *)lanes[lane].value)[word] = square[lane >> 2][2 * (lane & 3)] | (u32)square[lane >> 2][2 * (lane & 3) + 1] << 16;
  }
  u32 own = f.words * f.pack * f.bytes, all = f.elements * f.bytes;
  for (u32 lane = 0; lane < 32 && (code & __EMU_LOADS); lane++)
    for (u32 at = own; at < all && (group >> lane & 1); at += own)
      __builtin_memcpy((u8 *)lanes[lane].value + at, (u8 *)lanes[lane].value, own);
}
