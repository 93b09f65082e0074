#include <string.h>

int main() {
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  int *data;
  cudaMalloc(&data, 1024);
  cudaStreamAttrValue value, told;
  memset(&value, 0, sizeof value);
  memset(&told, 0, sizeof told);
  value.syncPolicy = cudaSyncPolicyYield;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value) == cudaSuccess,
        "cudaStreamSetAttribute sets an attribute of a stream");
  check(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &told) == cudaSuccess &&
            told.syncPolicy == cudaSyncPolicyYield,
        "cudaStreamGetAttribute tells an attribute of a stream");
  check(cudaStreamCopyAttributes(other, stream) == cudaSuccess &&
            cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &told) == cudaSuccess &&
            told.syncPolicy == cudaSyncPolicyYield,
        "cudaStreamCopyAttributes copies attributes from one stream to another");
  memset(&value, 0, sizeof value);
  value.accessPolicyWindow.base_ptr = data;
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess,
        "A stream can have a window whose accesses stay in the L2 cache");
  value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaErrorInvalidValue,
        "Misses of a window cannot persist");
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  size_t limit = 0;
  check(properties.persistingL2CacheMaxSize > 0 && properties.persistingL2CacheMaxSize < properties.l2CacheSize &&
            properties.accessPolicyMaxWindowSize > 0,
        "A part of the L2 cache can be set aside for accesses that persist");
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, properties.persistingL2CacheMaxSize) == cudaSuccess &&
            cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize) == cudaSuccess && limit > 0 &&
            limit <= (size_t)properties.persistingL2CacheMaxSize,
        "cudaDeviceSetLimit sets how much of the L2 cache is set aside");
  int most = 0, window = 0;
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0) == cudaSuccess &&
            cudaDeviceGetAttribute(&window, cudaDevAttrMaxAccessPolicyWindowSize, 0) == cudaSuccess &&
            most == properties.persistingL2CacheMaxSize && window == properties.accessPolicyMaxWindowSize,
        "cudaDeviceGetAttribute tells what can persist");
  check(cudaCtxResetPersistingL2Cache() == cudaSuccess && cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0) == cudaSuccess,
        "What persists can be made normal again");
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(data);
  cudaGetLastError();
}
