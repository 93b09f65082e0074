// A vector in memory of the device.
#ifndef __EMU_THRUST_DEVICE_VECTOR_H
#define __EMU_THRUST_DEVICE_VECTOR_H

#include "emu_thrust/companions.h"
#include "emu_thrust/vector.h"

namespace thrust {
__EMU_VECTOR(device_vector, device_space)
}

#endif
