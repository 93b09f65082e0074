// The addon's door. `grader/device/gpu/addon.ts` has the types of what is exported here. A call that fails throws an
// Error with the driver's `code`; launches and waits give the code instead, because a kernel's failure is no surprise.
#include "binding.h"

namespace {

Napi::Object init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new grade::cuda::State());
  grade::cuda::bindDevices(env, exports);
  grade::cuda::bindModules(env, exports);
  grade::cuda::bindMemory(env, exports);
  grade::cuda::bindLaunches(env, exports);
  grade::cuda::bindClocks(env, exports);
  return exports;
}

NODE_API_MODULE(cuda, init)

}  // namespace
