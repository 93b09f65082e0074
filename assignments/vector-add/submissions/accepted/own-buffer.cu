// A class owns the memory on the GPU and gives it back; the result goes through a std::vector.
#include <algorithm>
#include <vector>

template <typename T>
class DeviceVector {
 public:
  explicit DeviceVector(int count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  DeviceVector(const T* host, int count) : DeviceVector(count) {
    cudaMemcpy(data_, host, count * sizeof(T), cudaMemcpyHostToDevice);
  }
  DeviceVector(const DeviceVector&) = delete;
  ~DeviceVector() { cudaFree(data_); }
  T* get() { return data_; }
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }

 private:
  T* data_ = nullptr;
  int count_;
};

template <typename T>
__global__ void add(const T* a, const T* b, T* sum, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  DeviceVector<float> left(a, n), right(b, n), sum(n);
  add<<<(n + 1023) / 1024, 1024>>>(left.get(), right.get(), sum.get(), n);
  std::vector<float> result = sum.to_host();
  std::copy(result.begin(), result.end(), out);
}
