// A random order: elements are sorted by random numbers.
#ifndef __EMU_THRUST_SHUFFLE_H
#define __EMU_THRUST_SHUFFLE_H

#include "thrust/random.h"
#include "thrust/sort.h"

namespace thrust {

template <class P, class It, class Engine, emu::if_policy<P> = 0>
__EMU_HD void shuffle(P policy, It first, It last, Engine &&engine) {
  const size_t count = last - first;
  emu::temporary<unsigned long long, P> keys(policy, count);
  unsigned long long *key = keys.data();
  auto own = engine;
  emu::for_each_index(policy, count, [=](unsigned i) mutable {
    auto drawn = own;
    drawn.discard(2ull * i);
    const unsigned long long high = drawn();
    key[i] = high << 32 | drawn();
  });
  engine.discard(2ull * count);
  emu::sort_pairs(policy, key, count, first, less<>());
}
template <class It, class Engine, emu::unless_policy<It> = 0>
__EMU_HD void shuffle(It first, It last, Engine &&engine) {
  shuffle(emu::policy_for<It>(), first, last, engine);
}

}  // namespace thrust

#endif
