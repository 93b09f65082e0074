// Stores what a function makes of each value.
#ifndef __EMU_THRUST_TRANSFORM_OUTPUT_ITERATOR_H
#define __EMU_THRUST_TRANSFORM_OUTPUT_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

namespace emu {
template <class F, class Out>
class stored_through {
  F f;
  Out to;

 public:
  __EMU_FOLDED stored_through(const F &function, const Out &place) : f(function), to(place) {}
  template <class T>
  __EMU_FOLDED const stored_through &operator=(const T &value) const {
    *to = call(const_cast<F &>(f), value);
    return *this;
  }
};
}  // namespace emu

template <class F, class Out>
class transform_output_iterator
    : public emu::facade<transform_output_iterator<F, Out>, emu::value_of<Out>, emu::stored_through<F, Out>,
                         emu::system_of_iterator<Out>> {
  Out to;
  F f;

 public:
  __EMU_FOLDED transform_output_iterator(Out out, F function) : to(out), f(function) {}
  transform_output_iterator(const transform_output_iterator &) = default;
  // A lambda cannot be assigned, and an iterator has to be.
  __EMU_FOLDED transform_output_iterator &operator=(const transform_output_iterator &other) {
    to = other.to;
    if constexpr (std::is_copy_assignable_v<F>) f = other.f;
    return *this;
  }
  __EMU_FOLDED auto emu_at() const { return emu::stored_through<F, Out>(f, to); }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { to += n; }
  __EMU_FOLDED ptrdiff_t emu_since(const transform_output_iterator &other) const { return (ptrdiff_t)(to - other.to); }
  __EMU_FOLDED auto emu_bare() const {
    return transform_output_iterator<F, typename emu::bare_of<Out>::type>(emu::bare(to), f);
  }
  __EMU_FOLDED Out base() const { return to; }
};
template <class F, class Out>
__EMU_FOLDED transform_output_iterator<F, Out> make_transform_output_iterator(Out to, F f) {
  return transform_output_iterator<F, Out>(to, f);
}

}  // namespace thrust

#endif
