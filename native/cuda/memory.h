// Device memory through the virtual memory API: a buffer's address is chosen, and unmapped address space lies on both
// sides of it, so that an access that leaves the mapped pages faults instead of landing somewhere.
#pragma once

#include "driver.h"

namespace grade::cuda {

struct Reservation {
  // Address space, of which nothing is used for anything else until it is given back.
  Pointer start = 0;
  std::size_t bytes = 0;
  // The part of it that has memory.
  Pointer mapped = 0;
  std::size_t mappedBytes = 0;
};

struct Wish {
  Device device = 0;
  // Each a multiple of the granularity; `before` and `after` stay unmapped.
  std::size_t before = 0;
  std::size_t bytes = 0;
  std::size_t after = 0;
  // Where the reservation should begin; 0 for anywhere. The driver may choose another place.
  Pointer wanted = 0;
};

// A call that failed, and how.
struct Failure {
  Result error = kSuccess;
  const char* call = "";
  bool failed() const { return error != kSuccess; }
};

AllocationProperties pinnedOn(Device device);

// Reserves, creates, maps and opens for reading and writing. Leaves nothing behind where a step fails.
Failure reserveAndMap(const Driver& driver, const Wish& wish, Reservation& made);

}  // namespace grade::cuda
