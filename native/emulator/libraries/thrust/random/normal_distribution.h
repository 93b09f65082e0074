// Numbers around a mean.
#ifndef __EMU_THRUST_NORMAL_DISTRIBUTION_H
#define __EMU_THRUST_NORMAL_DISTRIBUTION_H

#include "thrust/random/linear_congruential_engine.h"

namespace thrust {
namespace random {

/** By the method of Box and Muller: two numbers of the engine for each. */
template <class T = double>
class normal_distribution {
  T center, deviation;

 public:
  using result_type = T;
  __EMU_FOLDED explicit normal_distribution(T mean = 0, T stddev = 1) : center(mean), deviation(stddev) {}
  template <class Engine>
  __EMU_FOLDED T operator()(Engine &engine) {
    const double radius = ::sqrt(-2 * ::log(1 - emu::canonical<double>(engine)));
    return (T)(center + deviation * radius * ::cos(6.283185307179586 * emu::canonical<double>(engine)));
  }
  __EMU_FOLDED void reset() {}
  __EMU_FOLDED T mean() const { return center; }
  __EMU_FOLDED T stddev() const { return deviation; }
};

}  // namespace random
using random::normal_distribution;
}  // namespace thrust

#endif
