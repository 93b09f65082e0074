// Driver, devices and contexts.
#include <cstdio>

#include "binding.h"
#include "wait.h"

namespace grade::cuda {
namespace {

// Field of a device's properties, and its CUdevice_attribute.
struct Attribute {
  const char* name;
  int number;
};
constexpr Attribute kAttributes[] = {
    {"maxThreadsPerBlock", 1},
    {"maxBlockX", 2},
    {"maxBlockY", 3},
    {"maxBlockZ", 4},
    {"maxGridX", 5},
    {"maxGridY", 6},
    {"maxGridZ", 7},
    {"sharedBytesPerBlock", 8},
    {"warpSize", 10},
    {"registersPerBlock", 12},
    {"clockKilohertz", 13},
    {"multiprocessors", 16},
    {"eccEnabled", 32},
    {"memoryClockKilohertz", 36},
    {"memoryBusBits", 37},
    {"l2Bytes", 38},
    {"threadsPerMultiprocessor", 39},
    {"major", 75},
    {"minor", 76},
    {"sharedBytesPerMultiprocessor", 81},
    {"pageableMemoryAccess", 88},
    {"sharedBytesPerBlockOptIn", 97},
    {"virtualMemory", kAttributeVirtualMemory},
};

// open(library): loads and starts the driver.
void open(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  std::string reason;
  const Driver* driver = openDriver(textOf(info[0]), reason);
  if (driver == nullptr) throw Napi::Error::New(env, reason);
  env.GetInstanceData<State>()->driver = driver;
  check(env, driver->init(0), "cuInit");
}

Napi::Value driverVersion(const Napi::CallbackInfo& info) {
  int version = 0;
  check(info.Env(), driverOf(info.Env()).driverVersion(&version), "cuDriverGetVersion");
  return toNumber(info.Env(), version);
}

Napi::Value errorName(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), driverOf(info.Env()).nameOf(integerOf(info[0])));
}

Napi::Value errorText(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), driverOf(info.Env()).textOf(integerOf(info[0])));
}

Device deviceAt(Napi::Env env, int ordinal) {
  Device device = 0;
  check(env, driverOf(env).deviceGet(&device, ordinal), "cuDeviceGet");
  return device;
}

// As nvidia-smi writes it.
std::string written(const Uuid& uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; i++) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", uuid.bytes[i]);
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits;
  }
  return text;
}

Napi::Object describe(Napi::Env env, int ordinal) {
  const Driver& driver = driverOf(env);
  const Device device = deviceAt(env, ordinal);
  char name[256] = {};
  check(env, driver.deviceName(name, sizeof name, device), "cuDeviceGetName");
  Uuid uuid{};
  check(env, driver.deviceUuid(&uuid, device), "cuDeviceGetUuid");
  std::size_t bytes = 0;
  check(env, driver.deviceBytes(&bytes, device), "cuDeviceTotalMem");
  auto properties = Napi::Object::New(env);
  properties.Set("ordinal", toNumber(env, ordinal));
  properties.Set("name", Napi::String::New(env, name));
  properties.Set("uuid", Napi::String::New(env, written(uuid)));
  properties.Set("totalBytes", toNumber(env, static_cast<double>(bytes)));
  for (const auto& [field, number] : kAttributes) {
    int value = 0;
    check(env, driver.deviceAttribute(&value, number, device), "cuDeviceGetAttribute");
    properties.Set(field, toNumber(env, value));
  }
  return properties;
}

// devices(): the properties of each.
Napi::Value devices(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  int count = 0;
  check(env, driverOf(env).deviceCount(&count), "cuDeviceGetCount");
  auto found = Napi::Array::New(env, static_cast<std::size_t>(count));
  for (int ordinal = 0; ordinal < count; ordinal++)
    found.Set(static_cast<std::uint32_t>(ordinal), describe(env, ordinal));
  return found;
}

// createContext(ordinal): one of our own, current in this thread.
Napi::Value createContext(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Context context = nullptr;
  check(env, driverOf(env).contextCreate(&context, 0, deviceAt(env, integerOf(info[0]))), "cuCtxCreate");
  return toBigInt(env, context);
}

// retainPrimaryContext(ordinal): the one that the CUDA runtime uses too, current in this thread.
Napi::Value retainPrimaryContext(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Driver& driver = driverOf(env);
  Context context = nullptr;
  check(env, driver.primaryRetain(&context, deviceAt(env, integerOf(info[0]))), "cuDevicePrimaryCtxRetain");
  check(env, driver.contextSetCurrent(context), "cuCtxSetCurrent");
  return toBigInt(env, context);
}

void releasePrimaryContext(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  check(env, driverOf(env).primaryRelease(deviceAt(env, integerOf(info[0]))), "cuDevicePrimaryCtxRelease");
}

void destroyContext(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).contextDestroy(handleOf<Context>(info[0])), "cuCtxDestroy");
}

void setCurrentContext(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).contextSetCurrent(handleOf<Context>(info[0])), "cuCtxSetCurrent");
}

// setLimit(CUlimit, value): stack, printf buffer and heap of the current context.
void setLimit(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).contextSetLimit(integerOf(info[0]), sizeOf(info[1])), "cuCtxSetLimit");
}

// synchronize(milliseconds): waits for everything in the current context. Gives the CUresult of what ran, or 702 once
// the time is over. Blocks this thread.
Napi::Value synchronize(const Napi::CallbackInfo& info) {
  return toNumber(info.Env(), waitForDevice(driverOf(info.Env()), millisecondsOf(info[0])));
}

// resetPersistingL2(): lines that were kept in the L2 cache are ordinary ones again. Nothing where the driver has none.
void resetPersistingL2(const Napi::CallbackInfo& info) {
  const Driver& driver = driverOf(info.Env());
  if (driver.resetPersistingL2 != nullptr)
    check(info.Env(), driver.resetPersistingL2(), "cuCtxResetPersistingL2Cache");
}

}  // namespace

void bindDevices(Napi::Env env, Napi::Object exports) {
  exports.Set("open", Napi::Function::New(env, open));
  exports.Set("driverVersion", Napi::Function::New(env, driverVersion));
  exports.Set("errorName", Napi::Function::New(env, errorName));
  exports.Set("errorText", Napi::Function::New(env, errorText));
  exports.Set("devices", Napi::Function::New(env, devices));
  exports.Set("createContext", Napi::Function::New(env, createContext));
  exports.Set("destroyContext", Napi::Function::New(env, destroyContext));
  exports.Set("retainPrimaryContext", Napi::Function::New(env, retainPrimaryContext));
  exports.Set("releasePrimaryContext", Napi::Function::New(env, releasePrimaryContext));
  exports.Set("setCurrentContext", Napi::Function::New(env, setCurrentContext));
  exports.Set("setLimit", Napi::Function::New(env, setLimit));
  exports.Set("synchronize", Napi::Function::New(env, synchronize));
  exports.Set("resetPersistingL2", Napi::Function::New(env, resetPersistingL2));
}

}  // namespace grade::cuda
