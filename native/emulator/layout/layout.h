// Where the big arrays of one layout lie. They are absolute addresses, not symbols: the inlined hooks get constants, and
// no object has to carry hundreds of megabytes of zeros. All of it costs memory only where it is touched.
// Compiled with -DHEAP_MIB=<MiB of global memory> -DPOOL_MIB=<MiB for cells made on demand>.
#pragma once

#define MIB 1048576u
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
#define CELLS_ADDRESS (STATE_ADDRESS + HEAP_MIB * MIB)
#define SHAPES_ADDRESS (CELLS_ADDRESS + 4 * HEAP_MIB * MIB)
#define POOL_ADDRESS (SHAPES_ADDRESS + HEAP_MIB * MIB / 2)
#define HEAP_ADDRESS (POOL_ADDRESS + POOL_MIB * MIB)
#define HEAP_END_ADDRESS (HEAP_ADDRESS + HEAP_MIB * MIB)
// An access that starts in the heap may run over its end.
#define MEMORY_END (HEAP_END_ADDRESS + 65536u)
