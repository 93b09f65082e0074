// 0, 1, 2, …, without memory.
#ifndef EMU_THRUST_COUNTING_ITERATOR_H
#define EMU_THRUST_COUNTING_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class T, class = void, class = void, class = void>
class counting_iterator : public emu::facade<counting_iterator<T>, T, T, emu::any_system, long long> {
  T value;

 public:
  EMU_FOLDED counting_iterator() : value() {}
  EMU_FOLDED counting_iterator(T from) : value(from) {}
  EMU_FOLDED T emu_at() const { return value; }
  EMU_FOLDED void emu_move(long long n) { value = (T)(value + n); }
  EMU_FOLDED long long emu_since(const counting_iterator &other) const {
    return (long long)value - (long long)other.value;
  }
  EMU_FOLDED T base() const { return value; }
};
template <class T>
EMU_FOLDED counting_iterator<T> make_counting_iterator(T from) {
  return counting_iterator<T>(from);
}

}  // namespace thrust

#endif
