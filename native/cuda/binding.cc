#include "binding.h"

#include <cmath>

namespace grade::cuda {

const Driver& driverOf(Napi::Env env) {
  const State* state = env.GetInstanceData<State>();
  if (state == nullptr || state->driver == nullptr) throw Napi::Error::New(env, "the CUDA driver is not open");
  return *state->driver;
}

void check(Napi::Env env, Result error, const char* call) {
  if (error == kSuccess) return;
  const Driver& driver = driverOf(env);
  auto thrown = Napi::Error::New(env, std::string(call) + ": " + driver.nameOf(error) + ", " + driver.textOf(error));
  thrown.Set("code", Napi::Number::New(env, error));
  thrown.Set("call", Napi::String::New(env, call));
  throw thrown;
}

std::uint64_t addressOf(const Napi::Value& value) {
  if (!value.IsBigInt()) throw Napi::TypeError::New(value.Env(), "an address or a handle must be a BigInt");
  bool lossless = false;
  const std::uint64_t address = value.As<Napi::BigInt>().Uint64Value(&lossless);
  if (!lossless) throw Napi::RangeError::New(value.Env(), "an address has 64 bits");
  return address;
}

std::size_t sizeOf(const Napi::Value& value) {
  const double size = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1;
  if (!(size >= 0 && size <= 9007199254740991.0) || std::floor(size) != size)
    throw Napi::TypeError::New(value.Env(), "a size must be a whole number");
  return static_cast<std::size_t>(size);
}

int integerOf(const Napi::Value& value) {
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : 0.5;
  if (!(std::fabs(number) <= 2147483647.0) || std::floor(number) != number)
    throw Napi::TypeError::New(value.Env(), "a 32-bit integer is needed");
  return static_cast<int>(number);
}

double millisecondsOf(const Napi::Value& value) {
  const double time = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1;
  if (!(time >= 0)) throw Napi::TypeError::New(value.Env(), "a time limit must be a number of milliseconds");
  return time;
}

std::string textOf(const Napi::Value& value) {
  if (!value.IsString()) throw Napi::TypeError::New(value.Env(), "a text is needed");
  return value.As<Napi::String>().Utf8Value();
}

Bytes bytesOf(const Napi::Value& value) {
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array)
    throw Napi::TypeError::New(value.Env(), "a Uint8Array is needed");
  auto array = value.As<Napi::Uint8Array>();
  return {array.Data(), array.ByteLength()};
}

}  // namespace grade::cuda
