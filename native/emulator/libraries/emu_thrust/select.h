// Elements that are wanted, in their order: first how many each thread finds, then where each begins, then the copies.
#ifndef __EMU_THRUST_SELECT_H
#define __EMU_THRUST_SELECT_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {
namespace emu {

constexpr unsigned SELECT_GRAIN = 128;

/**
 * @param wanted - of an index
 * @param take - is given the index of an element, and its place among those that are wanted, or the others with `others`
 * @returns how many are wanted
 */
template <class P, class Wanted, class Take>
__EMU_HD size_t select(P policy, size_t count, Wanted wanted, Take take) {
  if (count == 0) return 0;
  const size_t size = grain(policy, count, SELECT_GRAIN), chunks = (count + size - 1) / size;
  temporary<unsigned, P> begins(policy, chunks + 1);
  unsigned *begin = begins.data();
  for_each_index(policy, chunks, [=](unsigned chunk) mutable {
    unsigned found = 0;
    const size_t end = (chunk + 1) * size < count ? (chunk + 1) * size : count;
    for (size_t i = chunk * size; i < end; i++) found += wanted((unsigned)i) ? 1 : 0;
    begin[chunk] = found;
  });
  for_each_index(policy, 1, [=](unsigned) mutable {
    unsigned sum = 0;
    for (size_t chunk = 0; chunk < chunks; chunk++) {
      unsigned found = begin[chunk];
      begin[chunk] = sum;
      sum += found;
    }
    begin[chunks] = sum;
  });
  for_each_index(policy, chunks, [=](unsigned chunk) mutable {
    unsigned place = begin[chunk];
    const size_t end = (chunk + 1) * size < count ? (chunk + 1) * size : count;
    for (size_t i = chunk * size; i < end; i++) {
      const bool is = wanted((unsigned)i);
      take((unsigned)i, is ? place : (unsigned)(i - place), is);
      place += is ? 1 : 0;
    }
  });
  return begins.get(chunks);
}

}  // namespace emu
}  // namespace thrust

#endif
