// The same as fill: elements need no construction of their own.
#ifndef __EMU_THRUST_UNINITIALIZED_FILL_H
#define __EMU_THRUST_UNINITIALIZED_FILL_H

#include "thrust/fill.h"

namespace thrust {
template <class... A>
__EMU_HD void uninitialized_fill(A... arguments) {
  fill(arguments...);
}
template <class... A>
__EMU_HD auto uninitialized_fill_n(A... arguments) {
  return fill_n(arguments...);
}
}  // namespace thrust

#endif
