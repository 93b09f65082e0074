// Takes what is stored, and keeps nothing.
#ifndef __EMU_THRUST_DISCARD_ITERATOR_H
#define __EMU_THRUST_DISCARD_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

namespace emu {
struct discarded {
  template <class T>
  __EMU_FOLDED const discarded &operator=(const T &) const {
    return *this;
  }
};
}  // namespace emu

template <class = void>
class discard_iterator : public emu::facade<discard_iterator<>, emu::discarded, emu::discarded, emu::any_system> {
  ptrdiff_t index;

 public:
  __EMU_FOLDED discard_iterator(ptrdiff_t at = 0) : index(at) {}
  __EMU_FOLDED emu::discarded emu_at() const { return emu::discarded(); }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { index += n; }
  __EMU_FOLDED ptrdiff_t emu_since(const discard_iterator &other) const { return index - other.index; }
};
static __EMU_FOLDED discard_iterator<> make_discard_iterator(ptrdiff_t index = 0) { return discard_iterator<>(index); }

}  // namespace thrust

#endif
