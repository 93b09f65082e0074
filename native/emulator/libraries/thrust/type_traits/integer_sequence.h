// Sequences of numbers at compile time: those of the C++ library, and the reversed one, which CUB takes from here.
#ifndef __EMU_THRUST_INTEGER_SEQUENCE_H
#define __EMU_THRUST_INTEGER_SEQUENCE_H

#include <utility>

#include "thrust/version.h"

namespace thrust {

using std::index_sequence;
using std::integer_sequence;
using std::make_index_sequence;
using std::make_integer_sequence;

namespace emu {
template <class T, T... I>
std::integer_sequence<T, (T)(sizeof...(I) - 1 - I)...> reversed(std::integer_sequence<T, I...>);
}  // namespace emu

template <class T, T N>
using make_reversed_integer_sequence = decltype(emu::reversed(std::make_integer_sequence<T, N>()));
template <std::size_t N>
using make_reversed_index_sequence = make_reversed_integer_sequence<std::size_t, N>;

}  // namespace thrust

#endif
