// What the bindings share: arguments from JavaScript, results to it, and failed calls as errors with `code` and `call`.
// Addresses and handles are BigInts, sizes are whole Numbers.
#pragma once

#include <napi.h>

#include "driver.h"

namespace grade::cuda {

// Of one JavaScript environment: each worker thread opens the driver for itself.
struct State {
  const Driver* driver = nullptr;
};

// Throws where `open` was not called.
const Driver& driverOf(Napi::Env env);

// Throws an Error with `code` (a CUresult) and `call`, unless the call succeeded.
void check(Napi::Env env, Result error, const char* call);

std::uint64_t addressOf(const Napi::Value& value);
std::size_t sizeOf(const Napi::Value& value);
int integerOf(const Napi::Value& value);
double millisecondsOf(const Napi::Value& value);
std::string textOf(const Napi::Value& value);

template <class Handle>
Handle handleOf(const Napi::Value& value) {
  return reinterpret_cast<Handle>(addressOf(value));
}

inline Napi::Value toBigInt(Napi::Env env, std::uint64_t value) { return Napi::BigInt::New(env, value); }
inline Napi::Value toBigInt(Napi::Env env, void* handle) {
  return toBigInt(env, static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(handle)));
}
inline Napi::Value toNumber(Napi::Env env, double value) { return Napi::Number::New(env, value); }

struct Bytes {
  unsigned char* data;
  std::size_t size;
};
// Of a Uint8Array; good until JavaScript runs again.
Bytes bytesOf(const Napi::Value& value);

void bindDevices(Napi::Env env, Napi::Object exports);
void bindModules(Napi::Env env, Napi::Object exports);
void bindMemory(Napi::Env env, Napi::Object exports);
void bindLaunches(Napi::Env env, Napi::Object exports);
void bindClocks(Napi::Env env, Napi::Object exports);

}  // namespace grade::cuda
