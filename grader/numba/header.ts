/** C++ that translated programs begin with: arrays as NumPy's, and the arithmetic of Python. */
export const NUMBA_HEADER = `#pragma once
#pragma GCC system_header
#include <cuda_runtime.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

namespace numba {
#define NUMBA_BOTH static __host__ __device__ __forceinline__
constexpr long long END = 0x7fffffffffffffffLL;
constexpr double PI = 3.141592653589793;

// Elements between neighbors, and elements of each dimension.
template <typename T, int N> struct Array {
  T* data;
  long long shape[N];
  long long strides[N];
  // The whole array that this one is a part of.
  T* first;
  T* past;
  Array() = default;
  template <typename... E> __host__ __device__ __forceinline__ Array(T* where, E... extents) : data(where), shape{(long long)extents...}, first(where) {
    static_assert(sizeof...(E) == N, "an extent for each dimension");
    long long stride = 1;
    for (int at = N - 1; at >= 0; --at) { strides[at] = stride; stride *= shape[at]; }
    past = where + stride;
  }
  // The place of an element. An index outside of its dimension is outside of the whole array; a single one keeps its distance.
  template <typename... I> __host__ __device__ __forceinline__ T* at(I... index) const {
    const bool isInside = is_inside<0>((long long)index...);
    const long long all = (0 | ... | (long long)index);
    const long long beyond = N == 1 ? (all < 0 ? all - (past - first) : all - shape[0]) : (all < 0 ? -1 - (past - first) : 0);
    return (isInside ? data : past) + (isInside ? offset<0>((long long)index...) : beyond);
  }
  template <int A> __host__ __device__ __forceinline__ bool is_inside() const { return true; }
  template <int A, typename... I> __host__ __device__ __forceinline__ bool is_inside(long long index, I... rest) const {
    return ((unsigned long long)index < (unsigned long long)shape[A]) & is_inside<A + 1>(rest...);
  }
  template <int A> __host__ __device__ __forceinline__ long long offset() const { return 0; }
  template <int A, typename... I> __host__ __device__ __forceinline__ long long offset(long long index, I... rest) const {
    return index * strides[A] + offset<A + 1>(rest...);
  }
  __host__ __device__ __forceinline__ long long size() const {
    long long all = 1;
    for (int axis = 0; axis < N; ++axis) all *= shape[axis];
    return all;
  }
  // Whether the elements lie behind each other, row by row.
  __host__ __device__ __forceinline__ bool is_contiguous() const {
    long long stride = 1;
    for (int axis = N - 1; axis >= 0; --axis) {
      if (strides[axis] != stride && shape[axis] > 1) return false;
      stride *= shape[axis];
    }
    return true;
  }
  __host__ __device__ __forceinline__ T* nth(long long number) const {
    const long long all = size();
    if (number >= all) return past + (number - all);
    long long offset = 0;
    for (int axis = N - 1; axis >= 0; --axis) {
      offset += number % shape[axis] * strides[axis];
      number /= shape[axis];
    }
    return data + offset;
  }
  __host__ __device__ __forceinline__ long long bytes_between(int axis) const { return strides[axis] * (long long)sizeof(T); }
  template <int A> __host__ __device__ __forceinline__ Array<T, N - 1> pick(long long index) const {
    Array<T, N - 1> out;
    const bool above = index >= shape[A];
    out.data = index < 0 ? first + index * (past - first) : above ? past + (index - shape[A]) : data + index * strides[A];
    out.first = first;
    out.past = past;
    for (int axis = 0; axis < N - 1; ++axis) {
      out.shape[axis] = shape[axis + (axis >= A)];
      out.strides[axis] = strides[axis + (axis >= A)];
    }
    return out;
  }
  template <int A> __host__ __device__ __forceinline__ Array cut(long long start, long long stop, long long step = 1) const {
    // Backwards, the bounds are one element lower.
    const long long n = shape[A], down = step < 0, least = -down, most = n - down;
    if (start == END) start = down ? most : least;
    else start = start < 0 ? (start + n < least ? least : start + n) : start > most ? most : start;
    if (stop == END) stop = down ? least : most;
    else stop = stop < 0 ? (stop + n < least ? least : stop + n) : stop > most ? most : stop;
    const long long length = down ? start - stop : stop - start, by = down ? -step : step;
    Array out = *this;
    out.data = data + start * strides[A];
    out.shape[A] = length <= 0 ? 0 : (length + by - 1) / by;
    out.strides[A] = strides[A] * step;
    return out;
  }
  __host__ __device__ __forceinline__ Array transposed() const {
    Array out = *this;
    for (int axis = 0; axis < N; ++axis) {
      out.shape[axis] = shape[N - 1 - axis];
      out.strides[axis] = strides[N - 1 - axis];
    }
    return out;
  }
  __host__ __device__ __forceinline__ Array<T, 1> flat() const { return reshaped<1>(size()); }
  template <int M, typename... E> __host__ __device__ __forceinline__ Array<T, M> reshaped(E... extents) const {
    assert(is_contiguous() && "ravel() and reshape() need an array that is contiguous");
    Array<T, M> out(data, extents...);
    out.first = first;
    out.past = past;
    long long known = 1;
    for (int axis = 0; axis < M; ++axis) if (out.shape[axis] >= 0) known *= out.shape[axis];
    const long long rest = known == 0 ? 0 : size() / known;
    for (int axis = 0; axis < M; ++axis) if (out.shape[axis] < 0) out.shape[axis] = rest;
    long long stride = 1;
    for (int axis = M - 1; axis >= 0; --axis) { out.strides[axis] = stride; stride *= out.shape[axis]; }
    return out;
  }
};

// The values that a function returns.
template <typename T, typename... R> struct Tuple {
  T head;
  Tuple<R...> tail;
};
template <typename T> struct Tuple<T> {
  T head;
};

// Python rounds quotients down, and a remainder has the sign of the divisor.
NUMBA_BOTH long long quotient(long long a, long long b) {
  const long long q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
NUMBA_BOTH unsigned long long quotient(unsigned long long a, unsigned long long b) { return a / b; }
// As Numba and CPython do: the quotient of what the remainder leaves is a whole number but for the last bits.
template <typename T> NUMBA_BOTH T float_quotient(T a, T b, T left) {
  T q = (a - left) / b;
  if (left != 0 && (b < 0) != (left < 0)) q -= 1;
  if (b == 0) return a / b;
  if (q == 0) return (T)copysign((double)0, (double)(a / b));
  const T whole = (T)floor((double)q);
  return q - whole > T(0.5) ? whole + 1 : whole;
}
NUMBA_BOTH double quotient(double a, double b) { return float_quotient<double>(a, b, fmod(a, b)); }
NUMBA_BOTH float quotient(float a, float b) { return float_quotient<float>(a, b, fmodf(a, b)); }
NUMBA_BOTH long long rest(long long a, long long b) {
  const long long r = a % b;
  return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
}
NUMBA_BOTH unsigned long long rest(unsigned long long a, unsigned long long b) { return a % b; }
NUMBA_BOTH double rest(double a, double b) {
  const double r = fmod(a, b);
  return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
}
NUMBA_BOTH float rest(float a, float b) {
  const float r = fmodf(a, b);
  return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
}
template <typename T> NUMBA_BOTH T floor_divide(T a, T b) { return quotient(a, b); }
template <typename T> NUMBA_BOTH T modulo(T a, T b) { return rest(a, b); }
template <typename T> NUMBA_BOTH T power(T base, long long exponent) {
  T result = 1;
  bool inverse = exponent < 0;
  for (unsigned long long left = inverse ? -exponent : exponent; left != 0; left >>= 1, base *= base)
    if (left & 1) result *= base;
  return inverse ? T(1) / result : result;
}
NUMBA_BOTH long long steps(long long from, long long to, long long by) {
  const long long length = by > 0 ? to - from : from - to, each = by > 0 ? by : -by;
  return length <= 0 ? 0 : (length + each - 1) / each;
}
NUMBA_BOTH long long absolute(long long x) { return x < 0 ? -x : x; }
template <typename T> NUMBA_BOTH T minimum(T a, T b) { return b < a ? b : a; }
template <typename T> NUMBA_BOTH T maximum(T a, T b) { return b > a ? b : a; }
NUMBA_BOTH double infinity() { return HUGE_VAL; }
NUMBA_BOTH double nan() { return HUGE_VAL - HUGE_VAL; }

#define NUMBA_DEVICE static __device__ __forceinline__
NUMBA_DEVICE long long grid_x() { return (long long)blockIdx.x * blockDim.x + threadIdx.x; }
NUMBA_DEVICE long long grid_y() { return (long long)blockIdx.y * blockDim.y + threadIdx.y; }
NUMBA_DEVICE long long grid_z() { return (long long)blockIdx.z * blockDim.z + threadIdx.z; }
NUMBA_DEVICE long long gridsize_x() { return (long long)gridDim.x * blockDim.x; }
NUMBA_DEVICE long long gridsize_y() { return (long long)gridDim.y * blockDim.y; }
NUMBA_DEVICE long long gridsize_z() { return (long long)gridDim.z * blockDim.z; }
NUMBA_DEVICE int lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31; }
NUMBA_DEVICE unsigned lanes_below() { return (1u << lane()) - 1; }
template <typename T> NUMBA_DEVICE T atomic_sub(T* at, T by) { return atomicAdd(at, (T)(-by)); }
NUMBA_DEVICE long long atomic_sub(long long* at, long long by) { return (long long)atomicAdd((unsigned long long*)at, (unsigned long long)-by); }
template <typename T> NUMBA_DEVICE T atomic_max(T* at, T value) { return atomicMax(at, value); }
template <typename T> NUMBA_DEVICE T atomic_min(T* at, T value) { return atomicMin(at, value); }
#define NUMBA_FLOAT_ATOMIC(NAME, T, BITS, OP)                                        \\
  NUMBA_DEVICE T NAME(T* at, T value) {                                              \\
    BITS* bits = (BITS*)at;                                                          \\
    BITS old = *(volatile BITS*)bits;                                                \\
    for (;;) {                                                                       \\
      T now;                                                                         \\
      memcpy(&now, &old, sizeof now);                                                \\
      if (!(value OP now)) return now;                                               \\
      BITS wanted;                                                                   \\
      memcpy(&wanted, &value, sizeof wanted);                                        \\
      const BITS seen = atomicCAS(bits, old, wanted);                                \\
      if (seen == old) return now;                                                   \\
      old = seen;                                                                    \\
    }                                                                                \\
  }
NUMBA_FLOAT_ATOMIC(atomic_max, float, unsigned, >)
NUMBA_FLOAT_ATOMIC(atomic_max, double, unsigned long long, >)
NUMBA_FLOAT_ATOMIC(atomic_min, float, unsigned, <)
NUMBA_FLOAT_ATOMIC(atomic_min, double, unsigned long long, <)

template <typename T, typename F, int N> __global__ void copy_elements(Array<T, N> to, Array<F, N> from) {
  const long long i = grid_x();
  if (i < from.size()) *to.nth(i) = (T)*from.nth(i);
}
template <typename T, int N> __global__ void fill_elements(Array<T, N> to, T value) {
  const long long i = grid_x();
  if (i < to.size()) *to.nth(i) = value;
}
// Copies and fills stand in the line of the program. Only a view with gaps, or a transposed one, needs a kernel.
#define NUMBA_COPY                                                                                  \\
  const size_t numba_size = numba_from.size();                                                      \\
  if (numba_size == 0) {                                                                            \\
  } else if (!numba_to.is_contiguous() || !numba_from.is_contiguous())                                     \\
    numba::copy_elements<<<(unsigned)((numba_size + 255) / 256), 256>>>(numba_to, numba_from);      \\
  else if (numba_to.data != numba_from.data)                                                        \\
    cudaMemcpy(numba_to.data, numba_from.data, numba_size * sizeof(*numba_to.data), cudaMemcpyDefault);
#define NUMBA_FILL                                                                                  \\
  const size_t numba_size = numba_to.size();                                                        \\
  if (numba_size > 0) numba::fill_elements<<<(unsigned)((numba_size + 255) / 256), 256>>>(numba_to, numba_value);

// Arrays that host code makes live until its function ends, as the program may have several names for one.
struct Owned {
  struct Link { void* data; Link* before; };
  Link* last = nullptr;
  void* data = nullptr;
  void keep() { last = new Link{data, last}; }
  ~Owned() {
    while (last) {
      cudaFree(last->data);
      Link* before = last->before;
      delete last;
      last = before;
    }
  }
};

// xoroshiro128+ of Blackman and Vigna (https://prng.di.unimi.it), with a state for each thread, as numba.cuda.random has it.
struct States {
  unsigned long long* data;
  long long count;
};
NUMBA_BOTH unsigned long long rotated(unsigned long long x, int by) { return (x << by) | (x >> (64 - by)); }
NUMBA_BOTH unsigned long long first_state(unsigned long long a, unsigned long long b) { return rotated(a, 55) ^ (a ^ b) ^ ((a ^ b) << 14); }
NUMBA_BOTH unsigned long long second_state(unsigned long long a, unsigned long long b) { return rotated(a ^ b, 36); }
NUMBA_BOTH double unit(unsigned long long bits) { return (bits >> 11) * (1.0 / 9007199254740992.0); }
NUMBA_BOTH float normal(float u, float v) { return sqrtf(-2.0f * logf(u)) * cosf(6.2831854820251465f * v); }
NUMBA_BOTH double normal(double u, double v) { return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v); }
inline States states(long long count, unsigned long long seed, void* data) {
  unsigned long long z = seed + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  unsigned long long a = z, b = z;
  unsigned long long* const made = new unsigned long long[2 * count + 1];
  for (long long at = 0; at < count; ++at) {
    if (at > 0) {
      // 2^64 steps forward.
      unsigned long long x = 0, y = 0;
      for (unsigned long long jump : {0xbeac0467eba5facbull, 0xd86b048b86aa9922ull})
        for (int bit = 0; bit < 64; ++bit) {
          if (jump >> bit & 1) x ^= a, y ^= b;
          const unsigned long long next = first_state(a, b);
          b = second_state(a, b);
          a = next;
        }
      a = x, b = y;
    }
    made[2 * at] = a;
    made[2 * at + 1] = b;
  }
  cudaMemcpy(data, made, count * 16, cudaMemcpyHostToDevice);
  delete[] made;
  return States{(unsigned long long*)data, count};
}

NUMBA_BOTH dim3 extent3(long long x, long long y = 1, long long z = 1) { return dim3((unsigned)x, (unsigned)y, (unsigned)z); }
}
`;
