// Engines of random numbers, with the constants that C++ and Thrust document.
#ifndef __EMU_THRUST_LINEAR_CONGRUENTIAL_ENGINE_H
#define __EMU_THRUST_LINEAR_CONGRUENTIAL_ENGINE_H

#include "emu_thrust/base.h"

namespace thrust {
namespace random {

template <class T, T A, T C, T M>
class linear_congruential_engine {
  T x;

 public:
  using result_type = T;
  static constexpr T multiplier = A, increment = C, modulus = M;
  static constexpr T min = C == 0 ? 1 : 0, max = M - 1, default_seed = 1;

  __EMU_FOLDED explicit linear_congruential_engine(T s = default_seed) { seed(s); }
  __EMU_FOLDED void seed(T s = default_seed) { x = C % M == 0 && s % M == 0 ? 1 : s % M; }
  __EMU_FOLDED T operator()() { return x = (T)((A * (unsigned long long)x + C) % M); }
  /** z steps at once: as A to the power of z. */
  __EMU_HD void discard(unsigned long long z) {
    unsigned long long multiply = 1, add = 0, a = A % M, c = C % M;
    for (; z > 0; z >>= 1) {
      if (z & 1) {
        multiply = multiply * a % M;
        add = (add * a + c) % M;
      }
      c = (c * a + c) % M;
      a = a * a % M;
    }
    x = (T)((multiply * x + add) % M);
  }
  __EMU_FOLDED friend bool operator==(const linear_congruential_engine &p, const linear_congruential_engine &q) {
    return p.x == q.x;
  }
  __EMU_FOLDED friend bool operator!=(const linear_congruential_engine &p, const linear_congruential_engine &q) {
    return p.x != q.x;
  }
};

using minstd_rand0 = linear_congruential_engine<unsigned, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<unsigned, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

}  // namespace random
using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
}  // namespace thrust

namespace thrust {
namespace emu {
/** One number of an engine as a number from 0 up to, but without, 1. */
template <class T, class Engine>
__EMU_FOLDED T canonical(Engine &engine) {
  // In double: in float the largest would round to 1.
  const double range = (double)Engine::max - (double)Engine::min + 1;
  const T number = (T)((double)(engine() - Engine::min) / range);
  return number < T(1) ? number : T(1) - (sizeof(T) == 4 ? T(0x1p-24) : T(0x1p-53));
}
}  // namespace emu
}  // namespace thrust

#endif
