// What is known of an iterator.
#ifndef __EMU_THRUST_ITERATOR_TRAITS_H
#define __EMU_THRUST_ITERATOR_TRAITS_H

#include "emu_thrust/facade.h"

namespace thrust {

using std::iterator_traits;
using std::random_access_iterator_tag;

template <class It>
struct iterator_value {
  using type = typename std::iterator_traits<It>::value_type;
};
template <class It>
using iterator_value_t = typename iterator_value<It>::type;
template <class It>
struct iterator_reference {
  using type = typename std::iterator_traits<It>::reference;
};
template <class It>
using iterator_reference_t = typename iterator_reference<It>::type;
template <class It>
struct iterator_difference {
  using type = typename std::iterator_traits<It>::difference_type;
};
template <class It>
using iterator_difference_t = typename iterator_difference<It>::type;

}  // namespace thrust

#endif
