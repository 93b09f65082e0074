// One value, as often as it is asked for.
#ifndef __EMU_THRUST_CONSTANT_ITERATOR_H
#define __EMU_THRUST_CONSTANT_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class T, class = void, class = void>
class constant_iterator : public emu::facade<constant_iterator<T>, T, T, emu::any_system> {
  T value;
  ptrdiff_t index;

 public:
  __EMU_FOLDED constant_iterator() : value(), index(0) {}
  __EMU_FOLDED constant_iterator(const T &always, ptrdiff_t at = 0) : value(always), index(at) {}
  __EMU_FOLDED T emu_at() const { return value; }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { index += n; }
  __EMU_FOLDED ptrdiff_t emu_since(const constant_iterator &other) const { return index - other.index; }
};
template <class T>
__EMU_FOLDED constant_iterator<T> make_constant_iterator(T value, ptrdiff_t index = 0) {
  return constant_iterator<T>(value, index);
}

}  // namespace thrust

#endif
