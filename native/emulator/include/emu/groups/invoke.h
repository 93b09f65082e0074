// invoke_one and invoke_one_broadcast: one thread of a group does it, for all.
#ifndef __EMU_GROUPS_INVOKE_H
#define __EMU_GROUPS_INVOKE_H

#include "emu/groups/coalesced.h"
#include "emu/groups/tile.h"

namespace cooperative_groups {

template <class Group, class Function, class... Arguments>
__EMU_DEVICE void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
__EMU_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments) ->
    typename __emu_groups::plain<decltype(static_cast<Function &&>(function)(
        static_cast<Arguments &&>(arguments)...))>::type {
  typename __emu_groups::plain<decltype(static_cast<Function &&>(function)(
      static_cast<Arguments &&>(arguments)...))>::type result{};
  if (group.thread_rank() == 0) result = static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#endif
