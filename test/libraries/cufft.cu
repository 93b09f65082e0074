// cuFFT against the sum that defines the transform.
#include <cmath>
#include <complex>
#include <vector>

#include <cufft.h>

#include "check.h"

typedef std::complex<double> complex;
typedef std::vector<complex> numbers;

static numbers sample(int count) {
  numbers values(count);
  for (int i = 0; i < count; i++) values[i] = complex((i * 37 % 17 - 8) / 4.0, (i * 11 % 13 - 6) / 3.0);
  return values;
}
/** The transform of n0 x n1 numbers. */
static numbers defined(const numbers &x, int n0, int n1, int sign) {
  numbers to(x.size());
  for (int p = 0; p < n0; p++)
    for (int q = 0; q < n1; q++)
      for (int i = 0; i < n0; i++)
        for (int j = 0; j < n1; j++)
          to[p * n1 + q] += x[i * n1 + j] * std::polar(1.0, sign * 2 * M_PI * ((double)p * i / n0 + (double)q * j / n1));
  return to;
}
static bool near(const numbers &got, const numbers &want, double tolerance) {
  for (size_t i = 0; i < want.size(); i++)
    if (!(std::abs(got[i] - want[i]) <= tolerance * (1 + std::abs(want[i])))) return false;
  return got.size() == want.size();
}

template <class T>
struct Device {
  T *data;
  size_t count;
  explicit Device(size_t count) : count(count) { cudaMalloc(&data, count * sizeof(T)); }
  explicit Device(const std::vector<T> &from) : Device(from.size()) {
    cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(data); }
  std::vector<T> back() const {
    std::vector<T> here(count);
    cudaMemcpy(here.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
    return here;
  }
};
template <class C>
static std::vector<C> packed(const numbers &from) {
  std::vector<C> to;
  for (complex z : from) to.push_back(C{(decltype(C::x))z.real(), (decltype(C::x))z.imag()});
  return to;
}
template <class C>
static numbers unpacked(const std::vector<C> &from) {
  numbers to;
  for (C z : from) to.emplace_back(z.x, z.y);
  return to;
}

static void lengths() {
  for (int n : {1, 2, 7, 8, 12, 60, 64, 97, 128}) {
    const numbers x = sample(n);
    Device<cufftComplex> single(packed<cufftComplex>(x));
    Device<cufftDoubleComplex> from(packed<cufftDoubleComplex>(x)), to(n);
    cufftHandle plan, wide;
    HOLDS(cufftPlan1d(&plan, n, CUFFT_C2C, 1) == CUFFT_SUCCESS);
    HOLDS(cufftPlan1d(&wide, n, CUFFT_Z2Z, 1) == CUFFT_SUCCESS);
    HOLDS(cufftExecC2C(plan, single.data, single.data, CUFFT_FORWARD) == CUFFT_SUCCESS);
    HOLDS(near(unpacked(single.back()), defined(x, 1, n, -1), 1e-5));
    HOLDS(cufftExecZ2Z(wide, from.data, to.data, CUFFT_INVERSE) == CUFFT_SUCCESS);
    HOLDS(near(unpacked(to.back()), defined(x, 1, n, 1), 1e-11));
    HOLDS(cufftDestroy(plan) == CUFFT_SUCCESS && cufftDestroy(wide) == CUFFT_SUCCESS);
  }
}

static void real() {
  for (int n : {6, 9, 16}) {
    const int batch = 3, half = n / 2 + 1;
    std::vector<float> x(n * batch);
    for (size_t i = 0; i < x.size(); i++) x[i] = (float)(i * 7 % 11) - 5;
    Device<float> from(x);
    Device<cufftComplex> to(half * batch);
    cufftHandle forward, inverse;
    HOLDS(cufftPlan1d(&forward, n, CUFFT_R2C, batch) == CUFFT_SUCCESS);
    HOLDS(cufftPlan1d(&inverse, n, CUFFT_C2R, batch) == CUFFT_SUCCESS);
    HOLDS(cufftExecR2C(forward, from.data, to.data) == CUFFT_SUCCESS);
    const numbers got = unpacked(to.back());
    for (int b = 0; b < batch; b++) {
      numbers want = defined(numbers(x.begin() + b * n, x.begin() + (b + 1) * n), 1, n, -1);
      want.resize(half);
      HOLDS(near(numbers(got.begin() + b * half, got.begin() + (b + 1) * half), want, 1e-5));
    }
    HOLDS(cufftExecC2R(inverse, to.data, from.data) == CUFFT_SUCCESS);
    const std::vector<float> again = from.back();
    for (size_t i = 0; i < x.size(); i++) HOLDS(std::fabs(again[i] - n * x[i]) < 1e-3);
    cufftDestroy(forward);
    cufftDestroy(inverse);
  }
}

static void planes() {
  const int n0 = 6, n1 = 10, half = n1 / 2 + 1;
  const numbers x = sample(n0 * n1);
  cufftHandle plan;
  Device<cufftComplex> data(packed<cufftComplex>(x));
  HOLDS(cufftPlan2d(&plan, n0, n1, CUFFT_C2C) == CUFFT_SUCCESS);
  HOLDS(cufftExecC2C(plan, data.data, data.data, CUFFT_FORWARD) == CUFFT_SUCCESS);
  HOLDS(near(unpacked(data.back()), defined(x, n0, n1, -1), 1e-5));
  cufftDestroy(plan);
  // In place, a row of real numbers has room for the complex ones.
  numbers reals(n0 * n1);
  std::vector<double> rows(n0 * 2 * half);
  for (int i = 0; i < n0; i++)
    for (int j = 0; j < n1; j++) rows[i * 2 * half + j] = (reals[i * n1 + j] = x[i * n1 + j].real()).real();
  Device<double> place(rows);
  cufftHandle back;
  HOLDS(cufftPlan2d(&plan, n0, n1, CUFFT_D2Z) == CUFFT_SUCCESS);
    HOLDS(cufftPlan2d(&back, n0, n1, CUFFT_Z2D) == CUFFT_SUCCESS);
  HOLDS(cufftExecD2Z(plan, place.data, (cufftDoubleComplex *)place.data) == CUFFT_SUCCESS);
  const numbers want = defined(reals, n0, n1, -1);
  const std::vector<double> got = place.back();
  for (int i = 0; i < n0; i++)
    for (int j = 0; j < half; j++)
      HOLDS(std::abs(complex(got[2 * (i * half + j)], got[2 * (i * half + j) + 1]) - want[i * n1 + j]) < 1e-10);
  HOLDS(cufftExecZ2D(back, (cufftDoubleComplex *)place.data, place.data) == CUFFT_SUCCESS);
  const std::vector<double> again = place.back();
  for (int i = 0; i < n0; i++)
    for (int j = 0; j < n1; j++) HOLDS(std::fabs(again[i * 2 * half + j] - n0 * n1 * reals[i * n1 + j].real()) < 1e-9);
  cufftDestroy(plan);
  cufftDestroy(back);
}

/** The columns of a matrix, as batches whose elements are a row apart. */
static void columns() {
  int n = 8, rows = 8, width = 5;
  const numbers x = sample(rows * width);
  Device<cufftComplex> from(packed<cufftComplex>(x)), to((size_t)(n * width));
  cufftHandle plan;
  HOLDS(cufftPlanMany(&plan, 1, &n, &rows, width, 1, &n, 1, n, CUFFT_C2C, width) == CUFFT_SUCCESS);
  HOLDS(cufftExecC2C(plan, from.data, to.data, CUFFT_FORWARD) == CUFFT_SUCCESS);
  const numbers got = unpacked(to.back());
  for (int column = 0; column < width; column++) {
    numbers one;
    for (int i = 0; i < n; i++) one.push_back(x[i * width + column]);
    HOLDS(near(numbers(got.begin() + column * n, got.begin() + (column + 1) * n), defined(one, 1, n, -1), 1e-5));
  }
  HOLDS(cufftExecC2C(plan, from.data, to.data, 0) == CUFFT_INVALID_VALUE);
  HOLDS(cufftExecZ2Z(plan, nullptr, nullptr, CUFFT_FORWARD) != CUFFT_SUCCESS);
  HOLDS(cufftDestroy(plan) == CUFFT_SUCCESS && cufftDestroy(plan) == CUFFT_INVALID_PLAN);
  HOLDS(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
}

int main() {
  lengths();
  real();
  planes();
  columns();
  return broken;
}
