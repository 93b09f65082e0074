// A function of several arguments as one of a tuple.
#ifndef __EMU_THRUST_ZIP_FUNCTION_H
#define __EMU_THRUST_ZIP_FUNCTION_H

#include "thrust/tuple.h"

namespace thrust {

template <class F>
class zip_function {
  F f;
  template <class T, size_t... I>
  __EMU_FOLDED decltype(auto) apply(const T &arguments, std::index_sequence<I...>) const {
    return emu::call(const_cast<F &>(f), emu::in_leaf<I>(arguments)...);
  }

 public:
  __EMU_FOLDED zip_function(F function) : f(function) {}
  template <class... T>
  __EMU_FOLDED decltype(auto) operator()(const tuple<T...> &arguments) const {
    return apply(arguments, std::index_sequence_for<T...>());
  }
};
template <class F>
__EMU_FOLDED zip_function<F> make_zip_function(F f) {
  return zip_function<F>(f);
}

}  // namespace thrust

#endif
