// Where an algorithm runs.
#ifndef __EMU_THRUST_POLICIES_H
#define __EMU_THRUST_POLICIES_H

#include "emu_thrust/base.h"

namespace thrust {

constexpr emu::sequential_policy seq;
constexpr emu::sequential_policy host;
constexpr emu::device_policy device;

namespace cuda {
constexpr emu::device_policy par;
constexpr emu::device_policy par_nosync;
}  // namespace cuda
namespace system {
namespace cuda {
using thrust::cuda::par;
using thrust::cuda::par_nosync;
}  // namespace cuda
}  // namespace system

}  // namespace thrust

#endif
