// Each element is what a function answers: on the host it is called for one after the other, on the device each thread has
// a copy of it.
#ifndef __EMU_THRUST_GENERATE_H
#define __EMU_THRUST_GENERATE_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class It, class N, class F, emu::if_policy<P> = 0>
__EMU_HD It generate_n(P policy, It first, N count, F f) {
  auto out = emu::bare(first);
  emu::for_each_index(policy, count, [=](unsigned i) mutable { *(out + i) = emu::call(f); });
  return first + count;
}
__EMU_WITHOUT_POLICY(generate_n)

template <class P, class It, class F, emu::if_policy<P> = 0>
__EMU_HD void generate(P policy, It first, It last, F f) {
  generate_n(policy, first, last - first, f);
}
__EMU_WITHOUT_POLICY(generate)

}  // namespace thrust

#endif
