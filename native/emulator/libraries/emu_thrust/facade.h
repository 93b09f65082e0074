// What iterators have in common, from what each says of itself: `emu_at()` its element, `emu_move(n)`, `emu_since(other)`.
#ifndef __EMU_THRUST_FACADE_H
#define __EMU_THRUST_FACADE_H

#include "emu_thrust/base.h"

namespace thrust {
namespace emu {

template <class Self, class Value, class Reference, class System, class Difference = ptrdiff_t>
class facade {
  __EMU_FOLDED Self &self() { return static_cast<Self &>(*this); }
  __EMU_FOLDED const Self &self() const { return static_cast<const Self &>(*this); }

 public:
  using value_type = Value;
  using reference = Reference;
  using pointer = void;
  using difference_type = Difference;
  using iterator_category = std::random_access_iterator_tag;
  using emu_system = System;

  __EMU_FOLDED Reference operator*() const { return self().emu_at(); }
  __EMU_FOLDED Reference operator[](difference_type n) const { return *(self() + n); }
  __EMU_FOLDED Self &operator+=(difference_type n) {
    self().emu_move(n);
    return self();
  }
  __EMU_FOLDED Self &operator-=(difference_type n) { return *this += -n; }
  __EMU_FOLDED Self &operator++() { return *this += 1; }
  __EMU_FOLDED Self &operator--() { return *this += -1; }
  __EMU_FOLDED Self operator++(int) {
    Self before = self();
    ++*this;
    return before;
  }
  __EMU_FOLDED Self operator--(int) {
    Self before = self();
    --*this;
    return before;
  }
  __EMU_FOLDED friend Self operator+(Self it, difference_type n) { return it += n; }
  __EMU_FOLDED friend Self operator+(difference_type n, Self it) { return it += n; }
  __EMU_FOLDED friend Self operator-(Self it, difference_type n) { return it -= n; }
  __EMU_FOLDED friend difference_type operator-(const Self &x, const Self &y) { return x.emu_since(y); }
  __EMU_FOLDED friend bool operator==(const Self &x, const Self &y) { return x.emu_since(y) == 0; }
  __EMU_FOLDED friend bool operator!=(const Self &x, const Self &y) { return x.emu_since(y) != 0; }
  __EMU_FOLDED friend bool operator<(const Self &x, const Self &y) { return x.emu_since(y) < 0; }
  __EMU_FOLDED friend bool operator>(const Self &x, const Self &y) { return x.emu_since(y) > 0; }
  __EMU_FOLDED friend bool operator<=(const Self &x, const Self &y) { return x.emu_since(y) <= 0; }
  __EMU_FOLDED friend bool operator>=(const Self &x, const Self &y) { return x.emu_since(y) >= 0; }
};

template <class It>
using system_of_iterator = typename system_of_one<It>::type;
template <class It>
using reference_of = decltype(*std::declval<It &>());

}  // namespace emu
}  // namespace thrust

#endif
