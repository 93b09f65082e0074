// A vector in memory of the host.
#ifndef __EMU_THRUST_HOST_VECTOR_H
#define __EMU_THRUST_HOST_VECTOR_H

#include "emu_thrust/companions.h"
#include "emu_thrust/vector.h"

namespace thrust {
__EMU_VECTOR(host_vector, host_space)
}

#endif
