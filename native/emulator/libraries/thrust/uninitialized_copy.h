// The same as copy: elements need no construction of their own.
#ifndef __EMU_THRUST_UNINITIALIZED_COPY_H
#define __EMU_THRUST_UNINITIALIZED_COPY_H

#include "thrust/copy.h"

namespace thrust {
template <class... A>
__EMU_HD auto uninitialized_copy(A... arguments) {
  return copy(arguments...);
}
template <class... A>
__EMU_HD auto uninitialized_copy_n(A... arguments) {
  return copy_n(arguments...);
}
}  // namespace thrust

#endif
