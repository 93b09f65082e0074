// Elements to their indices.
#ifndef __EMU_THRUST_SCATTER_H
#define __EMU_THRUST_SCATTER_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class In, class Map, class Out, emu::if_policy<P> = 0>
__EMU_HD void scatter(P policy, In first, In last, Map indices, Out result) {
  auto in = emu::bare(first);
  auto map = emu::bare(indices);
  auto out = emu::bare(result);
  using index = emu::value_of<Map>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable { *(out + (ptrdiff_t)(index)*(map + i)) = *(in + i); });
}
__EMU_WITHOUT_POLICY(scatter)

template <class P, class In, class Map, class Stencil, class Out, class Predicate, emu::if_policy<P> = 0>
__EMU_HD void scatter_if(P policy, In first, In last, Map indices, Stencil stencil, Out result, Predicate wanted) {
  auto in = emu::bare(first);
  auto map = emu::bare(indices);
  auto by = emu::bare(stencil);
  auto out = emu::bare(result);
  using index = emu::value_of<Map>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    if (emu::call(wanted, *(by + i))) *(out + (ptrdiff_t)(index)*(map + i)) = *(in + i);
  });
}
template <class P, class In, class Map, class Stencil, class Out, emu::if_policy<P> = 0>
__EMU_HD void scatter_if(P policy, In first, In last, Map indices, Stencil stencil, Out result) {
  scatter_if(policy, first, last, indices, stencil, result, [](bool is) { return is; });
}
__EMU_WITHOUT_POLICY(scatter_if)

}  // namespace thrust

#endif
