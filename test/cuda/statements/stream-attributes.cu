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
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(data);
  cudaGetLastError();
}
