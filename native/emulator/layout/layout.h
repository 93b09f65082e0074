// Where the big arrays of one layout lie. They are absolute addresses, not symbols: the inlined hooks get constants, and
// no object has to carry hundreds of megabytes of zeros. All of it costs memory only where it is touched.
// Compiled with -DHEAP_MIB=<MiB of global memory> -DPOOL_MIB=<MiB for cells made on demand>, and layouts for more memory
// with -DFIRST_MIB=<MiB that are the host's> -DCELLS_MIB=<MiB>: their cells are made on demand too.
#pragma once

// Addresses below this are never device memory: a host module has at most 500 MiB, unless more is asked for.
#ifndef FIRST_MIB
#define FIRST_MIB 512u
#endif

#define MIB 1048576u
#define FIRST_ADDRESS (FIRST_MIB * MIB)
// For variables of the runtime and of the submission, from FIRST_ADDRESS on.
#define STATIC_BYTES (48 * MIB)
#define STACKS_BYTES (66 * MIB)
#define TABLES_BYTES (52 * MIB)

#define STACKS_ADDRESS (FIRST_ADDRESS + STATIC_BYTES)
#define TABLES_ADDRESS (STACKS_ADDRESS + STACKS_BYTES)
#define SHARED_STATE_ADDRESS (TABLES_ADDRESS + TABLES_BYTES)
#define SHARED_CELLS_ADDRESS (SHARED_STATE_ADDRESS + SHARED_BYTES)
#define SHARED_SHAPES_ADDRESS (SHARED_CELLS_ADDRESS + 4 * SHARED_BYTES)
#define STATE_ADDRESS (SHARED_SHAPES_ADDRESS + MIB)
#ifdef CELLS_MIB
#define CELL_PAGES_ADDRESS (STATE_ADDRESS + HEAP_MIB * MIB)
#define CELLS_ADDRESS (CELL_PAGES_ADDRESS + 4 * MIB)
#define SHAPES_ADDRESS (CELLS_ADDRESS + CELLS_MIB * MIB)
#define POOL_ADDRESS (SHAPES_ADDRESS + CELLS_MIB * MIB / 8)
#else
#define CELLS_ADDRESS (STATE_ADDRESS + HEAP_MIB * MIB)
#define SHAPES_ADDRESS (CELLS_ADDRESS + 4 * HEAP_MIB * MIB)
#define POOL_ADDRESS (SHAPES_ADDRESS + HEAP_MIB * MIB / 2)
#endif
#define HEAP_ADDRESS (POOL_ADDRESS + POOL_MIB * MIB)
#define HEAP_END_ADDRESS (HEAP_ADDRESS + HEAP_MIB * MIB)
// An access that starts in the heap may run over its end.
#define MEMORY_END (HEAP_END_ADDRESS + 65536u)
