// Each element is a function of its index.
#ifndef __EMU_THRUST_TABULATE_H
#define __EMU_THRUST_TABULATE_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class It, class F, emu::if_policy<P> = 0>
__EMU_HD void tabulate(P policy, It first, It last, F f) {
  auto out = emu::bare(first);
  using index = emu::distance_of<It>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable { *(out + i) = emu::call(f, (index)i); });
}
__EMU_WITHOUT_POLICY(tabulate)

}  // namespace thrust

#endif
