// A vector in managed memory, which host and device read and write.
#ifndef __EMU_THRUST_UNIVERSAL_VECTOR_H
#define __EMU_THRUST_UNIVERSAL_VECTOR_H

#include "emu_thrust/companions.h"
#include "emu_thrust/vector.h"

namespace thrust {
__EMU_VECTOR(universal_vector, managed_space)
}

#endif
