// Elements of another iterator, each as a function gives it.
#ifndef __EMU_THRUST_TRANSFORM_ITERATOR_H
#define __EMU_THRUST_TRANSFORM_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class F, class It, class = void, class = void>
class transform_iterator
    : public emu::facade<transform_iterator<F, It>, emu::value_of_call<F, emu::reference_of<It>>,
                         emu::result_of<F, emu::reference_of<It>>, emu::system_of_iterator<It>, emu::distance_of<It>> {
  It under;
  F f;

 public:
  __EMU_FOLDED transform_iterator() {}
  __EMU_FOLDED transform_iterator(It it, F function) : under(it), f(function) {}
  __EMU_FOLDED explicit transform_iterator(It it) : under(it), f() {}
  __EMU_FOLDED decltype(auto) emu_at() const { return emu::call(const_cast<F &>(f), *under); }
  __EMU_FOLDED void emu_move(emu::distance_of<It> n) { under += n; }
  __EMU_FOLDED auto emu_since(const transform_iterator &other) const { return under - other.under; }
  __EMU_FOLDED auto emu_bare() const {
    return transform_iterator<F, typename emu::bare_of<It>::type>(emu::bare(under), f);
  }
  __EMU_FOLDED It base() const { return under; }
  __EMU_FOLDED F functor() const { return f; }
  // A lambda cannot be assigned, and an iterator has to be.
  transform_iterator(const transform_iterator &) = default;
  __EMU_FOLDED transform_iterator &operator=(const transform_iterator &other) {
    under = other.under;
    if constexpr (std::is_copy_assignable_v<F>) f = other.f;
    return *this;
  }
};
template <class F, class It>
__EMU_FOLDED transform_iterator<F, It> make_transform_iterator(It it, F f) {
  return transform_iterator<F, It>(it, f);
}

}  // namespace thrust

#endif
