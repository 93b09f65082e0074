// Clocks, temperature and what slows a GPU down, from NVIDIA's management library (NVML), found at run time like the
// driver. Names and numbers are those of the "NVML API" reference.
#include <mutex>

#include "binding.h"

namespace grade::cuda {
namespace {

using NvmlDevice = void*;
constexpr unsigned kSmClock = 1;
constexpr unsigned kMemoryClock = 2;
constexpr unsigned kGpuTemperature = 0;

struct Nvml {
  int (*init)() = nullptr;
  int (*deviceByUuid)(const char* uuid, NvmlDevice* device) = nullptr;
  int (*clock)(NvmlDevice device, unsigned type, unsigned* megahertz) = nullptr;
  int (*temperature)(NvmlDevice device, unsigned sensor, unsigned* celsius) = nullptr;
  int (*reasons)(NvmlDevice device, unsigned long long* bits) = nullptr;
  bool usable = false;
};

template <class Function>
void find(void* library, Function& function, const char* name, const char* older = nullptr) {
  void* symbol = findSymbol(library, name);
  if (symbol == nullptr && older != nullptr) symbol = findSymbol(library, older);
  function = reinterpret_cast<Function>(symbol);
}

const Nvml& nvml() {
  static std::once_flag once;
  static Nvml library;
  std::call_once(once, [] {
    std::string reason;
    void* opened = openLibrary("libnvidia-ml.so.1", reason);
    if (opened == nullptr) return;
    find(opened, library.init, "nvmlInit_v2");
    find(opened, library.deviceByUuid, "nvmlDeviceGetHandleByUUID");
    find(opened, library.clock, "nvmlDeviceGetClockInfo");
    find(opened, library.temperature, "nvmlDeviceGetTemperature");
    find(opened, library.reasons, "nvmlDeviceGetCurrentClocksEventReasons",
         "nvmlDeviceGetCurrentClocksThrottleReasons");
    library.usable = library.init != nullptr && library.deviceByUuid != nullptr && library.clock != nullptr &&
                     library.temperature != nullptr && library.reasons != nullptr && library.init() == 0;
  });
  return library;
}

// clocks(uuid): { smMHz, memoryMHz, temperature, reasons }; null where there is no NVML, or it does not tell.
Napi::Value clocks(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::string uuid = textOf(info[0]);
  const Nvml& library = nvml();
  NvmlDevice device = nullptr;
  unsigned sm = 0, memory = 0, temperature = 0;
  unsigned long long reasons = 0;
  if (!library.usable || library.deviceByUuid(uuid.c_str(), &device) != 0 ||
      library.clock(device, kSmClock, &sm) != 0 || library.clock(device, kMemoryClock, &memory) != 0 ||
      library.temperature(device, kGpuTemperature, &temperature) != 0 || library.reasons(device, &reasons) != 0)
    return env.Null();
  auto result = Napi::Object::New(env);
  result.Set("smMHz", toNumber(env, sm));
  result.Set("memoryMHz", toNumber(env, memory));
  result.Set("temperature", toNumber(env, temperature));
  result.Set("reasons", toNumber(env, static_cast<double>(reasons)));
  return result;
}

}  // namespace

void bindClocks(Napi::Env env, Napi::Object exports) {
  exports.Set("clocks", Napi::Function::New(env, clocks));
}

}  // namespace grade::cuda
