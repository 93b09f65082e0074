// The addon's door: takes typed arrays that the TypeScript side has checked (grader/compare/native.ts), works off
// the event loop, and settles a promise. The arrays are kept alive, and must not be changed, until then.
#include <napi.h>

#include <cmath>
#include <exception>
#include <string>
#include <vector>

#include "compare.h"
#include "reference.h"

namespace {

using grade::Elements;
using grade::Type;

Type typeOf(const Napi::TypedArray& array) {
  switch (array.TypedArrayType()) {
    case napi_uint8_array:
      return Type::kUint8;
    case napi_int32_array:
      return Type::kInt32;
    case napi_uint32_array:
      return Type::kUint32;
    case napi_float32_array:
      return Type::kFloat32;
    case napi_float64_array:
      return Type::kFloat64;
    default:
      throw Napi::TypeError::New(array.Env(), "an array of uint8, int32, uint32, float32 or float64 is needed");
  }
}

Type typeNamed(Napi::Env env, const std::string& name) {
  if (name == "uint8") return Type::kUint8;
  if (name == "int32") return Type::kInt32;
  if (name == "uint32") return Type::kUint32;
  if (name == "float32") return Type::kFloat32;
  if (name == "float64") return Type::kFloat64;
  throw Napi::TypeError::New(env, "unknown element type " + name);
}

const std::uint8_t* dataOf(const Napi::TypedArray& array) {
  return static_cast<const std::uint8_t*>(array.ArrayBuffer().Data()) + array.ByteOffset();
}

Elements elementsOf(const Napi::Value& value) {
  if (!value.IsTypedArray()) throw Napi::TypeError::New(value.Env(), "a typed array is needed");
  const auto array = value.As<Napi::TypedArray>();
  return {dataOf(array), typeOf(array), array.ElementLength()};
}

// A number of elements. Anything else than a whole number that an array can have is refused.
std::size_t sizeOf(const Napi::Value& value) {
  const double size = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1;
  if (!(size >= 0 && size <= 9007199254740991.0) || std::floor(size) != size)
    throw Napi::TypeError::New(value.Env(), "a size must be a whole number");
  return static_cast<std::size_t>(size);
}

[[noreturn]] void sizesDisagree(Napi::Env env) { throw Napi::RangeError::New(env, "array sizes do not agree"); }

class Worker : public Napi::AsyncWorker {
 public:
  Worker(const Napi::CallbackInfo& info) : Napi::AsyncWorker(info.Env()), deferred_(info.Env()) {
    for (std::size_t i = 0; i < info.Length(); i++)
      if (info[i].IsTypedArray()) kept_.push_back(Napi::Persistent(info[i].As<Napi::Object>()));
  }

  Napi::Promise Promise() const { return deferred_.Promise(); }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 protected:
  void Resolve(Napi::Value value) { deferred_.Resolve(value); }

 private:
  Napi::Promise::Deferred deferred_;
  std::vector<Napi::ObjectReference> kept_;
};

class CompareWorker : public Worker {
 public:
  CompareWorker(const Napi::CallbackInfo& info, const grade::CompareJob& job) : Worker(info), job_(job) {}

  void Execute() override { tally_ = grade::compare(job_); }

  void OnOK() override {
    auto result = Napi::Object::New(Env());
    result.Set("wrong", static_cast<double>(tally_.wrong));
    result.Set("unwritten", static_cast<double>(tally_.unwritten));
    result.Set("nan", static_cast<double>(tally_.nan));
    result.Set("infinite", static_cast<double>(tally_.infinite));
    result.Set("maxError", tally_.maxError);
    result.Set("firstBad", static_cast<double>(tally_.firstBad));
    result.Set("badWant", static_cast<double>(tally_.badWant));
    Resolve(result);
  }

 private:
  const grade::CompareJob job_;
  grade::Tally tally_;
};

// compare(got, state, want, type, tolerance, marks or null)
Napi::Value compare(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Elements got = elementsOf(info[0]);
  const Elements state = elementsOf(info[1]);
  const Elements want = elementsOf(info[2]);
  const Type type = typeNamed(env, info[3].ToString());
  const double tolerance = info[4].ToNumber().DoubleValue();
  if (got.type != Type::kUint8 || state.type != Type::kUint8 || want.type != Type::kFloat64)
    throw Napi::TypeError::New(env, "got and state are bytes, want is float64");
  if (got.count != want.count * grade::bytesOf(type) || state.count != got.count) sizesDisagree(env);
  std::uint8_t* marks = nullptr;
  if (info[5].IsTypedArray()) {
    const Elements given = elementsOf(info[5]);
    if (given.type != Type::kUint8 || given.count != want.count) sizesDisagree(env);
    marks = static_cast<std::uint8_t*>(const_cast<void*>(given.data));
  }
  const grade::CompareJob job{static_cast<const std::uint8_t*>(got.data),
                              static_cast<const std::uint8_t*>(state.data),
                              static_cast<const double*>(want.data),
                              want.count,
                              type,
                              tolerance,
                              marks};
  auto* worker = new CompareWorker(info, job);
  worker->Queue();
  return worker->Promise();
}

class ReferenceWorker : public Worker {
 public:
  // Makes `output` a Float64Array of `count` zeros, which work() fills and the promise gives.
  ReferenceWorker(const Napi::CallbackInfo& info, Napi::Float64Array output)
      : Worker(info), output_(Napi::Persistent(output)), out_(output.Data()) {}

  void OnOK() override { Resolve(output_.Value()); }

 private:
  Napi::Reference<Napi::Float64Array> output_;

 protected:
  double* const out_;
};

class ProductWorker : public ReferenceWorker {
 public:
  ProductWorker(const Napi::CallbackInfo& info, Napi::Float64Array output, const Elements& m, const Elements& n,
               std::size_t h, std::size_t w, std::size_t k)
      : ReferenceWorker(info, output), m_(m), n_(n), h_(h), w_(w), k_(k) {}

  void Execute() override { grade::matrixProduct(m_, n_, h_, w_, k_, out_); }

 private:
  const Elements m_, n_;
  const std::size_t h_, w_, k_;
};

// matrixProduct(m, n, h, w, k)
Napi::Value matrixProduct(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Elements m = elementsOf(info[0]);
  const Elements n = elementsOf(info[1]);
  const std::size_t h = sizeOf(info[2]), w = sizeOf(info[3]), k = sizeOf(info[4]);
  if ((k == 0 ? m.count != 0 || n.count != 0 : m.count / k != h || m.count % k != 0 || n.count / k != w || n.count % k != 0))
    sizesDisagree(env);
  auto* worker = new ProductWorker(info, Napi::Float64Array::New(env, h * w), m, n, h, w, k);
  worker->Queue();
  return worker->Promise();
}

class LumaWorker : public ReferenceWorker {
 public:
  LumaWorker(const Napi::CallbackInfo& info, Napi::Float64Array output, const Elements& x, std::size_t pixels)
      : ReferenceWorker(info, output), x_(x), pixels_(pixels) {}

  void Execute() override { grade::luma(x_, pixels_, out_); }

 private:
  const Elements x_;
  const std::size_t pixels_;
};

// luma(x, pixels)
Napi::Value luma(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Elements x = elementsOf(info[0]);
  const std::size_t pixels = sizeOf(info[1]);
  if (x.count % 3 != 0 || x.count / 3 != pixels) sizesDisagree(env);
  auto* worker = new LumaWorker(info, Napi::Float64Array::New(env, pixels), x, pixels);
  worker->Queue();
  return worker->Promise();
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("compare", Napi::Function::New(env, compare));
  exports.Set("matrixProduct", Napi::Function::New(env, matrixProduct));
  exports.Set("luma", Napi::Function::New(env, luma));
  return exports;
}

NODE_API_MODULE(compare, init)

}  // namespace
