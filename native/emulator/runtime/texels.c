// Memory as textures, surfaces and __ldg read it: through a cache that nothing keeps equal to memory within a launch. What
// the launch itself has stored may not be seen, not even by the thread that stored it and not after any barrier.
#include "texture.h"

// The first mark of a store of this launch to one of the bytes; stamp 0 where there is none.
static mark stored_here(u32 address, u32 bytes) {
  int region = address >= (u32)__emu_heap && address < (u32)__emu_heap_end ? GLOBAL : VARIABLE;
  for (u32 a = address & ~3u; a < address + bytes; a += 4) {
    if (region == VARIABLE ? !variableCells[a >> 12] : !has_cells(a)) continue;
    place p;
    if (!find_place(a, region, &p)) continue;
    if (!(p.state[0] & BYTEWISE) && p.cell->writer < now.launch) continue;
    history h[4];
    u32 count = unpack(&p, h);
    for (u32 i = 0; i < count; i++) {
      u32 byte = a + i;
      if (count == 4 && (byte < address || byte >= address + bytes)) continue;
      if (h[i].writers.first.stamp >= now.launch) return h[i].writers.first;
    }
  }
  return (mark){0, 0};
}

// Of global memory: nobody has stored to these words in this launch. Answers 0 also where that is a longer question.
INLINE int is_unstored(u32 address, u32 bytes) {
  if (!within(address, bytes, (u32)__emu_heap, heap_bytes())) return 0;
  for (u32 word = (address - (u32)__emu_heap) / 4; 4 * word < address - (u32)__emu_heap + bytes; word++)
    if ((__emu_state[4 * word] & BYTEWISE) || GLOBAL_CELL(word)->writer >= now.launch) return 0;
  return 1;
}

// Does a load read through a cache what this launch has stored? Then it is reported.
static int reads_stored(u32 address, u32 bytes, u32 site, u32 detail) {
  int inside = within(address, bytes, (u32)__emu_heap, heap_bytes()) || variable_at(address);
  mark stored = inside ? stored_here(address, bytes) : (mark){0, 0};
  if (!stored.stamp) return 0;
  report_race(GLOBAL_RACE, detail, site, READ, stored.info & ATOMIC ? RMW : WRITE,
              (end){stored.stamp, stored.info, 0}, bytes, address);
  return 1;
}

// Reads through the cache: every check of a load, and this one. The load has counters of its own.
static const u8 *cached_read(u32 address, u32 bytes, u32 site) {
  if (LIKELY(is_unstored(address, bytes) && !__emu_control.counting))
    return mapped_access((void *)address, site, HOW(READ, bytes));
  if (!reads_stored(address, bytes, site, TEXTURE_CACHE)) return access(address, bytes, READ, site, TEXTURED);
  return (const u8 *)address;
}

// The same for __ldg, which counts like other loads.
static void *constant_load(void *pointer, u32 site, u32 how) {
  u32 address = on_device((u32)pointer), bytes = how & 0xffff;
  if (!is_unstored(address, bytes) && reads_stored(address, bytes, site, READ_ONLY_CACHE))
    return own_memory((void *)address, bytes);
  return __emu_control.counting ? __emu_slow(pointer, site, how) : mapped_access((void *)address, site, how);
}

// The bits of a half as those of a float.
static u32 widen(u32 half) {
  u32 sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ffu;
  if (exponent == 31) return sign | 0x7f800000u | fraction << 13;
  if (exponent) return sign | (exponent + 112) << 23 | fraction << 13;
  float value = (float)fraction * (1.0f / 16777216.0f);
  return sign | __builtin_bit_cast(u32, value);
}

static u32 bits_of(float value) { return __builtin_bit_cast(u32, value); }
static float float_of(u32 bits) { return __builtin_bit_cast(float, bits); }

// A channel's 32 bits: an integer of 32 bits, or a float.
static u32 channel_value(const texture *t, u32 raw) {
  if (t->bits == 32) return raw;
  if (t->format == FLOAT_CHANNELS) return widen(raw);
  u32 unused = 32 - t->bits;
  int value = t->format == SIGNED_CHANNELS ? (int)(raw << unused) >> unused : (int)raw;
  if (!t->asFloats) return (u32)value;
  int largest = (int)(t->format == SIGNED_CHANNELS ? (1u << (t->bits - 1)) - 1 : (1u << t->bits) - 1);
  return bits_of(value < -largest ? -1.0f : (float)value / (float)largest);
}

static u32 element_bytes(const texture *t) { return t->channels * t->bits / 8; }

// The element at these indexes; one outside is the border's colour.
static void read_element(const texture *t, int x, int y, int z, u32 site, u32 *values) {
  if (x < 0 || y < 0 || z < 0 || x >= (int)t->width || y >= (int)t->height || z >= (int)t->depth) {
    __builtin_memcpy(values, t->border, sizeof t->border);
    return;
  }
  u32 bytes = element_bytes(t);
  u32 address = t->address + (u32)z * t->sliceBytes + (u32)y * t->rowBytes + (u32)x * bytes;
  const u8 *from = influenced((void *)cached_read(address, bytes, site), bytes, READ, site);
  for (u32 c = 0; c < 4; c++) {
    u32 raw = 0;
    if (c < t->channels) __builtin_memcpy(&raw, from + c * t->bits / 8, t->bits / 8);
    values[c] = c < t->channels ? channel_value(t, raw) : 0;
  }
}
