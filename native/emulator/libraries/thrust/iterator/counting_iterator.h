// 0, 1, 2, …, without memory.
#ifndef __EMU_THRUST_COUNTING_ITERATOR_H
#define __EMU_THRUST_COUNTING_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class T, class = void, class = void, class = void>
class counting_iterator : public emu::facade<counting_iterator<T>, T, T, emu::any_system, long long> {
  T value;

 public:
  __EMU_FOLDED counting_iterator() : value() {}
  __EMU_FOLDED counting_iterator(T from) : value(from) {}
  __EMU_FOLDED T emu_at() const { return value; }
  __EMU_FOLDED void emu_move(long long n) { value = (T)(value + n); }
  __EMU_FOLDED long long emu_since(const counting_iterator &other) const {
    return (long long)value - (long long)other.value;
  }
  __EMU_FOLDED T base() const { return value; }
};
template <class T>
__EMU_FOLDED counting_iterator<T> make_counting_iterator(T from) {
  return counting_iterator<T>(from);
}

}  // namespace thrust

#endif
