// Two values.
#ifndef __EMU_THRUST_PAIR_H
#define __EMU_THRUST_PAIR_H

#include "emu_thrust/base.h"

namespace thrust {

template <class A, class B>
struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
  __EMU_FOLDED pair() : first(), second() {}
  __EMU_FOLDED pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D>
  __EMU_FOLDED pair(const pair<C, D> &other) : first(other.first), second(other.second) {}
};

template <class A, class B>
__EMU_FOLDED pair<A, B> make_pair(A a, B b) {
  return pair<A, B>(a, b);
}
template <class A, class B>
__EMU_FOLDED bool operator==(const pair<A, B> &x, const pair<A, B> &y) {
  return x.first == y.first && x.second == y.second;
}
template <class A, class B>
__EMU_FOLDED bool operator!=(const pair<A, B> &x, const pair<A, B> &y) {
  return !(x == y);
}
template <class A, class B>
__EMU_FOLDED bool operator<(const pair<A, B> &x, const pair<A, B> &y) {
  return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}

}  // namespace thrust

#endif
