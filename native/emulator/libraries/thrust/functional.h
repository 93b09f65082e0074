// Function objects, and expressions of the placeholders _1 to _9.
#ifndef EMU_THRUST_FUNCTIONAL_H
#define EMU_THRUST_FUNCTIONAL_H

#include "emu_thrust/base.h"
#include "emu_thrust/placeholders.h"

namespace thrust {

#define EMU_BINARY(name, expression)                                                     \
  template <class T = void>                                                              \
  struct name {                                                                          \
    using first_argument_type = T;                                                       \
    using second_argument_type = T;                                                      \
    using result_type = decltype(expression(std::declval<T>(), std::declval<T>()));      \
    EMU_FOLDED auto operator()(const T &x, const T &y) const { return expression(x, y); } \
  };                                                                                     \
  template <>                                                                            \
  struct name<void> {                                                                    \
    template <class T, class U>                                                          \
    EMU_FOLDED auto operator()(T &&x, U &&y) const {                                     \
      return expression(x, y);                                                           \
    }                                                                                    \
  };

#define EMU_PLUS(x, y) ((x) + (y))
#define EMU_MINUS(x, y) ((x) - (y))
#define EMU_TIMES(x, y) ((x) * (y))
#define EMU_OVER(x, y) ((x) / (y))
#define EMU_MODULUS(x, y) ((x) % (y))
#define EMU_EQUAL(x, y) ((x) == (y))
#define EMU_NOT_EQUAL(x, y) ((x) != (y))
#define EMU_GREATER(x, y) ((x) > (y))
#define EMU_LESS(x, y) ((x) < (y))
#define EMU_AT_LEAST(x, y) ((x) >= (y))
#define EMU_AT_MOST(x, y) ((x) <= (y))
#define EMU_AND(x, y) ((x) && (y))
#define EMU_OR(x, y) ((x) || (y))
#define EMU_BIT_AND(x, y) ((x) & (y))
#define EMU_BIT_OR(x, y) ((x) | (y))
#define EMU_BIT_XOR(x, y) ((x) ^ (y))

EMU_BINARY(plus, EMU_PLUS)
EMU_BINARY(minus, EMU_MINUS)
EMU_BINARY(multiplies, EMU_TIMES)
EMU_BINARY(divides, EMU_OVER)
EMU_BINARY(modulus, EMU_MODULUS)
EMU_BINARY(equal_to, EMU_EQUAL)
EMU_BINARY(not_equal_to, EMU_NOT_EQUAL)
EMU_BINARY(greater, EMU_GREATER)
EMU_BINARY(less, EMU_LESS)
EMU_BINARY(greater_equal, EMU_AT_LEAST)
EMU_BINARY(less_equal, EMU_AT_MOST)
EMU_BINARY(logical_and, EMU_AND)
EMU_BINARY(logical_or, EMU_OR)
EMU_BINARY(bit_and, EMU_BIT_AND)
EMU_BINARY(bit_or, EMU_BIT_OR)
EMU_BINARY(bit_xor, EMU_BIT_XOR)

#undef EMU_BINARY
#undef EMU_PLUS
#undef EMU_MINUS
#undef EMU_TIMES
#undef EMU_OVER
#undef EMU_MODULUS
#undef EMU_EQUAL
#undef EMU_NOT_EQUAL
#undef EMU_GREATER
#undef EMU_LESS
#undef EMU_AT_LEAST
#undef EMU_AT_MOST
#undef EMU_AND
#undef EMU_OR
#undef EMU_BIT_AND
#undef EMU_BIT_OR
#undef EMU_BIT_XOR

#define EMU_CHOICE(name, condition)                                                       \
  template <class T = void>                                                               \
  struct name {                                                                           \
    using result_type = T;                                                                \
    EMU_FOLDED T operator()(const T &x, const T &y) const { return condition ? x : y; }   \
  };                                                                                      \
  template <>                                                                             \
  struct name<void> {                                                                     \
    template <class T, class U>                                                           \
    EMU_FOLDED std::common_type_t<T, U> operator()(const T &x, const U &y) const {        \
      return condition ? x : y;                                                           \
    }                                                                                     \
  };
EMU_CHOICE(maximum, y < x)
EMU_CHOICE(minimum, x < y)
#undef EMU_CHOICE

#define EMU_UNARY(name, expression)                                        \
  template <class T = void>                                                \
  struct name {                                                            \
    using argument_type = T;                                               \
    EMU_FOLDED auto operator()(const T &x) const { return (expression); }  \
  };                                                                       \
  template <>                                                              \
  struct name<void> {                                                      \
    template <class T>                                                     \
    EMU_FOLDED auto operator()(const T &x) const {                         \
      return (expression);                                                 \
    }                                                                      \
  };
EMU_UNARY(negate, -x)
EMU_UNARY(square, x *x)
EMU_UNARY(identity, T(x))
EMU_UNARY(logical_not, !x)
#undef EMU_UNARY

template <class T = void, class U = void>
struct project1st {
  EMU_FOLDED const T &operator()(const T &x, const U &) const { return x; }
};
template <class T = void, class U = void>
struct project2nd {
  EMU_FOLDED const U &operator()(const T &, const U &y) const { return y; }
};

template <class Predicate>
struct unary_negate {
  Predicate predicate;
  template <class T>
  EMU_FOLDED bool operator()(const T &x) {
    return !predicate(x);
  }
};
template <class Predicate>
EMU_FOLDED unary_negate<Predicate> not1(const Predicate &predicate) {
  return unary_negate<Predicate>{predicate};
}
template <class F>
EMU_FOLDED auto not_fn(F f) {
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
