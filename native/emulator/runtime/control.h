// The tables of the control, which grader/device/emulator/ reads and writes: their rows are structs of abi.h.
#pragma once
#include "emu.h"

#define MAX_RULES 32u
_Static_assert(RULE_COUNT <= MAX_RULES && DETAIL_COUNT <= 64, "rules and details are bits of masks");
#define MAX_HOST_RANGES 65536u
#define COUNTERS 32u // with those of work.c

extern control __emu_control;
