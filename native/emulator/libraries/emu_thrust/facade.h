// What iterators have in common, from what each says of itself: `emu_at()` its element, `emu_move(n)`, `emu_since(other)`.
#ifndef EMU_THRUST_FACADE_H
#define EMU_THRUST_FACADE_H

#include "emu_thrust/base.h"

namespace thrust {
namespace emu {

template <class Self, class Value, class Reference, class System, class Difference = ptrdiff_t>
class facade {
  EMU_FOLDED Self &self() { return static_cast<Self &>(*this); }
  EMU_FOLDED const Self &self() const { return static_cast<const Self &>(*this); }

 public:
  using value_type = Value;
  using reference = Reference;
  using pointer = void;
  using difference_type = Difference;
  using iterator_category = std::random_access_iterator_tag;
  using emu_system = System;

  EMU_FOLDED Reference operator*() const { return self().emu_at(); }
  EMU_FOLDED Reference operator[](difference_type n) const { return *(self() + n); }
  EMU_FOLDED Self &operator+=(difference_type n) {
    self().emu_move(n);
    return self();
  }
  EMU_FOLDED Self &operator-=(difference_type n) { return *this += -n; }
  EMU_FOLDED Self &operator++() { return *this += 1; }
  EMU_FOLDED Self &operator--() { return *this += -1; }
  EMU_FOLDED Self operator++(int) {
    Self before = self();
    ++*this;
    return before;
  }
  EMU_FOLDED Self operator--(int) {
    Self before = self();
    --*this;
    return before;
  }
  EMU_FOLDED friend Self operator+(Self it, difference_type n) { return it += n; }
  EMU_FOLDED friend Self operator+(difference_type n, Self it) { return it += n; }
  EMU_FOLDED friend Self operator-(Self it, difference_type n) { return it -= n; }
  EMU_FOLDED friend difference_type operator-(const Self &x, const Self &y) { return x.emu_since(y); }
  EMU_FOLDED friend bool operator==(const Self &x, const Self &y) { return x.emu_since(y) == 0; }
  EMU_FOLDED friend bool operator!=(const Self &x, const Self &y) { return x.emu_since(y) != 0; }
  EMU_FOLDED friend bool operator<(const Self &x, const Self &y) { return x.emu_since(y) < 0; }
  EMU_FOLDED friend bool operator>(const Self &x, const Self &y) { return x.emu_since(y) > 0; }
  EMU_FOLDED friend bool operator<=(const Self &x, const Self &y) { return x.emu_since(y) <= 0; }
  EMU_FOLDED friend bool operator>=(const Self &x, const Self &y) { return x.emu_since(y) >= 0; }
};

template <class It>
using system_of_iterator = typename system_of_one<It>::type;
template <class It>
using reference_of = decltype(*std::declval<It &>());

}  // namespace emu
}  // namespace thrust

#endif
