// Function objects, and expressions of the placeholders _1 to _9.
#ifndef __EMU_THRUST_FUNCTIONAL_H
#define __EMU_THRUST_FUNCTIONAL_H

#include "emu_thrust/base.h"
#include "emu_thrust/placeholders.h"

namespace thrust {

#define __EMU_BINARY(name, expression)                                                     \
  template <class T = void>                                                              \
  struct name {                                                                          \
    using first_argument_type = T;                                                       \
    using second_argument_type = T;                                                      \
    using result_type = decltype(expression(std::declval<T>(), std::declval<T>()));      \
    __EMU_FOLDED auto operator()(const T &x, const T &y) const { return expression(x, y); } \
  };                                                                                     \
  template <>                                                                            \
  struct name<void> {                                                                    \
    template <class T, class U>                                                          \
    __EMU_FOLDED auto operator()(T &&x, U &&y) const {                                     \
      return expression(x, y);                                                           \
    }                                                                                    \
  };

#define __EMU_PLUS(x, y) ((x) + (y))
#define __EMU_MINUS(x, y) ((x) - (y))
#define __EMU_TIMES(x, y) ((x) * (y))
#define __EMU_OVER(x, y) ((x) / (y))
#define __EMU_MODULUS(x, y) ((x) % (y))
#define __EMU_EQUAL(x, y) ((x) == (y))
#define __EMU_NOT_EQUAL(x, y) ((x) != (y))
#define __EMU_GREATER(x, y) ((x) > (y))
#define __EMU_LESS(x, y) ((x) < (y))
#define __EMU_AT_LEAST(x, y) ((x) >= (y))
#define __EMU_AT_MOST(x, y) ((x) <= (y))
#define __EMU_AND(x, y) ((x) && (y))
#define __EMU_OR(x, y) ((x) || (y))
#define __EMU_BIT_AND(x, y) ((x) & (y))
#define __EMU_BIT_OR(x, y) ((x) | (y))
#define __EMU_BIT_XOR(x, y) ((x) ^ (y))

__EMU_BINARY(plus, __EMU_PLUS)
__EMU_BINARY(minus, __EMU_MINUS)
__EMU_BINARY(multiplies, __EMU_TIMES)
__EMU_BINARY(divides, __EMU_OVER)
__EMU_BINARY(modulus, __EMU_MODULUS)
__EMU_BINARY(equal_to, __EMU_EQUAL)
__EMU_BINARY(not_equal_to, __EMU_NOT_EQUAL)
__EMU_BINARY(greater, __EMU_GREATER)
__EMU_BINARY(less, __EMU_LESS)
__EMU_BINARY(greater_equal, __EMU_AT_LEAST)
__EMU_BINARY(less_equal, __EMU_AT_MOST)
__EMU_BINARY(logical_and, __EMU_AND)
__EMU_BINARY(logical_or, __EMU_OR)
__EMU_BINARY(bit_and, __EMU_BIT_AND)
__EMU_BINARY(bit_or, __EMU_BIT_OR)
__EMU_BINARY(bit_xor, __EMU_BIT_XOR)

#undef __EMU_BINARY
#undef __EMU_PLUS
#undef __EMU_MINUS
#undef __EMU_TIMES
#undef __EMU_OVER
#undef __EMU_MODULUS
#undef __EMU_EQUAL
#undef __EMU_NOT_EQUAL
#undef __EMU_GREATER
#undef __EMU_LESS
#undef __EMU_AT_LEAST
#undef __EMU_AT_MOST
#undef __EMU_AND
#undef __EMU_OR
#undef __EMU_BIT_AND
#undef __EMU_BIT_OR
#undef __EMU_BIT_XOR

#define __EMU_CHOICE(name, condition)                                                       \
  template <class T = void>                                                               \
  struct name {                                                                           \
    using result_type = T;                                                                \
    __EMU_FOLDED T operator()(const T &x, const T &y) const { return condition ? x : y; }   \
  };                                                                                      \
  template <>                                                                             \
  struct name<void> {                                                                     \
    template <class T, class U>                                                           \
    __EMU_FOLDED std::common_type_t<T, U> operator()(const T &x, const U &y) const {        \
      return condition ? x : y;                                                           \
    }                                                                                     \
  };
__EMU_CHOICE(maximum, y < x)
__EMU_CHOICE(minimum, x < y)
#undef __EMU_CHOICE

#define __EMU_UNARY(name, expression)                                        \
  template <class T = void>                                                \
  struct name {                                                            \
    using argument_type = T;                                               \
    __EMU_FOLDED auto operator()(const T &x) const { return (expression); }  \
  };                                                                       \
  template <>                                                              \
  struct name<void> {                                                      \
    template <class T>                                                     \
    __EMU_FOLDED auto operator()(const T &x) const {                         \
      return (expression);                                                 \
    }                                                                      \
  };
__EMU_UNARY(negate, -x)
__EMU_UNARY(square, x *x)
__EMU_UNARY(identity, T(x))
__EMU_UNARY(logical_not, !x)
#undef __EMU_UNARY

template <class T = void, class U = void>
struct project1st {
  __EMU_FOLDED const T &operator()(const T &x, const U &) const { return x; }
};
template <class T = void, class U = void>
struct project2nd {
  __EMU_FOLDED const U &operator()(const T &, const U &y) const { return y; }
};

template <class Predicate>
struct unary_negate {
  Predicate predicate;
  template <class T>
  __EMU_FOLDED bool operator()(const T &x) {
    return !predicate(x);
  }
};
template <class Predicate>
__EMU_FOLDED unary_negate<Predicate> not1(const Predicate &predicate) {
  return unary_negate<Predicate>{predicate};
}
template <class F>
__EMU_FOLDED auto not_fn(F f) {
  return unary_negate<F>{f};
}

// What C++17 took out of std, and older functors derive from.
template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};

}  // namespace thrust

#endif
