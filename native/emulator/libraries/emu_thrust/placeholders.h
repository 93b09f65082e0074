// Expressions such as `_1 * 2 + _2`: function objects that are made of their operands.
#ifndef __EMU_THRUST_PLACEHOLDERS_H
#define __EMU_THRUST_PLACEHOLDERS_H

#include "emu_thrust/base.h"

namespace thrust {
namespace emu {

/** @tparam E has `of(arguments…)` */
template <class E>
struct expression {
  E e;
  template <class... A>
  __EMU_FOLDED auto operator()(A &&...arguments) const {
    return e.of(arguments...);
  }
};

template <unsigned N>
struct argument {
  template <class First, class... Rest>
  __EMU_FOLDED decltype(auto) of(First &first, Rest &...rest) const {
    if constexpr (N == 0) return (first);
    else return argument<N - 1>().of(rest...);
  }
};

template <class T>
struct literal {
  T value;
  template <class... A>
  __EMU_FOLDED T of(A &...) const {
    return value;
  }
};

template <class T>
constexpr bool is_expression = false;
template <class E>
constexpr bool is_expression<expression<E>> = true;

template <class E>
__EMU_FOLDED E operand(expression<E> from) {
  return from.e;
}
template <class T, std::enable_if_t<!is_expression<T>, int> = 0>
__EMU_FOLDED literal<T> operand(T value) {
  return literal<T>{value};
}

#define __EMU_OPERATOR(name, sign)                                                                               \
  template <class X, class Y>                                                                                  \
  struct name {                                                                                                \
    X x;                                                                                                       \
    Y y;                                                                                                       \
    template <class... A>                                                                                      \
    __EMU_FOLDED auto of(A &...arguments) const {                                                                \
      return x.of(arguments...) sign y.of(arguments...);                                                       \
    }                                                                                                          \
  };                                                                                                           \
  template <class X, class Y, std::enable_if_t<is_expression<X> || is_expression<Y>, int> = 0>                 \
  __EMU_FOLDED auto operator sign(X x, Y y) {                                                                    \
    using joined = name<decltype(operand(x)), decltype(operand(y))>;                                           \
    return expression<joined>{joined{operand(x), operand(y)}};                                                 \
  }
__EMU_OPERATOR(added, +)
__EMU_OPERATOR(subtracted, -)
__EMU_OPERATOR(multiplied, *)
__EMU_OPERATOR(divided, /)
__EMU_OPERATOR(remainder, %)
__EMU_OPERATOR(equals, ==)
__EMU_OPERATOR(differs, !=)
__EMU_OPERATOR(below, <)
__EMU_OPERATOR(above, >)
__EMU_OPERATOR(at_most, <=)
__EMU_OPERATOR(at_least, >=)
__EMU_OPERATOR(both, &&)
__EMU_OPERATOR(either, ||)
__EMU_OPERATOR(common_bits, &)
__EMU_OPERATOR(joined_bits, |)
__EMU_OPERATOR(other_bits, ^)
#undef __EMU_OPERATOR

template <class X>
struct negated {
  X x;
  template <class... A>
  __EMU_FOLDED auto of(A &...arguments) const {
    return -x.of(arguments...);
  }
};
template <class X>
__EMU_FOLDED auto operator-(expression<X> x) {
  return expression<negated<X>>{negated<X>{x.e}};
}
template <class X>
struct inverted {
  X x;
  template <class... A>
  __EMU_FOLDED auto of(A &...arguments) const {
    return !x.of(arguments...);
  }
};
template <class X>
__EMU_FOLDED auto operator!(expression<X> x) {
  return expression<inverted<X>>{inverted<X>{x.e}};
}

}  // namespace emu

namespace placeholders {
constexpr emu::expression<emu::argument<0>> _1{};
constexpr emu::expression<emu::argument<1>> _2{};
constexpr emu::expression<emu::argument<2>> _3{};
constexpr emu::expression<emu::argument<3>> _4{};
constexpr emu::expression<emu::argument<4>> _5{};
constexpr emu::expression<emu::argument<5>> _6{};
constexpr emu::expression<emu::argument<6>> _7{};
constexpr emu::expression<emu::argument<7>> _8{};
constexpr emu::expression<emu::argument<8>> _9{};
}  // namespace placeholders

}  // namespace thrust

#endif
