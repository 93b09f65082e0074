// Streams, launches, waits and events.
#include <vector>

#include "binding.h"
#include "wait.h"

namespace grade::cuda {
namespace {

Napi::Value createStream(const Napi::CallbackInfo& info) {
  Stream stream = nullptr;
  check(info.Env(), driverOf(info.Env()).streamCreate(&stream, kStreamDefault), "cuStreamCreate");
  return toBigInt(info.Env(), stream);
}

void destroyStream(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).streamDestroy(handleOf<Stream>(info[0])), "cuStreamDestroy");
}

struct Extent {
  unsigned x, y, z;
};

Extent extentOf(const Napi::Value& value) {
  if (!value.IsArray() || value.As<Napi::Array>().Length() != 3)
    throw Napi::TypeError::New(value.Env(), "an extent has three numbers");
  const auto numbers = value.As<Napi::Array>();
  const auto at = [&](std::uint32_t axis) {
    const std::size_t size = sizeOf(numbers.Get(axis));
    if (size > 0xffffffffu) throw Napi::RangeError::New(value.Env(), "an extent has 32 bits");
    return static_cast<unsigned>(size);
  };
  return {at(0), at(1), at(2)};
}

// launch(function, grid, block, sharedBytes, stream, arguments, cluster): gives the CUresult of the launch itself.
// `cluster` is undefined in a launch without clusters.
Napi::Value launch(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto function = handleOf<Function>(info[0]);
  const Extent grid = extentOf(info[1]), block = extentOf(info[2]);
  const std::size_t sharedBytes = sizeOf(info[3]);
  const auto stream = handleOf<Stream>(info[4]);
  const Bytes given = bytesOf(info[5]);
  if (sharedBytes > 0xffffffffu) return toNumber(env, kInvalidValue);
  std::vector<unsigned char> arguments(given.data, given.data + given.size);
  std::size_t bytes = arguments.size();
  void* extra[] = {kLaunchBuffer, arguments.data(), kLaunchBufferBytes, &bytes, kLaunchEnd};
  LaunchAttribute attribute = {kClusterDimension, {}, {}};
  const bool has_clusters = info[6].IsArray();
  if (has_clusters) {
    const Extent cluster = extentOf(info[6]);
    attribute.value[0] = cluster.x, attribute.value[1] = cluster.y, attribute.value[2] = cluster.z;
  }
  const LaunchConfiguration configuration = {
      grid.x, grid.y, grid.z, block.x, block.y, block.z, static_cast<unsigned>(sharedBytes),
      stream, &attribute, has_clusters ? 1u : 0u};
  void** const given_arguments = bytes > 0 ? extra : nullptr;
  const Driver& driver = driverOf(env);
  if (has_clusters && !driver.launchKernelEx) return toNumber(env, kNotSupported);
  const Result error =
      has_clusters ? driver.launchKernelEx(&configuration, function, nullptr, given_arguments)
                   : driver.launchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                         static_cast<unsigned>(sharedBytes), stream, nullptr, given_arguments);
  return toNumber(env, error);
}

// wait(stream, milliseconds): the CUresult of what ran there, or 702 once the time is over. Blocks this thread.
Napi::Value wait(const Napi::CallbackInfo& info) {
  return toNumber(info.Env(), waitFor(driverOf(info.Env()), handleOf<Stream>(info[0]), millisecondsOf(info[1])));
}

class WaitWorker : public Napi::AsyncWorker {
 public:
  WaitWorker(Napi::Env env, const Driver& driver, Context context, Stream stream, double milliseconds)
      : Napi::AsyncWorker(env),
        deferred_(env),
        driver_(driver),
        context_(context),
        stream_(stream),
        milliseconds_(milliseconds) {}

  Napi::Promise Promise() const { return deferred_.Promise(); }

  void Execute() override {
    // A context is current in one thread; this one belongs to a pool.
    Context before = nullptr;
    driver_.contextGetCurrent(&before);
    result_ = driver_.contextSetCurrent(context_);
    if (result_ == kSuccess) result_ = waitFor(driver_, stream_, milliseconds_);
    driver_.contextSetCurrent(before);
  }

  void OnOK() override { deferred_.Resolve(Napi::Number::New(Env(), result_)); }
  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
  const Driver& driver_;
  const Context context_;
  const Stream stream_;
  const double milliseconds_;
  Result result_ = kSuccess;
};

// waitAsync(context, stream, milliseconds): the same off the event loop, as a promise.
Napi::Value waitAsync(const Napi::CallbackInfo& info) {
  auto* worker = new WaitWorker(info.Env(), driverOf(info.Env()), handleOf<Context>(info[0]),
                                handleOf<Stream>(info[1]), millisecondsOf(info[2]));
  const Napi::Promise promise = worker->Promise();
  worker->Queue();
  return promise;
}

Napi::Value createEvent(const Napi::CallbackInfo& info) {
  Event event = nullptr;
  check(info.Env(), driverOf(info.Env()).eventCreate(&event, 0), "cuEventCreate");
  return toBigInt(info.Env(), event);
}

// recordEvent(event, stream)
void recordEvent(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).eventRecord(handleOf<Event>(info[0]), handleOf<Stream>(info[1])),
        "cuEventRecord");
}

// eventReady(event): has everything before it run?
Napi::Value eventReady(const Napi::CallbackInfo& info) {
  const Result state = driverOf(info.Env()).eventQuery(handleOf<Event>(info[0]));
  if (state != kNotReady) check(info.Env(), state, "cuEventQuery");
  return Napi::Boolean::New(info.Env(), state == kSuccess);
}

// elapsed(start, end): milliseconds between two events that are ready.
Napi::Value elapsed(const Napi::CallbackInfo& info) {
  float milliseconds = 0;
  check(info.Env(),
        driverOf(info.Env()).eventElapsed(&milliseconds, handleOf<Event>(info[0]), handleOf<Event>(info[1])),
        "cuEventElapsedTime");
  return toNumber(info.Env(), milliseconds);
}

void destroyEvent(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).eventDestroy(handleOf<Event>(info[0])), "cuEventDestroy");
}

}  // namespace

void bindLaunches(Napi::Env env, Napi::Object exports) {
  exports.Set("createStream", Napi::Function::New(env, createStream));
  exports.Set("destroyStream", Napi::Function::New(env, destroyStream));
  exports.Set("launch", Napi::Function::New(env, launch));
  exports.Set("wait", Napi::Function::New(env, wait));
  exports.Set("waitAsync", Napi::Function::New(env, waitAsync));
  exports.Set("createEvent", Napi::Function::New(env, createEvent));
  exports.Set("recordEvent", Napi::Function::New(env, recordEvent));
  exports.Set("eventReady", Napi::Function::New(env, eventReady));
  exports.Set("elapsed", Napi::Function::New(env, elapsed));
  exports.Set("destroyEvent", Napi::Function::New(env, destroyEvent));
}

}  // namespace grade::cuda
