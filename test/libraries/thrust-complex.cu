// Complex numbers of Thrust, compared with those of the C++ library, in host and device code.
#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <vector>

#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "check.h"

template <class T, class Z>
static bool near(const Z &x, const std::complex<T> &y) {
  const T bound = 40 * std::numeric_limits<T>::epsilon() * (1 + std::abs(y));
  return std::abs(std::complex<T>(x.real(), x.imag()) - y) <= bound;
}

/** Every function of one number and another, as far as both libraries have it. */
template <class Z>
__host__ __device__ void functions(Z x, Z y, Z *out) {
  int i = 0;
  out[i++] = x + y;
  out[i++] = x - y;
  out[i++] = x * y;
  out[i++] = x / y;
  out[i++] = -x;
  out[i++] = x + y.real();
  out[i++] = y.real() / x;
  out[i++] = conj(x);
  out[i++] = Z(abs(x), arg(x));
  out[i++] = Z(norm(x));
  out[i++] = exp(x);
  out[i++] = log(x);
  out[i++] = log10(x);
  out[i++] = sqrt(x);
  out[i++] = pow(x, y);
  out[i++] = pow(x, y.real());
  out[i++] = pow(y.real(), x);
  out[i++] = sin(x);
  out[i++] = cos(x);
  out[i++] = tan(x);
  out[i++] = sinh(x);
  out[i++] = cosh(x);
  out[i++] = tanh(x);
}
constexpr int FUNCTIONS = 23;

template <class Z>
__global__ void device_functions(Z x, Z y, Z *out) {
  functions(x, y, out);
}

template <class T>
static void compare(std::complex<T> x, std::complex<T> y) {
  using Z = thrust::complex<T>;
  std::vector<std::complex<T>> expected(FUNCTIONS);
  functions(x, y, expected.data());
  std::vector<Z> host(FUNCTIONS);
  functions(Z(x), Z(y), host.data());
  thrust::device_vector<Z> device(FUNCTIONS);
  device_functions<<<1, 1>>>(Z(x), Z(y), thrust::raw_pointer_cast(device.data()));
  const std::vector<Z> copied = [&] {
    std::vector<Z> to(FUNCTIONS);
    thrust::copy(device.begin(), device.end(), to.begin());
    return to;
  }();
  for (int i = 0; i < FUNCTIONS; i++) {
    if (!near(host[i], expected[i]) || !near(copied[i], expected[i])) printf("function %d\n", i);
    HOLDS(near(host[i], expected[i]));
    HOLDS(near(copied[i], expected[i]));
  }
}

int main() {
  compare<double>({0.5, -1.25}, {2, 0.75});
  compare<double>({-1.5, 0.25}, {0.5, -2});
  HOLDS(near(tanh(thrust::complex<double>(800, 1)), std::complex<double>(1)));
  compare<float>({0.5f, 1.25f}, {1.5f, 0.75f});

  using Z = thrust::complex<float>;
  Z z(1, 2);
  z *= Z(0, 1);
  z += 1;
  HOLDS(z == Z(-1, 1) && z != Z(1, 1) && Z(3) == 3.0f);
  HOLDS(near(thrust::polar(2.0f, 0.5f), std::polar(2.0f, 0.5f)));
  z.real(4);
  z.imag(-2);
  std::stringstream text;
  text << z;
  HOLDS(text.str() == "(4,-2)");
  Z read;
  text >> read;
  HOLDS(read == z);

  thrust::device_vector<Z> numbers(3, Z(3, 4));
  HOLDS(thrust::reduce(numbers.begin(), numbers.end(), Z(), thrust::plus<Z>()) == Z(9, 12));
  thrust::device_vector<int> halves(4);
  auto through = thrust::make_transform_output_iterator(halves.begin(), [] __host__ __device__(int x) { return x / 2; });
  auto end = thrust::transform(thrust::counting_iterator<int>(2), thrust::counting_iterator<int>(6), through,
                               thrust::negate<int>());
  HOLDS(halves == (std::vector<int>{-1, -1, -2, -2}) && end - through == 4);
  return broken;
}
