// Whole numbers from a to b, b among them.
#ifndef __EMU_THRUST_UNIFORM_INT_DISTRIBUTION_H
#define __EMU_THRUST_UNIFORM_INT_DISTRIBUTION_H

#include "thrust/random/linear_congruential_engine.h"

namespace thrust {
namespace random {

template <class T = int>
class uniform_int_distribution {
  T from, to;

 public:
  using result_type = T;
  __EMU_HD explicit uniform_int_distribution(T a = 0, T b = (T)(~0ull >> ((T)-1 < 0 ? 65 - 8 * sizeof(T) : 64 - 8 * sizeof(T)))) : from(a), to(b) {}
  template <class Engine>
  __EMU_FOLDED T operator()(Engine &engine) {
    const double count = (double)to - (double)from + 1;
    // Toward 0 as in NVIDIA's Thrust: if `from` is negative, 0 is twice as likely as other numbers.
    return (T)((double)from + emu::canonical<double>(engine) * count);
  }
  __EMU_FOLDED void reset() {}
  __EMU_FOLDED T a() const { return from; }
  __EMU_FOLDED T b() const { return to; }
  __EMU_FOLDED T min() const { return from; }
  __EMU_FOLDED T max() const { return to; }
};

}  // namespace random
using random::uniform_int_distribution;
}  // namespace thrust

#endif
