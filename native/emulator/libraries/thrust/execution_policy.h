// Where an algorithm runs.
#ifndef __EMU_THRUST_EXECUTION_POLICY_H
#define __EMU_THRUST_EXECUTION_POLICY_H

#include "emu_thrust/companions.h"
#include "emu_thrust/policies.h"
#include "thrust/binary_search.h"
#include "thrust/merge.h"
#include "thrust/reverse.h"

#endif
