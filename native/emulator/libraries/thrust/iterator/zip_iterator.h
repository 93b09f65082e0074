// Several iterators as one, whose elements are tuples.
#ifndef __EMU_THRUST_ZIP_ITERATOR_H
#define __EMU_THRUST_ZIP_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"
#include "thrust/tuple.h"

namespace thrust {

namespace emu {
template <class It>
using element_of_zip = std::conditional_t<std::is_reference_v<reference_of<It>>, reference_of<It>,
                                          std::remove_cv_t<std::remove_reference_t<reference_of<It>>>>;
}  // namespace emu

template <class Iterators>
class zip_iterator;
template <class... It>
class zip_iterator<tuple<It...>>
    : public emu::facade<zip_iterator<tuple<It...>>, tuple<emu::value_of<It>...>, tuple<emu::element_of_zip<It>...>,
                         emu::joint_system<It...>> {
  tuple<It...> under;
  using indices = std::index_sequence_for<It...>;
  using elements = tuple<emu::element_of_zip<It>...>;

  template <size_t... I>
  __EMU_FOLDED elements at(std::index_sequence<I...>) const {
    return elements(*emu::in_leaf<I>(under)...);
  }
  template <size_t... I>
  __EMU_FOLDED void move(std::index_sequence<I...>, ptrdiff_t n) {
    (void)((emu::in_leaf<I>(under) += n), ...);
  }
  template <size_t... I>
  __EMU_FOLDED auto bare(std::index_sequence<I...>) const {
    using bared = tuple<typename emu::bare_of<It>::type...>;
    return zip_iterator<bared>(bared(emu::bare(emu::in_leaf<I>(under))...));
  }

 public:
  __EMU_FOLDED zip_iterator() {}
  __EMU_FOLDED zip_iterator(tuple<It...> iterators) : under(iterators) {}
  template <class... Other>
  __EMU_FOLDED zip_iterator(const zip_iterator<tuple<Other...>> &other) : under(other.get_iterator_tuple()) {}
  __EMU_FOLDED elements emu_at() const { return at(indices()); }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { move(indices(), n); }
  __EMU_FOLDED ptrdiff_t emu_since(const zip_iterator &other) const {
    return (ptrdiff_t)(emu::in_leaf<0>(under) - emu::in_leaf<0>(other.under));
  }
  __EMU_FOLDED auto emu_bare() const { return bare(indices()); }
  __EMU_FOLDED const tuple<It...> &get_iterator_tuple() const { return under; }
};
template <class... It>
zip_iterator(tuple<It...>) -> zip_iterator<tuple<It...>>;

template <class... It>
__EMU_FOLDED zip_iterator<tuple<It...>> make_zip_iterator(tuple<It...> iterators) {
  return zip_iterator<tuple<It...>>(iterators);
}
template <class... It>
__EMU_FOLDED zip_iterator<tuple<It...>> make_zip_iterator(It... iterators) {
  return zip_iterator<tuple<It...>>(tuple<It...>(iterators...));
}

}  // namespace thrust

#endif
