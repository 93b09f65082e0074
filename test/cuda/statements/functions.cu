#include <alloca.h>

// What device code is written in: functions, templates, classes, lambdas, pointers to functions, recursion.
__device__ int results[32];

__device__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int thrice(int x) { return 3 * x; }
__device__ int twice(int x, int y) { return 2 * (x + y); }
__host__ __device__ int both(int x) {
#ifdef __CUDA_ARCH__
  return x + 1;
#else
  return x + 2;
#endif
}
__forceinline__ __device__ void swap_values(int &a, int &b) {
  int c = a;
  a = b;
  b = c;
}
__device__ int defaulted(int x, int y = 10) { return x + y; }

template <typename T, int N>
__device__ T power(T x) {
  if constexpr (N == 0) return T(1);
  else return x * power<T, N - 1>(x);
}
template <typename... T>
__device__ int sum(T... values) { return (0 + ... + values); }

__device__ unsigned long long factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }

struct Vector {
  float x, y;
  __host__ __device__ Vector(float a = 0, float b = 0) : x(a), y(b) {}
  __host__ __device__ Vector operator+(const Vector &other) const { return Vector(x + other.x, y + other.y); }
  __device__ float dot(const Vector &other) const { return x * other.x + y * other.y; }
  static __device__ int dimensions() { return 2; }
};
struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
  __device__ int corners() const override { return 4; }
};
struct Circle : Shape {
  int radius;
  __device__ explicit Circle(int r) : radius(r) {}
  __device__ int area() const override { return 3 * radius * radius; }
};

typedef int (*function)(int);
__device__ function chosen = thrice;
__device__ int plain_twice(int x) { return 2 * x; }
__device__ int negated(int x) { return -x; }
__device__ function table[3] = {plain_twice, thrice, negated};
__device__ int apply(function f, int x) { return f(x); }

enum class Colour : int { red = 1, green = 2 };
namespace outer {
namespace inner {
__device__ int hidden() { return 77; }
}  // namespace inner
}  // namespace outer
union Bits {
  float value;
  unsigned bits;
};
struct Fields {
  unsigned low : 4, high : 12;
};
constexpr __host__ __device__ int squared(int x) { return x * x; }
__device__ __constant__ int primes[4] = {2, 3, 5, 7};

__global__ void language(int n, const int *__restrict__ in) {
  int *r = results;
  r[0] = twice(n) + twice(n, 1) + thrice(n) + both(n) + defaulted(n);
  int a = 1, b = 2;
  swap_values(a, b);
  r[1] = a * 10 + b;
  r[2] = power<int, 5>(2) + sum(1, 2, 3, n);
  r[3] = (int)factorial(10) + even(n) + odd(n + 1);
  r[4] = (int)(Vector(1, 2) + Vector(3, 4)).dot(Vector(1, 10)) + Vector::dimensions();
  Square square(n);
  Circle circle(2);
  const Shape *shapes[2] = {&square, &circle};
  int areas = 0;
  for (int i = 0; i < 2; i++) areas += shapes[i]->area() * 10 + shapes[i]->corners();
  r[5] = areas;
  auto add = [=] __device__(int x) { return x + n; };
  int counted = 0;
  auto count = [&](int x) { counted += x; };
  count(3);
  count(4);
  r[6] = add(1) * 100 + counted;
  r[7] = chosen(n) + apply(plain_twice, n) + apply([](int x) { return x + 100; }, n);
  int through = 0;
  for (int i = 0; i < 3; i++) through = through * 100 + table[i](n);
  r[8] = through;
  Bits bits;
  bits.value = 1.0f;
  Fields fields;
  fields.low = 3;
  fields.high = 5;
  r[9] = bits.bits == 0x3f800000u ? (int)fields.low * 10 + (int)fields.high : 0;
  int total = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) total += primes[i];
#pragma unroll 2
  for (int i : {1, 2, 3}) total += i;
  r[10] = total + squared(n) + outer::inner::hidden() + (int)Colour::green;
  int local[8];
  for (int i = 0; i < 8; i++) local[i] = i * in[i];
  int *grown = (int *)alloca(n * sizeof(int));
  for (int i = 0; i < n; i++) grown[i] = local[i];
  int last = 0;
  for (int i = 0; i < n; i++) last += grown[i];
  r[11] = last;
  switch (n) {
    case 1: r[12] = 1; break;
    case 5: r[12] = 50;
    default: r[12] += 5;
  }
  __builtin_assume(n > 0);
  r[13] = __builtin_expect(n == 5, 1) ? 13 : 0;
  static __device__ int kept;
  kept += n;
  r[14] = kept;
  int i = 0;
again:
  if (++i < 4) goto again;
  r[15] = i;
  r[16] = warpSize + (int)sizeof(int3) + (int)alignof(float4);
}

template <typename F>
__global__ void each(int *out, int n, F f) {
  int i = threadIdx.x;
  if (i < n) out[i] = f(i);
}
struct Scale {
  int factor;
  __device__ int operator()(int x) const { return factor * x; }
};
struct Product {
  __device__ int operator()(int a, int b) const { return a * b; }
};
struct Nothing {};
struct Sum : Nothing {
  __device__ int operator()(int a, int b) const { return a + b; }
};
struct Letter {
  char value;
};
struct Both {
  Product product;
  Sum sum;
};
template <typename F, typename G>
__global__ void tagged(F first, int *out, Nothing, G second, Letter letter, short n, Both both, Nothing, double last) {
  Nothing local;
  int i = threadIdx.x;
  if (i < n) out[i] = first(second(i, letter.value), (int)last) + both.sum(i, both.product(i, sizeof local));
}
template <typename F>
__global__ void unused(F, int *out) {
  out[threadIdx.x] = threadIdx.x;
}
// Host code makes and destroys the copies that it gives to kernels.
int copies, destroyed;
struct View {
  int *data, length;
  View(int *data, int length) : data(data), length(length) {}
  __host__ __device__ View(const View &other) : data(other.data), length(other.length) {
#ifndef __CUDA_ARCH__
    copies++;
#endif
  }
};
template <typename T>
struct __align__(16) Owner {
  Nothing tag;
  char letter;
  T *data;
  double factors[2];
  unsigned low : 4, high : 12;
  __host__ __device__ ~Owner() {
#ifndef __CUDA_ARCH__
    destroyed++;
#endif
  }
};
struct Offset : View {
  int by;
  Offset(const View &view, int by) : View(view), by(by) {}
};
__global__ void of_view(View view, int first) {
  if (threadIdx.x < view.length) view.data[threadIdx.x] = first + threadIdx.x;
}
__global__ void of_owner(short first, const Owner<int> owner, Nothing, View, Offset offset, int last) {
  __syncthreads();
  offset.by += threadIdx.x;
  int scaled = (int)(owner.factors[1] * offset.by) + owner.low + owner.high + (owner.letter == 'x');
  __syncthreads();
  owner.data[threadIdx.x] = first + scaled + offset.length + last;
}
template <typename F>
__global__ void run(F f) {
  f(threadIdx.x);
}
__global__ void through_pointer(int *out, function f) { out[threadIdx.x] = f(threadIdx.x); }
template <int (*F)(int)>
__global__ void through_template(int *out) { out[threadIdx.x] = F(threadIdx.x); }

// A pointer to a function that waits at a barrier.
__shared__ int pile[32];
__device__ __noinline__ int neighbour(int x) {
  pile[threadIdx.x] = x;
  __syncthreads();
  return pile[(threadIdx.x + 1) % blockDim.x];
}
__device__ function waits = neighbour;
__global__ void waiting(int *out) { out[threadIdx.x] = waits((int)threadIdx.x); }
__device__ int depth_sum(int n) {
  int rest = __shfl_sync(0xffffffffu, n, 0);
  return n == 0 ? 0 : n + depth_sum(rest - 1);
}
__global__ void __launch_bounds__(64, 2) recursive_wait(int *out) { out[threadIdx.x] = depth_sum(10); }

template <typename F>
bool all_are(const int *out, F f) {
  int host[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++)
    if (host[i] != f(i)) return false;
  return true;
}

int main() {
  int r[32] = {}, *out, in[8] = {1, 1, 1, 1, 1, 1, 1, 1}, *deviceIn;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&deviceIn, sizeof in);
  cudaMemcpy(deviceIn, in, sizeof in, cudaMemcpyHostToDevice);
  language<<<1, 1>>>(5, deviceIn);
  check(cudaMemcpyFromSymbol(r, results, sizeof r) == cudaSuccess, "device code may use what C++17 has of language");
  check(r[0] == 10 + 12 + 15 + 6 + 15, "__device__ functions can be overloaded, inlined or not, and have default arguments");
  check(both(1) == 3, "__CUDA_ARCH__ tells the device side of a __host__ __device__ function from its host side");
  check(r[1] == 21, "references are passed to device functions");
  check(r[2] == 32 + 11, "function templates, if constexpr and fold expressions work on the device");
  check(r[3] == 3628800, "device functions may be recursive, also mutually");
  check(r[4] == 66, "classes have constructors, operators, methods and static methods on the device");
  check(r[5] == 254 + 120, "virtual functions of objects made on the device are called there");
  check(r[6] == 607, "lambdas capture by value and by reference in device code");
  check(r[7] == 15 + 10 + 105, "pointers to device functions can be kept in __device__ variables and passed on");
  check(r[8] == 10 * 10000 + 15 * 100 - 5, "a table of pointers to functions in a __device__ variable is a switch");
  check(r[9] == 35, "unions and bit fields have the same layout as on the host");
  check(r[10] == 17 + 6 + 25 + 77 + 2, "constants, enumerations and namespaces mean the same on the device");
  check(r[11] == 10, "local arrays are the thread's own, alloca's as well");
  check(r[12] == 55, "a switch falls through where nothing breaks");
  check(r[13] == 13, "__builtin_assume and __builtin_expect change nothing that is true");
  check(r[14] == 5, "a static __device__ variable of a function belongs to the program");
  check(r[15] == 4, "goto works in a kernel");
  check(r[16] == 32 + 12 + 16, "warpSize is 32");

  bool right;
  each<<<1, 32>>>(out, 32, Scale{3});
  right = all_are(out, [](int i) { return 3 * i; });
  check(right, "a kernel template takes function objects by value");
  tagged<<<1, 32>>>(Product{}, out, {}, Sum{}, Letter{7}, 32, Both{}, {}, 3.0);
  right = all_are(out, [](int i) { return (i + 7) * 3 + 2 * i; });
  check(right, "an empty struct among a kernel's parameters moves none of the others");
  unused<<<1, 32>>>(Product{}, out);
  right = all_are(out, [](int i) { return i; });
  check(right, "a kernel need not use an empty struct that it is given");
  View view(out, 32);
  of_view<<<1, 64>>>(view, 5);
  right = all_are(out, [](int i) { return 5 + i; });
  check(right && copies == 1, "a kernel is given the bytes of the copy of an argument that its copy constructor made");
  {
    Owner<int> owner{{}, 'x', out, {0, 3}, 7, 2000};
    of_owner<<<1, 32>>>(1, owner, {}, view, Offset(view, 4), 10000);
  }
  right = all_are(out, [](int i) { return 1 + 3 * (4 + i) + 7 + 2000 + 1 + 32 + 10000; });
  check(right && destroyed == 2, "a kernel's parameter with a destructor is destroyed by host code");
  run<<<1, 32>>>([view, by = 4] __device__(int i) { view.data[i] = i * by + view.length; });
  right = all_are(out, [](int i) { return 4 * i + 32; });
  check(right, "a lambda with a capture that has a copy constructor is passed to a kernel by value");
  function f;
  cudaMemcpyFromSymbol(&f, chosen, sizeof f);
  through_pointer<<<1, 32>>>(out, f);
  right = all_are(out, [](int i) { return 3 * i; });
  check(right, "host code may copy a pointer to a device function and pass it to a kernel");
  through_template<plain_twice><<<1, 32>>>(out);
  right = all_are(out, [](int i) { return 2 * i; });
  check(right, "a device function may be a template argument");
  waiting<<<1, 32>>>(out);
  right = all_are(out, [](int i) { return (i + 1) % 32; });
  check(right, "a function that is called through a pointer may wait at a barrier");
  recursive_wait<<<1, 32>>>(out);
  right = all_are(out, [](int) { return 55; });
  check(right, "a recursive function may exchange values in its warp");
  check(cudaDeviceSynchronize() == cudaSuccess && cudaFree(out) == cudaSuccess && cudaFree(deviceIn) == cudaSuccess,
        "all of it runs without an error");
}
