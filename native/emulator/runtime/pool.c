// What is made on demand, for a page of 4096 bytes of memory at a time: everything about device variables, and which
// handovers a place has seen. Pages come from the bottom of the pool, the counters' scratch memory from its top.
#include "state.h"

static u32 poolUsed, arenaUsed, arenaMost;

static void *page_of(u32 *table, u32 address, u32 bytes) {
  u32 *entry = &table[address >> 12];
  if (*entry) return (void *)*entry;
  if (bytes > __emu_pool_bytes - arenaUsed - poolUsed) {
    __emu_control.unchecked++;
    return 0;
  }
  u8 *page = &__emu_pool[poolUsed];
  if (poolUsed + bytes > __emu_pool_bytes - arenaMost) __builtin_memset(page, 0, bytes);
  poolUsed += bytes;
  *entry = (u32)page;
  return page;
}

// Scratch memory for counters, not cleared. Null where the pool is full.
static void *arena_take(u32 bytes) {
  if (bytes > __emu_pool_bytes - arenaUsed - poolUsed) return 0;
  arenaUsed += bytes;
  if (arenaUsed > arenaMost) arenaMost = arenaUsed;
  return &__emu_pool[__emu_pool_bytes - arenaUsed];
}

static u8 *state_of(u32 address, int region) {
  if (region == GLOBAL) return &__emu_state[address - (u32)__emu_heap];
  if (region == SHARED) return &__emu_shared_state[address - (u32)__emu_shared];
  if (region == REMOTE) return &CLUSTER_STATE[address - CLUSTER_SHARED_ADDRESS];
  u8 *page = page_of(variableState, address, 4096);
  return page ? page + (address & 4095) : 0;
}

#if CELLS_ON_DEMAND
#define CELL_PAGES (CELLS_MIB * MIB / sizeof(cell) / PAGE_CELLS)
static u32 cellPages = 1, mostCellPages = 1; // that are in use, and that were: from the second on they are not clear

INLINE int has_cells(u32 address) { return __emu_cell_pages[(address - (u32)__emu_heap) >> 12] != 0; }

static int make_cells(u32 address) {
  if (cellPages == CELL_PAGES) {
    __emu_control.unchecked++;
    return 0;
  }
  u32 first = cellPages++ * PAGE_CELLS;
  if (cellPages > mostCellPages) mostCellPages = cellPages;
  else {
    __builtin_memset(&__emu_cells[first], 0, PAGE_CELLS * sizeof(cell));
    __builtin_memset(&__emu_shapes[first], 0, PAGE_CELLS * sizeof(u16));
  }
  __emu_cell_pages[(address - (u32)__emu_heap) >> 12] = first;
  return 1;
}

// Between launches, when no word has a shape: stamps of earlier launches mean nothing to later ones.
static void recycle_cells(void) {
  for (u32 i = 0; i < PAGE_CELLS; i++) __emu_cells[i].writer = NOBODY;
  if (cellPages <= CELL_PAGES / 2) return;
  __builtin_memset(__emu_cell_pages, 0, HEAP_MIB * MIB / 4096 * sizeof(u32));
  cellPages = 1;
}
#else
INLINE int has_cells(u32 address) { return address != 0; }
INLINE int make_cells(u32 address) { return address != 0; }
INLINE void recycle_cells(void) {}
#endif

// Null where the pool is full.
static cell *word_cell(u32 address, int region) {
  if (region == GLOBAL)
    return has_cells(address) || make_cells(address) ? GLOBAL_CELL((address - (u32)__emu_heap) >> 2) : 0;
  if (region == SHARED) return &__emu_shared_cells[(address - (u32)__emu_shared) >> 2];
  if (region == REMOTE) return &CLUSTER_CELLS[(address - CLUSTER_SHARED_ADDRESS) >> 2];
  cell *page = page_of(variableCells, address, 1024 * sizeof(cell));
  return page ? page + ((address & 4095) >> 2) : 0;
}

static u16 *shape_of(u32 address, int region) {
  if (region == GLOBAL)
    return has_cells(address) ? &__emu_shapes[CELL_OF((address - (u32)__emu_heap) >> 2)] : 0;
  if (region == SHARED) return &__emu_shared_shapes[(address - (u32)__emu_shared) >> 2];
  if (region == REMOTE) return &CLUSTER_SHAPES[(address - CLUSTER_SHARED_ADDRESS) >> 2];
  u16 *page = page_of(variableShapes, address, 1024 * sizeof(u16));
  return page ? page + ((address & 4095) >> 2) : 0;
}
