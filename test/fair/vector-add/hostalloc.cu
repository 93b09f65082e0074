// std containers, sort, regex, function, thread-free async things, filesystem-free; stringstream; static destructor frees
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>
#include <variant>
#include <numeric>
#include <iostream>
using namespace std::literals;
struct Pool { std::multimap<size_t, void*> idle; ~Pool() { for (auto& [s, p] : idle) cudaFree(p); }
  void* get(size_t s) { if (auto it = idle.lower_bound(s); it != idle.end()) { void* p = it->second; idle.erase(it); return p; } void* p; cudaMalloc(&p, s); return p; }
  void put(void* p, size_t s) { idle.emplace(s, p); } void clear() { for (auto& [s, p] : idle) cudaFree(p); idle.clear(); } };
__global__ void add(const float* a, const float* b, float* c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  static Pool pool; std::variant<int, std::string> v = "x"s; std::regex re("n=(\\d+)"); std::ostringstream os; os << "n=" << n; std::smatch m; auto s = os.str();
  int k = std::regex_match(s, m, re) ? std::stoi(m[1]) : -1; std::function<size_t(int)> bytes = [](int q) { return q * sizeof(float); };
  auto A = (float*)pool.get(bytes(k)), B = (float*)pool.get(bytes(k)), C = (float*)pool.get(bytes(k));
  cudaMemcpy(A, a, bytes(n), cudaMemcpyHostToDevice); cudaMemcpy(B, b, bytes(n), cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(A, B, C, n); cudaMemcpy(out, C, bytes(n), cudaMemcpyDeviceToHost);
  std::cout << "sum " << std::accumulate(out, out + n, 0.0) << '\n';
  pool.put(A, bytes(n)); pool.put(B, bytes(n)); pool.put(C, bytes(n)); 
}
