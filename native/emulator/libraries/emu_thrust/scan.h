// Running sums: each thread sums up a stretch, one thread adds the sums, and each goes through its stretch again.
#ifndef __EMU_THRUST_DETAIL_SCAN_H
#define __EMU_THRUST_DETAIL_SCAN_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"
#include "thrust/functional.h"

namespace thrust {
namespace emu {

constexpr unsigned SCAN_GRAIN = 256;

/**
 * Sums that begin anew where `begins(i)`; those of the form "exclusive" begin with `init`, and do not have the element itself.
 * @param of - the value of an index
 * @param put - is given an index and its sum
 */
template <bool IsExclusive, class T, class P, class Of, class Begins, class Op, class Put>
__EMU_HD void scan_indices(P policy, size_t count, bool hasInit, T init, Of of, Begins begins, Op op, Put put) {
  if (count == 0) return;
  const size_t size = grain(policy, count, SCAN_GRAIN), chunks = (count + size - 1) / size;
  // What comes to a stretch from those before it.
  temporary<T, P> carries(policy, chunks);
  temporary<unsigned char, P> fresh(policy, chunks);
  T *carry = carries.data();
  unsigned char *begun = fresh.data();
  if (chunks > 1) {
    for_each_index(policy, chunks, [=](unsigned chunk) mutable {
      const size_t from = chunk * size, to = from + size < count ? from + size : count;
      bool begunHere = begins((unsigned)from);
      T sum = begunHere && hasInit ? T(call(op, init, of((unsigned)from))) : of((unsigned)from);
      for (size_t i = from + 1; i < to; i++) {
        const bool is = begins((unsigned)i);
        begunHere = begunHere || is;
        if (!is) sum = call(op, sum, of((unsigned)i));
        else sum = hasInit ? T(call(op, init, of((unsigned)i))) : of((unsigned)i);
      }
      carry[chunk] = sum;
      begun[chunk] = begunHere;
    });
    for_each_index(policy, 1, [=](unsigned) mutable {
      T sum = carry[0];
      for (size_t chunk = 1; chunk < chunks; chunk++) {
        T own = carry[chunk];
        carry[chunk] = sum;
        sum = begun[chunk] ? own : T(call(op, sum, own));
      }
    });
  }
  for_each_index(policy, chunks, [=](unsigned chunk) mutable {
    const size_t from = chunk * size, to = from + size < count ? from + size : count;
    T sum = chunk > 0 ? carry[chunk] : init;
    for (size_t i = from; i < to; i++) {
      const bool is = begins((unsigned)i);
      const T own = of((unsigned)i);
      if constexpr (IsExclusive) {
        if (is) sum = init;
        const T before = sum;
        sum = call(op, sum, own);
        put((unsigned)i, before);
      } else {
        if (is) sum = hasInit ? T(call(op, init, own)) : own;
        else sum = call(op, sum, own);
        put((unsigned)i, sum);
      }
    }
  });
}

}  // namespace emu
}  // namespace thrust

#endif
