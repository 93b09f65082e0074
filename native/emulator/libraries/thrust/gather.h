// Elements by their indices.
#ifndef __EMU_THRUST_GATHER_H
#define __EMU_THRUST_GATHER_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"

namespace thrust {

template <class P, class Map, class In, class Out, emu::if_policy<P> = 0>
__EMU_HD Out gather(P policy, Map first, Map last, In from, Out result) {
  auto map = emu::bare(first);
  auto in = emu::bare(from);
  auto out = emu::bare(result);
  using index = emu::value_of<Map>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable { *(out + i) = *(in + (ptrdiff_t)(index)*(map + i)); });
  return result + (last - first);
}
__EMU_WITHOUT_POLICY(gather)

template <class P, class Map, class Stencil, class In, class Out, class Predicate, emu::if_policy<P> = 0>
__EMU_HD Out gather_if(P policy, Map first, Map last, Stencil stencil, In from, Out result, Predicate wanted) {
  auto map = emu::bare(first);
  auto by = emu::bare(stencil);
  auto in = emu::bare(from);
  auto out = emu::bare(result);
  using index = emu::value_of<Map>;
  emu::for_each_index(policy, last - first, [=](unsigned i) mutable {
    if (emu::call(wanted, *(by + i))) *(out + i) = *(in + (ptrdiff_t)(index)*(map + i));
  });
  return result + (last - first);
}
template <class P, class Map, class Stencil, class In, class Out, emu::if_policy<P> = 0>
__EMU_HD Out gather_if(P policy, Map first, Map last, Stencil stencil, In from, Out result) {
  return gather_if(policy, first, last, stencil, from, result, [](bool is) { return is; });
}
__EMU_WITHOUT_POLICY(gather_if)

}  // namespace thrust

#endif
