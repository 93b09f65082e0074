// Elements from the last to the first.
#ifndef __EMU_THRUST_REVERSE_ITERATOR_H
#define __EMU_THRUST_REVERSE_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class It>
class reverse_iterator
    : public emu::facade<reverse_iterator<It>, emu::value_of<It>, emu::reference_of<It>, emu::system_of_iterator<It>> {
  It behind;

 public:
  __EMU_FOLDED reverse_iterator() {}
  __EMU_FOLDED explicit reverse_iterator(It it) : behind(it) {}
  template <class Other>
  __EMU_FOLDED reverse_iterator(const reverse_iterator<Other> &other) : behind(other.base()) {}
  __EMU_FOLDED decltype(auto) emu_at() const { return *(behind - 1); }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { behind += -n; }
  __EMU_FOLDED ptrdiff_t emu_since(const reverse_iterator &other) const { return (ptrdiff_t)(other.behind - behind); }
  __EMU_FOLDED auto emu_bare() const { return reverse_iterator<typename emu::bare_of<It>::type>(emu::bare(behind)); }
  __EMU_FOLDED It base() const { return behind; }
};
template <class It>
__EMU_FOLDED reverse_iterator<It> make_reverse_iterator(It it) {
  return reverse_iterator<It>(it);
}

}  // namespace thrust

#endif
