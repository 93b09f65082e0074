#include "driver.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <map>
#include <mutex>

namespace grade::cuda {

#ifdef _WIN32

void* openLibrary(const std::string& path, std::string& reason) {
  HMODULE library = LoadLibraryA(path.c_str());
  if (library == nullptr) reason = path + " cannot be opened (error " + std::to_string(GetLastError()) + ")";
  return reinterpret_cast<void*>(library);
}

void* findSymbol(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(reinterpret_cast<HMODULE>(library), name));
}

#else

void* openLibrary(const std::string& path, std::string& reason) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* error = dlerror();
    reason = error == nullptr ? path + " cannot be opened" : error;
  }
  return library;
}

void* findSymbol(void* library, const char* name) { return dlsym(library, name); }

#endif

namespace {

std::unique_ptr<Driver> loadDriver(const std::string& path, std::string& reason) {
  void* library = openLibrary(path, reason);
  if (library == nullptr) return nullptr;
  auto driver = std::make_unique<Driver>();
  std::string missing;
#define GRADE_CUDA_FIND(member, name, parameters)                                              \
  driver->member = reinterpret_cast<decltype(driver->member)>(findSymbol(library, name)); \
  if (driver->member == nullptr) missing += (missing.empty() ? "" : ", ") + std::string(name);
  GRADE_CUDA_FUNCTIONS(GRADE_CUDA_FIND)
#undef GRADE_CUDA_FIND
#define GRADE_CUDA_FIND(member, name, parameters) \
  driver->member = reinterpret_cast<decltype(driver->member)>(findSymbol(library, name));
  GRADE_CUDA_OPTIONAL_FUNCTIONS(GRADE_CUDA_FIND)
#undef GRADE_CUDA_FIND
  if (missing.empty()) return driver;
  reason = path + " lacks " + missing;
  return nullptr;
}

}  // namespace

const Driver* openDriver(const std::string& library, std::string& reason) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Driver>> opened;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = opened.find(library);
  if (found != opened.end()) return found->second.get();
  auto driver = loadDriver(library, reason);
  if (driver == nullptr) return nullptr;
  return opened.emplace(library, std::move(driver)).first->second.get();
}

std::string Driver::nameOf(Result error) const {
  const char* name = nullptr;
  if (errorName(error, &name) != kSuccess || name == nullptr) return "CUDA error " + std::to_string(error);
  return name;
}

std::string Driver::textOf(Result error) const {
  const char* text = nullptr;
  if (errorText(error, &text) != kSuccess || text == nullptr) return "unknown error";
  return text;
}

}  // namespace grade::cuda
