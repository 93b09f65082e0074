// Clocks, temperature, throttling and users of a GPU, from NVIDIA's management library (NVML), found at run time
// like the driver. Names and numbers are those of the "NVML API" reference.
#include <mutex>
#include <vector>

#include "binding.h"

namespace grade::cuda {
namespace {

using NvmlDevice = void*;
constexpr unsigned kSmClock = 1;
constexpr unsigned kMemoryClock = 2;
constexpr unsigned kGpuTemperature = 0;

constexpr int kInsufficientSize = 7;
constexpr unsigned kNameBytes = 1024;
// NVML_VALUE_NOT_AVAILABLE.
constexpr unsigned long long kNotTold = ~0ull;

struct Utilization {
  unsigned gpu = 0;
  unsigned memory = 0;
};

// nvmlProcessInfo_t since its second version.
struct Process {
  unsigned pid = 0;
  unsigned long long usedBytes = 0;
  unsigned gpuInstance = 0;
  unsigned computeInstance = 0;
};

struct Nvml {
  int (*init)() = nullptr;
  int (*deviceByUuid)(const char* uuid, NvmlDevice* device) = nullptr;
  int (*clock)(NvmlDevice device, unsigned type, unsigned* megahertz) = nullptr;
  int (*temperature)(NvmlDevice device, unsigned sensor, unsigned* celsius) = nullptr;
  int (*reasons)(NvmlDevice device, unsigned long long* bits) = nullptr;
  bool usable = false;
  int (*utilization)(NvmlDevice device, Utilization* rates) = nullptr;
  int (*processes)(NvmlDevice device, unsigned* count, Process* processes) = nullptr;
  int (*processName)(unsigned pid, char* name, unsigned bytes) = nullptr;
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
    find(opened, library.utilization, "nvmlDeviceGetUtilizationRates");
    // The third version only where there is no second: in drivers 535.43 to 535.86 its entries are longer than Process.
    find(opened, library.processes, "nvmlDeviceGetComputeRunningProcesses_v2",
         "nvmlDeviceGetComputeRunningProcesses_v3");
    find(opened, library.processName, "nvmlSystemGetProcessName");
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

// False where NVML does not tell.
bool readProcesses(const Nvml& library, NvmlDevice device, std::vector<Process>& found) {
  unsigned count = 0;
  int error = library.processes(device, &count, nullptr);
  // One may begin between the two calls.
  for (int tries = 0; error == kInsufficientSize && tries < 4; tries++) {
    count += 8;
    found.resize(count);
    error = library.processes(device, &count, found.data());
  }
  if (error != 0) return false;
  found.resize(count);
  return true;
}

// activity(uuid): { utilization, processes: { pid, name, mebibytes }[] }; null where there is no NVML, or it does not tell.
Napi::Value activity(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::string uuid = textOf(info[0]);
  const Nvml& library = nvml();
  NvmlDevice device = nullptr;
  Utilization rates;
  std::vector<Process> found;
  if (!library.usable || library.utilization == nullptr || library.processes == nullptr ||
      library.deviceByUuid(uuid.c_str(), &device) != 0 || library.utilization(device, &rates) != 0 ||
      !readProcesses(library, device, found))
    return env.Null();
  auto processes = Napi::Array::New(env, found.size());
  for (std::size_t at = 0; at < found.size(); at++) {
    char name[kNameBytes] = "";
    if (library.processName == nullptr || library.processName(found[at].pid, name, kNameBytes) != 0) name[0] = '\0';
    name[kNameBytes - 1] = '\0';
    auto process = Napi::Object::New(env);
    process.Set("pid", toNumber(env, found[at].pid));
    process.Set("name", Napi::String::New(env, name));
    const unsigned long long used = found[at].usedBytes == kNotTold ? 0 : found[at].usedBytes;
    process.Set("mebibytes", toNumber(env, static_cast<double>(used >> 20)));
    processes.Set(static_cast<uint32_t>(at), process);
  }
  auto result = Napi::Object::New(env);
  result.Set("utilization", toNumber(env, rates.gpu));
  result.Set("processes", processes);
  return result;
}

}  // namespace

void bindClocks(Napi::Env env, Napi::Object exports) {
  exports.Set("activity", Napi::Function::New(env, activity));
  exports.Set("clocks", Napi::Function::New(env, clocks));
}

}  // namespace grade::cuda
