// Complex numbers, of host and device code.
#ifndef __EMU_THRUST_COMPLEX_H
#define __EMU_THRUST_COMPLEX_H

#include <cmath>
#include <complex>

#include "emu_thrust/base.h"

namespace thrust {

template <class T>
class complex {
  T re, im;

 public:
  using value_type = T;
  __EMU_FOLDED constexpr complex(const T &real = T(), const T &imaginary = T()) : re(real), im(imaginary) {}
  complex(const complex &) = default;
  complex &operator=(const complex &) = default;
  template <class U>
  __EMU_FOLDED complex(const complex<U> &z) : re((T)z.real()), im((T)z.imag()) {}
  template <class U>
  complex(const std::complex<U> &z) : re((T)z.real()), im((T)z.imag()) {}
  operator std::complex<T>() const { return std::complex<T>(re, im); }

  __EMU_FOLDED T real() const { return re; }
  __EMU_FOLDED T imag() const { return im; }
  __EMU_FOLDED void real(T value) { re = value; }
  __EMU_FOLDED void imag(T value) { im = value; }

  template <class U>
  __EMU_FOLDED complex &operator=(const complex<U> &z) {
    return *this = complex(z);
  }
  __EMU_FOLDED complex &operator=(const T &value) { return *this = complex(value); }
  template <class U>
  __EMU_FOLDED complex &operator+=(const U &by) {
    return *this = *this + by;
  }
  template <class U>
  __EMU_FOLDED complex &operator-=(const U &by) {
    return *this = *this - by;
  }
  template <class U>
  __EMU_FOLDED complex &operator*=(const U &by) {
    return *this = *this * by;
  }
  template <class U>
  __EMU_FOLDED complex &operator/=(const U &by) {
    return *this = *this / by;
  }
};

namespace emu {
template <class T>
__EMU_FOLDED complex<T> sum(const complex<T> &x, const complex<T> &y) {
  return complex<T>(x.real() + y.real(), x.imag() + y.imag());
}
template <class T>
__EMU_FOLDED complex<T> difference(const complex<T> &x, const complex<T> &y) {
  return complex<T>(x.real() - y.real(), x.imag() - y.imag());
}
template <class T>
__EMU_FOLDED complex<T> product(const complex<T> &x, const complex<T> &y) {
  return complex<T>(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
}
/** Both scaled by the divisor's size, so that no square overflows. */
template <class T>
__EMU_HD inline complex<T> quotient(const complex<T> &x, const complex<T> &y) {
  const T scale = ::fabs(y.real()) + ::fabs(y.imag());
  const T a = x.real() / scale, b = x.imag() / scale, c = y.real() / scale, d = y.imag() / scale;
  const T square = c * c + d * d;
  return complex<T>((a * c + b * d) / square, (b * c - a * d) / square);
}
template <class T>
__EMU_FOLDED bool same(const complex<T> &x, const complex<T> &y) {
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class T>
__EMU_FOLDED bool differing(const complex<T> &x, const complex<T> &y) {
  return !same(x, y);
}
template <class T>
using if_number = std::enable_if_t<std::is_arithmetic_v<T>, int>;
}  // namespace emu

#define __EMU_COMPLEX(sign, function)                                                  \
  template <class T, class U>                                                          \
  __EMU_FOLDED auto operator sign(const complex<T> &x, const complex<U> &y) {          \
    using common = complex<std::common_type_t<T, U>>;                                  \
    return emu::function(common(x), common(y));                                        \
  }                                                                                    \
  template <class T, class U, emu::if_number<U> = 0>                                   \
  __EMU_FOLDED auto operator sign(const complex<T> &x, const U &y) {                   \
    using common = complex<std::common_type_t<T, U>>;                                  \
    return emu::function(common(x), common(y));                                        \
  }                                                                                    \
  template <class T, class U, emu::if_number<T> = 0>                                   \
  __EMU_FOLDED auto operator sign(const T &x, const complex<U> &y) {                   \
    using common = complex<std::common_type_t<T, U>>;                                  \
    return emu::function(common(x), common(y));                                        \
  }
__EMU_COMPLEX(+, sum)
__EMU_COMPLEX(-, difference)
__EMU_COMPLEX(*, product)
__EMU_COMPLEX(/, quotient)
__EMU_COMPLEX(==, same)
__EMU_COMPLEX(!=, differing)
#undef __EMU_COMPLEX

template <class T>
__EMU_FOLDED complex<T> operator+(const complex<T> &z) {
  return z;
}
template <class T>
__EMU_FOLDED complex<T> operator-(const complex<T> &z) {
  return complex<T>(-z.real(), -z.imag());
}

template <class T>
__EMU_FOLDED T abs(const complex<T> &z) {
  return ::hypot(z.real(), z.imag());
}
/** The angle, in radians. */
template <class T>
__EMU_FOLDED T arg(const complex<T> &z) {
  return ::atan2(z.imag(), z.real());
}
/** The square of the absolute value. */
template <class T>
__EMU_FOLDED T norm(const complex<T> &z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
__EMU_FOLDED complex<T> conj(const complex<T> &z) {
  return complex<T>(z.real(), -z.imag());
}
/** @param angle - in radians */
template <class T, class U = T>
__EMU_FOLDED auto polar(const T &size, const U &angle = U()) {
  using common = std::common_type_t<T, U>;
  return complex<common>((common)size * ::cos((common)angle), (common)size * ::sin((common)angle));
}

template <class T>
__EMU_FOLDED complex<T> exp(const complex<T> &z) {
  return polar(::exp(z.real()), z.imag());
}
template <class T>
__EMU_FOLDED complex<T> log(const complex<T> &z) {
  return complex<T>(::log(abs(z)), arg(z));
}
template <class T>
__EMU_FOLDED complex<T> log10(const complex<T> &z) {
  return log(z) / T(2.302585092994045684L);
}
template <class T>
__EMU_FOLDED complex<T> sqrt(const complex<T> &z) {
  const T size = abs(z);
  if (size == 0) return complex<T>(0, z.imag());
  const T larger = ::sqrt((size + ::fabs(z.real())) / 2), smaller = ::fabs(z.imag()) / (2 * larger);
  const bool is_right = z.real() >= 0;
  return complex<T>(is_right ? larger : smaller, ::copysign(is_right ? smaller : larger, z.imag()));
}
template <class T, class U>
__EMU_FOLDED auto pow(const complex<T> &x, const complex<U> &y) {
  using common = complex<std::common_type_t<T, U>>;
  return norm(x) == 0 && y != U(0) ? common() : exp(log(common(x)) * common(y));
}
template <class T, class U, emu::if_number<U> = 0>
__EMU_FOLDED auto pow(const complex<T> &x, const U &y) {
  return pow(x, complex<std::common_type_t<T, U>>(y));
}
template <class T, class U, emu::if_number<T> = 0>
__EMU_FOLDED auto pow(const T &x, const complex<U> &y) {
  return pow(complex<std::common_type_t<T, U>>(x), y);
}

template <class T>
__EMU_FOLDED complex<T> sinh(const complex<T> &z) {
  return complex<T>(::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag()));
}
template <class T>
__EMU_FOLDED complex<T> cosh(const complex<T> &z) {
  return complex<T>(::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag()));
}
template <class T>
__EMU_FOLDED complex<T> tanh(const complex<T> &z) {
  // Of bounded numbers: sinh and cosh overflow where their quotient is 1.
  const T x = ::tanh(z.real()), y = ::tan(z.imag());
  return complex<T>(x, y) / complex<T>(1, x * y);
}
template <class T>
__EMU_FOLDED complex<T> sin(const complex<T> &z) {
  return complex<T>(::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag()));
}
template <class T>
__EMU_FOLDED complex<T> cos(const complex<T> &z) {
  return complex<T>(::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag()));
}
template <class T>
__EMU_FOLDED complex<T> tan(const complex<T> &z) {
  const T x = ::tan(z.real()), y = ::tanh(z.imag());
  return complex<T>(x, y) / complex<T>(1, -x * y);
}

/** Writes `(re,im)`, as std::complex is written. */
template <class T, class Character, class Traits>
std::basic_ostream<Character, Traits> &operator<<(std::basic_ostream<Character, Traits> &to, const complex<T> &z) {
  return to << std::complex<T>(z);
}
template <class T, class Character, class Traits>
std::basic_istream<Character, Traits> &operator>>(std::basic_istream<Character, Traits> &from, complex<T> &z) {
  std::complex<T> read;
  from >> read;
  z = read;
  return from;
}

}  // namespace thrust

#endif
