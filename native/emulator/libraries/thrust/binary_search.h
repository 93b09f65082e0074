// Places of values in sorted sequences.
#ifndef __EMU_THRUST_BINARY_SEARCH_H
#define __EMU_THRUST_BINARY_SEARCH_H

#include "emu_thrust/facade.h"
#include "emu_thrust/policies.h"
#include "thrust/functional.h"
#include "thrust/pair.h"

namespace thrust {

namespace emu {
struct lower {
  template <class It, class T, class Less>
  static __EMU_FOLDED size_t place(It in, size_t count, const T &value, Less &less) {
    size_t low = 0;
    for (size_t high = count; low < high;) {
      const size_t middle = (low + high) / 2;
      if (call(less, *(in + middle), value)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
};
struct upper {
  template <class It, class T, class Less>
  static __EMU_FOLDED size_t place(It in, size_t count, const T &value, Less &less) {
    size_t low = 0;
    for (size_t high = count; low < high;) {
      const size_t middle = (low + high) / 2;
      if (call(less, value, *(in + middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
};
struct present {
  template <class It, class T, class Less>
  static __EMU_FOLDED bool place(It in, size_t count, const T &value, Less &less) {
    const size_t at = lower::place(in, count, value, less);
    return at < count && !call(less, value, *(in + at));
  }
};

/** One value: the answer goes to the caller. */
template <class Kind, class P, class It, class T, class Less>
__EMU_HD auto search_one(P policy, It first, It last, T value, Less less) {
  auto in = bare(first);
  const size_t count = last - first;
  using answer = decltype(Kind::place(in, count, value, less));
  temporary<answer, P> found(policy, 1);
  answer *to = found.data();
  for_each_index(policy, 1, [=](unsigned) mutable { *to = Kind::place(in, count, value, less); });
  return found.get(0);
}
template <class Kind, class P, class It, class Values, class Out, class Less>
__EMU_HD Out search_all(P policy, It first, It last, Values values, Values end, Out result, Less less) {
  auto in = bare(first);
  auto wanted = bare(values);
  auto out = bare(result);
  using T = value_of<Values>;
  const size_t count = last - first;
  for_each_index(policy, end - values, [=](unsigned i) mutable {
    const T value = *(wanted + i);
    *(out + i) = Kind::place(in, count, value, less);
  });
  return result + (end - values);
}
}  // namespace emu

// Of one value, and of all in a sequence.
#define __EMU_BOUND(name, kind)                                                                              \
  template <class P, class It, class T, class Less, emu::if_policy<P> = 0>                                 \
  __EMU_HD It name(P policy, It first, It last, T value, Less less) {                                        \
    return first + emu::search_one<emu::kind>(policy, first, last, value, less);                           \
  }                                                                                                        \
  template <class P, class It, class T, emu::if_policy<P> = 0>                                             \
  __EMU_HD It name(P policy, It first, It last, T value) {                                                   \
    return first + emu::search_one<emu::kind>(policy, first, last, value, less<>());                       \
  }                                                                                                        \
  __EMU_SEARCH_ALL(name, kind)
#define __EMU_SEARCH_ALL(name, kind)                                                                         \
  template <class P, class It, class Values, class Out, class Less, emu::if_policy<P> = 0>                 \
  __EMU_HD Out name(P policy, It first, It last, Values values, Values end, Out result, Less less) {         \
    return emu::search_all<emu::kind>(policy, first, last, values, end, result, less);                     \
  }                                                                                                        \
  template <class P, class It, class Values, class Out, emu::if_policy<P> = 0>                             \
  __EMU_HD Out name(P policy, It first, It last, Values values, Values end, Out result) {                    \
    return emu::search_all<emu::kind>(policy, first, last, values, end, result, less<>());                 \
  }                                                                                                        \
  __EMU_WITHOUT_POLICY(name)

__EMU_BOUND(lower_bound, lower)
__EMU_BOUND(upper_bound, upper)

template <class P, class It, class T, class Less, emu::if_policy<P> = 0>
__EMU_HD bool binary_search(P policy, It first, It last, T value, Less less) {
  return emu::search_one<emu::present>(policy, first, last, value, less);
}
template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD bool binary_search(P policy, It first, It last, T value) {
  return emu::search_one<emu::present>(policy, first, last, value, less<>());
}
__EMU_SEARCH_ALL(binary_search, present)

#undef __EMU_BOUND
#undef __EMU_SEARCH_ALL

template <class P, class It, class T, emu::if_policy<P> = 0>
__EMU_HD pair<It, It> equal_range(P policy, It first, It last, T value) {
  return pair<It, It>(lower_bound(policy, first, last, value), upper_bound(policy, first, last, value));
}
__EMU_WITHOUT_POLICY(equal_range)

}  // namespace thrust

#endif
