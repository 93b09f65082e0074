// A vector in memory of the host.
#ifndef EMU_THRUST_HOST_VECTOR_H
#define EMU_THRUST_HOST_VECTOR_H

#include "emu_thrust/vector.h"

namespace thrust {
EMU_VECTOR(host_vector, host_space)
}

#endif
