#include <stdio.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
struct Pair {
  float x, y;
};
__global__ void library(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t unsigned32 = 3;
  uint8_t byte = 255;
  assert(i < n && "in range");
  Pair p{1.0f, 2.0f};
  Pair moved = std::move(p);
  for (int x : {1, 2, 3}) a[x] += moved.x;
  if (i < n) printf("%d %u %f %s\n", i, unsigned32 + byte, a[i], "text");
}
int main() {
  std::vector<float> v(10);
  std::sort(v.begin(), v.end());
  assert(v.size() == 10);
  auto start = std::chrono::high_resolution_clock::now();
  printf("%zu\n", v.size());
  std::cout << std::string("text") << std::endl;
  if (v.size() > 100) throw std::runtime_error("too large");
  try {
    v.at(3) = std::max(1.0f, std::min(2.0f, v[0]));
  } catch (const std::exception &error) {
    std::cerr << error.what();
  }
  library<<<1, 1>>>(v.data(), 1);
  return start == std::chrono::high_resolution_clock::now();
}
