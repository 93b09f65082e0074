#include <algorithm>
#include <ios>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

// What course programs do with C++ exceptions in host code: CUDA's errors become exceptions.
struct CudaError : std::runtime_error {
  cudaError_t code;
  explicit CudaError(cudaError_t error) : std::runtime_error(cudaGetErrorString(error)), code(error) {}
};
static void must(cudaError_t code) {
  if (code != cudaSuccess) throw CudaError(code);
}

static int alive = 0;
struct Buffer {
  int *data = nullptr;
  explicit Buffer(size_t bytes) {
    must(cudaMalloc(&data, bytes));
    alive++;
  }
  ~Buffer() {
    cudaFree(data);
    alive--;
  }
  Buffer(const Buffer &) = delete;
};
__global__ void fill(int *out) { out[threadIdx.x] = threadIdx.x; }

static int depth(int levels) {
  Buffer buffer(64);
  if (levels == 0) throw levels;
  return depth(levels - 1);
}
static long long wide(bool fail) {
  if (fail) throw 1LL << 40;
  return 5;
}

int main() {
  std::string told;
  cudaError_t code = cudaSuccess;
  try {
    Buffer buffer(256);
    fill<<<1, 2048>>>(buffer.data);
    must(cudaGetLastError());
    told = "not reached";
  } catch (const CudaError &error) {
    told = error.what();
    code = error.code;
  }
  check(code != cudaSuccess && told == cudaGetErrorString(code),
        "An exception carries a CUDA error to its handler");
  check(alive == 0, "Destructors free device memory on the way to the handler");
  int caught = 0;
  try {
    depth(4);
  } catch (int value) {
    caught = value == 0 && alive == 0;
  }
  check(caught == 1, "Exceptions go through many frames, and each is left in order");
  std::string order;
  try {
    try {
      throw std::out_of_range("inner");
    } catch (const std::logic_error &error) {
      order += error.what();
      throw;
    }
  } catch (const std::exception &error) {
    order += std::string(" outer ") + error.what();
  }
  check(order == "inner outer inner", "A handler of a base class takes an exception, and can throw it on");
  try {
    std::vector<int> values(3);
    values.at(10) = 1;
    caught = 0;
  } catch (const std::out_of_range &) {
    caught = 2;
  }
  check(caught == 2, "The C++ library throws exceptions");
  int thrown = 0;
  try {
    std::stoi("no number");
  } catch (const std::invalid_argument &error) {
    thrown += std::string(error.what()).find("stoi") != std::string::npos;
  }
  try {
    std::string("abc").at(7);
  } catch (const std::out_of_range &) {
    thrown++;
  }
  try {
    std::vector<char> large(std::vector<char>().max_size());
    large[0] = 1;
  } catch (const std::bad_alloc &) {
    thrown++;
  }
  char *volatile memory = new (std::nothrow) char[std::vector<char>().max_size()];
  thrown += memory == nullptr;
  delete[] memory;
  try {
    struct Base {
      virtual ~Base() {}
    };
    struct Other : Base {};
    Base base;
    dynamic_cast<Other &>(base);
  } catch (const std::bad_cast &) {
    thrown++;
  }
  try {
    std::istringstream in("word");
    in.exceptions(std::ios::failbit);
    in >> caught;
  } catch (const std::ios_base::failure &) {
    thrown++;
  }
  check(thrown == 6, "Compiled functions of the C++ library throw exceptions");
  try {
    std::vector<int> values(100, 1);
    values[50] = 0;
    std::sort(values.begin(), values.end(), [](int a, int b) {
      if (a == 0 || b == 0) throw std::string("compared");
      return a < b;
    });
  } catch (const std::string &text) {
    order = text;
  }
  check(order == "compared", "An exception of a comparison leaves std::sort");
  try {
    throw "text";
  } catch (const char *text) {
    order = text;
  }
  check(order == "text", "Pointers can be thrown");
  try {
    try {
      throw 1;
    } catch (int) {
      throw std::string("second");
    }
  } catch (const std::string &text) {
    order = text;
  }
  check(order == "second", "A handler can throw another exception");
  long long large = 0;
  try {
    large = wide(false);
    large += wide(true);
  } catch (long long value) {
    large += value;
  } catch (...) {
    large = -1;
  }
  check(large == (1LL << 40) + 5, "64-bit values are returned and thrown");
  try {
    must(cudaSetDevice(-1));
  } catch (...) {
    caught = 3;
  }
  check(caught == 3, "catch (...) takes every exception");
  cudaGetLastError();
}
