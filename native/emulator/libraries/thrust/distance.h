// How far one iterator is from another.
#ifndef __EMU_THRUST_DISTANCE_H
#define __EMU_THRUST_DISTANCE_H

#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class It>
__EMU_FOLDED typename std::iterator_traits<It>::difference_type distance(It first, It last) {
  return last - first;
}
template <class It, class N>
__EMU_FOLDED void advance(It &it, N n) {
  it += n;
}
template <class It>
__EMU_FOLDED It next(It it, ptrdiff_t n = 1) {
  return it + n;
}
template <class It>
__EMU_FOLDED It prev(It it, ptrdiff_t n = 1) {
  return it - n;
}

}  // namespace thrust

#endif
