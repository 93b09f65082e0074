// A sum of any kind: each thread adds up a stretch, and one thread the sums of all.
#ifndef __EMU_THRUST_DETAIL_REDUCE_H
#define __EMU_THRUST_DETAIL_REDUCE_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"
#include "thrust/functional.h"

namespace thrust {
namespace emu {

/** @param of - the value of an index */
template <class P, class T, class Of, class Op>
__EMU_HD T reduce_indices(P policy, size_t count, T init, Of of, Op op) {
  if (count == 0) return init;
  // As many threads as a GPU may well have, each with as much to do.
  const size_t size = grain(policy, count, count < 16384 ? 64 : count / 1024 + 1), chunks = (count + size - 1) / size;
  temporary<T, P> sums(policy, chunks);
  T *sum = sums.data();
  for_each_index(policy, chunks, [=](unsigned chunk) mutable {
    const size_t from = chunk * size, to = from + size < count ? from + size : count;
    T partial = of((unsigned)from);
    for (size_t i = from + 1; i < to; i++) partial = call(op, partial, of((unsigned)i));
    sum[chunk] = partial;
  });
  for_each_index(policy, 1, [=](unsigned) mutable {
    T total = init;
    for (size_t chunk = 0; chunk < chunks; chunk++) total = call(op, total, sum[chunk]);
    sum[0] = total;
  });
  return sums.get(0);
}

}  // namespace emu
}  // namespace thrust

#endif
