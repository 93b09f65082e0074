// Modules: kernels with their parameters, and variables.
#include <cstring>
#include <vector>

#include "binding.h"

namespace grade::cuda {
namespace {

constexpr std::size_t kLogBytes = 16 * 1024;
// A kernel has at most 32,764 bytes of parameters.
constexpr std::size_t kMostParameters = 32764;

std::string logOf(const std::vector<char>& log) { return std::string(log.data(), strnlen(log.data(), log.size())); }

// loadModule(image): a cubin, a fatbin or PTX text. Gives { module, log }; an error carries the compiler's `log`.
Napi::Value loadModule(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Bytes given = bytesOf(info[0]);
  // PTX must end with a null byte.
  std::vector<unsigned char> image(given.data, given.data + given.size);
  image.push_back(0);
  std::vector<char> notes(kLogBytes), errors(kLogBytes);
  int options[] = {kJitInfoLog, kJitInfoLogBytes, kJitErrorLog, kJitErrorLogBytes};
  void* values[] = {notes.data(), reinterpret_cast<void*>(kLogBytes), errors.data(), reinterpret_cast<void*>(kLogBytes)};
  Module module = nullptr;
  const Result error = driverOf(env).moduleLoad(&module, image.data(), 4, options, values);
  errors.back() = notes.back() = '\0';
  try {
    check(env, error, "cuModuleLoadDataEx");
  } catch (Napi::Error& thrown) {
    thrown.Set("log", Napi::String::New(env, logOf(errors)));
    throw;
  }
  auto loaded = Napi::Object::New(env);
  loaded.Set("module", toBigInt(env, module));
  loaded.Set("log", Napi::String::New(env, logOf(notes)));
  return loaded;
}

void unloadModule(const Napi::CallbackInfo& info) {
  check(info.Env(), driverOf(info.Env()).moduleUnload(handleOf<Module>(info[0])), "cuModuleUnload");
}

// functions(module): the names of its kernels; null where the driver cannot tell (before CUDA 12.4).
Napi::Value functions(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Driver& driver = driverOf(env);
  if (driver.functionName == nullptr || driver.moduleFunctionCount == nullptr || driver.moduleFunctions == nullptr)
    return env.Null();
  const auto module = handleOf<Module>(info[0]);
  unsigned count = 0;
  check(env, driver.moduleFunctionCount(&count, module), "cuModuleGetFunctionCount");
  std::vector<Function> found(count);
  if (count > 0) check(env, driver.moduleFunctions(found.data(), count, module), "cuModuleEnumerateFunctions");
  auto names = Napi::Array::New(env, count);
  for (unsigned i = 0; i < count; i++) {
    const char* name = nullptr;
    check(env, driver.functionName(&name, found[i]), "cuFuncGetName");
    names.Set(i, Napi::String::New(env, name));
  }
  return names;
}

// function(module, name)
Napi::Value function(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Function found = nullptr;
  const std::string name = textOf(info[1]);
  check(env, driverOf(env).moduleFunction(&found, handleOf<Module>(info[0]), name.c_str()), "cuModuleGetFunction");
  return toBigInt(env, found);
}

// parameters(function): offset and bytes of each; null where the driver cannot tell (before CUDA 12.4).
Napi::Value parameters(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Driver& driver = driverOf(env);
  if (driver.functionParameter == nullptr) return env.Null();
  const auto function = handleOf<Function>(info[0]);
  auto found = Napi::Array::New(env);
  for (std::uint32_t i = 0; i < kMostParameters; i++) {
    std::size_t offset = 0, bytes = 0;
    const Result error = driver.functionParameter(function, i, &offset, &bytes);
    // There is no count: the first that does not exist is refused.
    if (error == kInvalidValue) break;
    check(env, error, "cuFuncGetParamInfo");
    auto parameter = Napi::Object::New(env);
    parameter.Set("offset", toNumber(env, static_cast<double>(offset)));
    parameter.Set("bytes", toNumber(env, static_cast<double>(bytes)));
    found.Set(i, parameter);
  }
  return found;
}

// functionAttribute(function, CUfunction_attribute)
Napi::Value functionAttribute(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  int value = 0;
  const auto function = handleOf<Function>(info[0]);
  check(env, driverOf(env).functionAttribute(&value, integerOf(info[1]), function), "cuFuncGetAttribute");
  return toNumber(env, value);
}

// setFunctionAttribute(function, CUfunction_attribute, value)
void setFunctionAttribute(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto function = handleOf<Function>(info[0]);
  check(env, driverOf(env).functionSetAttribute(function, integerOf(info[1]), integerOf(info[2])),
        "cuFuncSetAttribute");
}

// variable(module, name): address and bytes.
Napi::Value variable(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Pointer address = 0;
  std::size_t bytes = 0;
  const std::string name = textOf(info[1]);
  check(env, driverOf(env).moduleGlobal(&address, &bytes, handleOf<Module>(info[0]), name.c_str()),
        "cuModuleGetGlobal");
  auto found = Napi::Object::New(env);
  found.Set("address", toBigInt(env, address));
  found.Set("bytes", toNumber(env, static_cast<double>(bytes)));
  return found;
}

}  // namespace

void bindModules(Napi::Env env, Napi::Object exports) {
  exports.Set("loadModule", Napi::Function::New(env, loadModule));
  exports.Set("unloadModule", Napi::Function::New(env, unloadModule));
  exports.Set("functions", Napi::Function::New(env, functions));
  exports.Set("function", Napi::Function::New(env, function));
  exports.Set("parameters", Napi::Function::New(env, parameters));
  exports.Set("functionAttribute", Napi::Function::New(env, functionAttribute));
  exports.Set("setFunctionAttribute", Napi::Function::New(env, setFunctionAttribute));
  exports.Set("variable", Napi::Function::New(env, variable));
}

}  // namespace grade::cuda
