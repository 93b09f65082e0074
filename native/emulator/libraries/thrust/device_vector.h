// A vector in memory of the device.
#ifndef __EMU_THRUST_DEVICE_VECTOR_H
#define __EMU_THRUST_DEVICE_VECTOR_H

#include "emu_thrust/vector.h"
// Programs count on it that a vector brings these along, as NVIDIA's does.
#include <thrust/generate.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

namespace thrust {
__EMU_VECTOR(device_vector, device_space)
}

#endif
