#include "memory.h"

namespace grade::cuda {

AllocationProperties pinnedOn(Device device) {
  AllocationProperties properties{};
  properties.type = kAllocationPinned;
  properties.location = {kLocationDevice, device};
  return properties;
}

Failure reserveAndMap(const Driver& driver, const Wish& wish, Reservation& made) {
  const std::size_t total = wish.before + wish.bytes + wish.after;
  Pointer start = 0;
  Result error = driver.addressReserve(&start, total, 0, wish.wanted, 0);
  if (error != kSuccess) return {error, "cuMemAddressReserve"};
  made = {start, total, start + wish.before, wish.bytes};
  if (wish.bytes == 0) return {};

  const AllocationProperties properties = pinnedOn(wish.device);
  Allocation handle = 0;
  error = driver.memoryCreate(&handle, wish.bytes, &properties, 0);
  if (error != kSuccess) {
    driver.addressFree(start, total);
    return {error, "cuMemCreate"};
  }
  error = driver.memoryMap(made.mapped, wish.bytes, 0, handle, 0);
  // The mapping keeps the memory; the handle is not needed beside it.
  driver.memoryRelease(handle);
  if (error != kSuccess) {
    driver.addressFree(start, total);
    return {error, "cuMemMap"};
  }
  const AccessDescription access{{kLocationDevice, wish.device}, kAccessReadWrite};
  error = driver.memorySetAccess(made.mapped, wish.bytes, &access, 1);
  if (error != kSuccess) {
    driver.memoryUnmap(made.mapped, wish.bytes);
    driver.addressFree(start, total);
    return {error, "cuMemSetAccess"};
  }
  return {};
}

}  // namespace grade::cuda
