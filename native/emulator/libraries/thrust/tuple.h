// Any number of values. What zip_iterator refers to is a tuple of references.
#ifndef __EMU_THRUST_TUPLE_H
#define __EMU_THRUST_TUPLE_H

#include <utility>

#include "emu_thrust/base.h"
#include "thrust/pair.h"

namespace thrust {

struct null_type {};

template <class... T>
class tuple;

namespace emu {

template <size_t I, class T>
struct leaf {
  T value;
  __EMU_FOLDED leaf() : value() {}
  template <class U>
  __EMU_FOLDED leaf(int, U &&from) : value(static_cast<U &&>(from)) {}
  leaf(const leaf &) = default;
};
template <size_t I, class T>
struct leaf<I, T &> {
  T &value;
  __EMU_FOLDED leaf(int, T &from) : value(from) {}
  leaf(const leaf &) = default;
};

template <class Indices, class... T>
struct leaves;
template <size_t... I, class... T>
struct leaves<std::index_sequence<I...>, T...> : leaf<I, T>... {
  __EMU_FOLDED leaves() {}
  template <class... U>
  __EMU_FOLDED leaves(int, U &&...from) : leaf<I, T>(0, static_cast<U &&>(from))... {}
  leaves(const leaves &) = default;
};

template <size_t I, class... T>
struct nth;
template <class First, class... Rest>
struct nth<0, First, Rest...> {
  using type = First;
};
template <size_t I, class First, class... Rest>
struct nth<I, First, Rest...> : nth<I - 1, Rest...> {};

template <size_t I, class T>
__EMU_FOLDED T &in_leaf(leaf<I, T> &from) {
  return from.value;
}
template <size_t I, class T>
__EMU_FOLDED const T &in_leaf(const leaf<I, T> &from) {
  return from.value;
}
template <size_t I, class T>
__EMU_FOLDED T &in_leaf(const leaf<I, T &> &from) {
  return from.value;
}

}  // namespace emu

template <size_t I, class... T>
__EMU_FOLDED auto &get(tuple<T...> &t) {
  return emu::in_leaf<I>(t);
}
template <size_t I, class... T>
__EMU_FOLDED auto &get(const tuple<T...> &t) {
  return emu::in_leaf<I>(t);
}
template <size_t I, class... T>
__EMU_FOLDED typename emu::nth<I, T...>::type get(tuple<T...> &&t) {
  return static_cast<typename emu::nth<I, T...>::type>(emu::in_leaf<I>(t));
}

template <class... T>
class tuple : public emu::leaves<std::index_sequence_for<T...>, T...> {
  using indices = std::index_sequence_for<T...>;
  using base = emu::leaves<indices, T...>;

  template <class Other, size_t... I>
  __EMU_FOLDED tuple(std::index_sequence<I...>, const Other &other) : base(0, emu::in_leaf<I>(other)...) {}
  template <class Other, size_t... I>
  __EMU_FOLDED void assign(std::index_sequence<I...>, const Other &other) {
    (void)((emu::in_leaf<I>(*this) = emu::in_leaf<I>(other)), ...);
  }

 public:
  __EMU_FOLDED tuple() {}
  template <class... U, std::enable_if_t<sizeof...(U) == sizeof...(T) && (std::is_convertible_v<U, T> && ...), int> = 0>
  __EMU_FOLDED tuple(U &&...values) : base(0, static_cast<U &&>(values)...) {}
  tuple(const tuple &) = default;
  template <class... U, std::enable_if_t<sizeof...(U) == sizeof...(T), int> = 0>
  __EMU_FOLDED tuple(const tuple<U...> &other) : tuple(indices(), other) {}
  template <class A, class B>
  __EMU_FOLDED tuple(const pair<A, B> &other) : base(0, other.first, other.second) {}
  __EMU_FOLDED tuple &operator=(const tuple &other) {
    assign(indices(), other);
    return *this;
  }
  template <class... U>
  __EMU_FOLDED tuple &operator=(const tuple<U...> &other) {
    assign(indices(), other);
    return *this;
  }
  template <class A, class B>
  __EMU_FOLDED tuple &operator=(const pair<A, B> &other) {
    return *this = tuple<const A &, const B &>(other.first, other.second);
  }
  template <size_t I>
  __EMU_FOLDED auto &get() {
    return emu::in_leaf<I>(*this);
  }
  template <size_t I>
  __EMU_FOLDED auto &get() const {
    return emu::in_leaf<I>(*this);
  }
};
template <class... T>
tuple(T...) -> tuple<T...>;

template <class... T>
__EMU_FOLDED tuple<T...> make_tuple(T... values) {
  return tuple<T...>(values...);
}
template <class... T>
__EMU_FOLDED tuple<T &...> tie(T &...variables) {
  return tuple<T &...>(variables...);
}

template <class T>
struct tuple_size;
template <class... T>
struct tuple_size<tuple<T...>> {
  static constexpr size_t value = sizeof...(T);
};
template <size_t I, class T>
struct tuple_element;
template <size_t I, class... T>
struct tuple_element<I, tuple<T...>> {
  using type = typename emu::nth<I, T...>::type;
};

namespace emu {
template <size_t I, class X, class Y>
__EMU_FOLDED bool equal_from(const X &x, const Y &y) {
  if constexpr (I == tuple_size<X>::value) return true;
  else return in_leaf<I>(x) == in_leaf<I>(y) && equal_from<I + 1>(x, y);
}
template <size_t I, class X, class Y>
__EMU_FOLDED bool less_from(const X &x, const Y &y) {
  if constexpr (I == tuple_size<X>::value) return false;
  else return in_leaf<I>(x) < in_leaf<I>(y) || (!(in_leaf<I>(y) < in_leaf<I>(x)) && less_from<I + 1>(x, y));
}
}  // namespace emu

template <class... T, class... U>
__EMU_FOLDED bool operator==(const tuple<T...> &x, const tuple<U...> &y) {
  return emu::equal_from<0>(x, y);
}
template <class... T, class... U>
__EMU_FOLDED bool operator!=(const tuple<T...> &x, const tuple<U...> &y) {
  return !(x == y);
}
template <class... T, class... U>
__EMU_FOLDED bool operator<(const tuple<T...> &x, const tuple<U...> &y) {
  return emu::less_from<0>(x, y);
}
template <class... T, class... U>
__EMU_FOLDED bool operator>(const tuple<T...> &x, const tuple<U...> &y) {
  return y < x;
}
template <class... T, class... U>
__EMU_FOLDED bool operator<=(const tuple<T...> &x, const tuple<U...> &y) {
  return !(y < x);
}
template <class... T, class... U>
__EMU_FOLDED bool operator>=(const tuple<T...> &x, const tuple<U...> &y) {
  return !(x < y);
}

}  // namespace thrust

// For `auto [a, b] = t;`
template <class... T>
struct std::tuple_size<thrust::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T>
struct std::tuple_element<I, thrust::tuple<T...>> {
  using type = typename thrust::tuple_element<I, thrust::tuple<T...>>::type;
};

#endif
