// The first element that is so.
#ifndef __EMU_THRUST_FIND_H
#define __EMU_THRUST_FIND_H

#include "emu_thrust/reduce.h"

namespace thrust {

namespace emu {
/** The smallest index that is so, or `count`. */
template <class P, class Is>
__EMU_HD size_t first_index(P policy, size_t count, Is is) {
  if (count == 0) return 0;
  const size_t size = grain(policy, count, 256), chunks = (count + size - 1) / size;
  temporary<unsigned, P> places(policy, chunks);
  unsigned *place = places.data();
  for_each_index(policy, chunks, [=](unsigned chunk) mutable {
    size_t i = chunk * size;
    const size_t end = i + size < count ? i + size : count;
    while (i < end && !is((unsigned)i)) i++;
    place[chunk] = (unsigned)(i < end ? i : count);
  });
  for_each_index(policy, 1, [=](unsigned) mutable {
    unsigned smallest = (unsigned)count;
    for (size_t chunk = 0; chunk < chunks; chunk++)
      if (place[chunk] < smallest) smallest = place[chunk];
    place[0] = smallest;
  });
  return places.get(0);
}
}  // namespace emu

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It find_if(P policy, It first, It last, Predicate predicate) {
  auto in = emu::bare(first);
  return first + emu::first_index(policy, last - first,
                                  [=](unsigned i) mutable -> bool { return emu::call(predicate, *(in + i)); });
}
__EMU_WITHOUT_POLICY(find_if)

template <class P, class It, class Predicate, emu::if_policy<P> = 0>
__EMU_HD It find_if_not(P policy, It first, It last, Predicate predicate) {
  auto in = emu::bare(first);
  return first + emu::first_index(policy, last - first,
                                  [=](unsigned i) mutable -> bool { return !emu::call(predicate, *(in + i)); });
}
__EMU_WITHOUT_POLICY(find_if_not)

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD It find(P policy, It first, It last, T value) {
  auto in = emu::bare(first);
  return first + emu::first_index(policy, last - first, [=](unsigned i) -> bool { return *(in + i) == value; });
}
__EMU_WITHOUT_POLICY(find)

}  // namespace thrust

#endif
