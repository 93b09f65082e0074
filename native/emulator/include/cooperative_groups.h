// Cooperative groups (programming guide, "Cooperative Groups"): a block, its tiles, the lanes that run together, its
// cluster, and the grid of a cooperative launch. Everything is made of barriers and warp functions, each with the place that calls it.
#ifndef __EMU_PUBLIC_COOPERATIVE_GROUPS_H
#define __EMU_PUBLIC_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#include "emu/groups/lanes.h"
#include "emu/groups/block.h"
#include "emu/groups/grid.h"
#include "emu/groups/cluster.h"
#include "emu/groups/tile.h"
#include "emu/groups/coalesced.h"
#include "emu/groups/partition.h"
#include "emu/groups/invoke.h"

#endif
