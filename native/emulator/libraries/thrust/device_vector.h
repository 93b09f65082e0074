// A vector in memory of the device.
#ifndef EMU_THRUST_DEVICE_VECTOR_H
#define EMU_THRUST_DEVICE_VECTOR_H

#include "emu_thrust/vector.h"

namespace thrust {
EMU_VECTOR(device_vector, device_space)
}

#endif
