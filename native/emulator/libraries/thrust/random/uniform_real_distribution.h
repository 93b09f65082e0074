// Numbers from a up to, but without, b.
#ifndef __EMU_THRUST_UNIFORM_REAL_DISTRIBUTION_H
#define __EMU_THRUST_UNIFORM_REAL_DISTRIBUTION_H

#include "thrust/random/linear_congruential_engine.h"

namespace thrust {
namespace random {

template <class T = double>
class uniform_real_distribution {
  T from, to;

 public:
  using result_type = T;
  __EMU_FOLDED explicit uniform_real_distribution(T a = 0, T b = 1) : from(a), to(b) {}
  template <class Engine>
  __EMU_FOLDED T operator()(Engine &engine) {
    return from + emu::canonical<T>(engine) * (to - from);
  }
  __EMU_FOLDED void reset() {}
  __EMU_FOLDED T a() const { return from; }
  __EMU_FOLDED T b() const { return to; }
  __EMU_FOLDED T min() const { return from; }
  __EMU_FOLDED T max() const { return to; }
};

}  // namespace random
using random::uniform_real_distribution;
}  // namespace thrust

#endif
