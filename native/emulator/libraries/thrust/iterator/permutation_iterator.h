// Elements in the order of a map: element i is values[map[i]].
#ifndef __EMU_THRUST_PERMUTATION_ITERATOR_H
#define __EMU_THRUST_PERMUTATION_ITERATOR_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class Values, class Map>
class permutation_iterator
    : public emu::facade<permutation_iterator<Values, Map>, emu::value_of<Values>, emu::reference_of<Values>,
                         emu::joint_system<Values, Map>> {
  Values values;
  Map map;

 public:
  __EMU_FOLDED permutation_iterator() {}
  __EMU_FOLDED permutation_iterator(Values first, Map indices) : values(first), map(indices) {}
  __EMU_FOLDED decltype(auto) emu_at() const { return *(values + (emu::distance_of<Values>)emu::value_of<Map>(*map)); }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { map += n; }
  __EMU_FOLDED ptrdiff_t emu_since(const permutation_iterator &other) const { return (ptrdiff_t)(map - other.map); }
  __EMU_FOLDED auto emu_bare() const {
    return permutation_iterator<typename emu::bare_of<Values>::type, typename emu::bare_of<Map>::type>(
        emu::bare(values), emu::bare(map));
  }
};
template <class Values, class Map>
__EMU_FOLDED permutation_iterator<Values, Map> make_permutation_iterator(Values values, Map map) {
  return permutation_iterator<Values, Map>(values, map);
}

}  // namespace thrust

#endif
