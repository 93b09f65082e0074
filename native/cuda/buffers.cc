// Memory from JavaScript: reservations, plain allocations, and everything that moves bytes.
#include "binding.h"
#include "memory.h"

namespace grade::cuda {
namespace {

// granularity(ordinal): sizes and addresses of mappings are multiples of it.
Napi::Value granularity(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const AllocationProperties properties = pinnedOn(integerOf(info[0]));
  std::size_t bytes = 0;
  check(env, driverOf(env).granularity(&bytes, &properties, kGranularityMinimum), "cuMemGetAllocationGranularity");
  return toNumber(env, static_cast<double>(bytes));
}

// reserve(ordinal, before, bytes, after, wanted): address space with memory in its middle, all read and write.
Napi::Value reserve(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Wish wish;
  wish.device = integerOf(info[0]);
  wish.before = sizeOf(info[1]);
  wish.bytes = sizeOf(info[2]);
  wish.after = sizeOf(info[3]);
  wish.wanted = addressOf(info[4]);
  Reservation made;
  const Failure failure = reserveAndMap(driverOf(env), wish, made);
  check(env, failure.error, failure.call);
  auto result = Napi::Object::New(env);
  result.Set("start", toBigInt(env, made.start));
  result.Set("bytes", toNumber(env, static_cast<double>(made.bytes)));
  result.Set("mapped", toBigInt(env, made.mapped));
  result.Set("mappedBytes", toNumber(env, static_cast<double>(made.mappedBytes)));
  return result;
}

// unmap(address, bytes): the memory is gone, the address space stays reserved.
void unmap(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).memoryUnmap(addressOf(info[0]), sizeOf(info[1])), "cuMemUnmap");
}

// unreserve(start, bytes)
void unreserve(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).addressFree(addressOf(info[0]), sizeOf(info[1])), "cuMemAddressFree");
}

Napi::Value memoryInfo(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  std::size_t free = 0, total = 0;
  check(env, driverOf(env).memoryInfo(&free, &total), "cuMemGetInfo");
  auto result = Napi::Object::New(env);
  result.Set("freeBytes", toNumber(env, static_cast<double>(free)));
  result.Set("totalBytes", toNumber(env, static_cast<double>(total)));
  return result;
}

// write(address, bytes)
void write(const Napi::CallbackInfo& info) {
  const Bytes from = bytesOf(info[1]);
  const Pointer to = addressOf(info[0]);
  if (from.size > 0) check(info.Env(), driverOf(info.Env()).copyToDevice(to, from.data, from.size), "cuMemcpyHtoD");
}

// read(address, into)
void read(const Napi::CallbackInfo& info) {
  const Bytes into = bytesOf(info[1]);
  const Pointer from = addressOf(info[0]);
  if (into.size > 0) check(info.Env(), driverOf(info.Env()).copyToHost(into.data, from, into.size), "cuMemcpyDtoH");
}

// copy(to, from, bytes)
void copy(const Napi::CallbackInfo& info) {
  const std::size_t bytes = sizeOf(info[2]);
  const Pointer to = addressOf(info[0]), from = addressOf(info[1]);
  if (bytes > 0) check(info.Env(), driverOf(info.Env()).copyOnDevice(to, from, bytes), "cuMemcpyDtoD");
}

// fill(address, value, bytes)
void fill(const Napi::CallbackInfo& info) {
  const std::size_t bytes = sizeOf(info[2]);
  const Pointer to = addressOf(info[0]);
  const auto value = static_cast<unsigned char>(integerOf(info[1]));
  if (bytes > 0) check(info.Env(), driverOf(info.Env()).setBytes(to, value, bytes), "cuMemsetD8");
}

// fillAsync(address, value, bytes, stream)
void fillAsync(const Napi::CallbackInfo& info) {
  const auto value = static_cast<unsigned char>(integerOf(info[1]));
  const auto stream = handleOf<Stream>(info[3]);
  const Pointer to = addressOf(info[0]);
  const std::size_t bytes = sizeOf(info[2]);
  if (bytes > 0)
    check(info.Env(), driverOf(info.Env()).setBytesAsync(to, value, bytes, stream), "cuMemsetD8Async");
}

// copyAsync(to, from, bytes, stream)
void copyAsync(const Napi::CallbackInfo& info) {
  const Pointer to = addressOf(info[0]), from = addressOf(info[1]);
  const std::size_t bytes = sizeOf(info[2]);
  const auto stream = handleOf<Stream>(info[3]);
  if (bytes > 0)
    check(info.Env(), driverOf(info.Env()).copyOnDeviceAsync(to, from, bytes, stream), "cuMemcpyDtoDAsync");
}

// writeAsync(address, bytes, stream): the bytes are ordinary memory, which the driver has taken when the call returns.
void writeAsync(const Napi::CallbackInfo& info) {
  const Pointer to = addressOf(info[0]);
  const Bytes from = bytesOf(info[1]);
  const auto stream = handleOf<Stream>(info[2]);
  if (from.size > 0)
    check(info.Env(), driverOf(info.Env()).copyToDeviceAsync(to, from.data, from.size, stream), "cuMemcpyHtoDAsync");
}

// readAsync(address, into, stream): into ordinary memory, which the driver has filled when the call returns.
void readAsync(const Napi::CallbackInfo& info) {
  const Pointer from = addressOf(info[0]);
  const Bytes into = bytesOf(info[1]);
  const auto stream = handleOf<Stream>(info[2]);
  if (into.size > 0)
    check(info.Env(), driverOf(info.Env()).copyToHostAsync(into.data, from, into.size, stream), "cuMemcpyDtoHAsync");
}

// allocate(bytes): as cudaMalloc does.
Napi::Value allocate(const Napi::CallbackInfo& info) {
  Pointer address = 0;
  check(info.Env(), driverOf(info.Env()).memoryAlloc(&address, sizeOf(info[0])), "cuMemAlloc");
  return toBigInt(info.Env(), address);
}

// release(address): what `allocate` gave.
void release(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).memoryFree(addressOf(info[0])), "cuMemFree");
}

}  // namespace

void bindMemory(Napi::Env env, Napi::Object exports) {
  exports.Set("granularity", Napi::Function::New(env, granularity));
  exports.Set("reserve", Napi::Function::New(env, reserve));
  exports.Set("unmap", Napi::Function::New(env, unmap));
  exports.Set("unreserve", Napi::Function::New(env, unreserve));
  exports.Set("memoryInfo", Napi::Function::New(env, memoryInfo));
  exports.Set("write", Napi::Function::New(env, write));
  exports.Set("read", Napi::Function::New(env, read));
  exports.Set("copy", Napi::Function::New(env, copy));
  exports.Set("fill", Napi::Function::New(env, fill));
  exports.Set("fillAsync", Napi::Function::New(env, fillAsync));
  exports.Set("copyAsync", Napi::Function::New(env, copyAsync));
  exports.Set("writeAsync", Napi::Function::New(env, writeAsync));
  exports.Set("readAsync", Napi::Function::New(env, readAsync));
  exports.Set("allocate", Napi::Function::New(env, allocate));
  exports.Set("release", Napi::Function::New(env, release));
}

}  // namespace grade::cuda
