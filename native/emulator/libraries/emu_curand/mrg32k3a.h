// MRG32k3a: L'Ecuyer's combination of two recurrences of order 3 (Operations Research 47(1), 1999), with cuRAND's seeding.
// A subsequence has 2^76 numbers, a sequence 2^127.
#ifndef __EMU_CURAND_MRG32K3A_H
#define __EMU_CURAND_MRG32K3A_H

#include "cuda_runtime.h"
#include "emu_curand/jumps.h"

struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace emu_curand {

constexpr unsigned MRG_1 = 4294967087u, MRG_2 = 4294944443u;

/** One of the recurrences, apart from the memory of a state. */
template <int which>
struct recurrence {
  static constexpr unsigned long long modulus = which == 1 ? MRG_1 : MRG_2;
  unsigned a, b, c;

  __EMU_MEMBER void step() {
    // Negative coefficients are those modulo the modulus.
    const unsigned next = which == 1 ? (unsigned)((1403580ull * b + 810728ull * (modulus - a)) % modulus)
                                     : (unsigned)((527612ull * c + 1370589ull * (modulus - a)) % modulus);
    a = b;
    b = c;
    c = next;
  }
  __EMU_MEMBER unsigned sum(unsigned x, unsigned y, unsigned z, const unsigned *by) const {
    const unsigned long long p = (unsigned long long)x * by[0] % modulus, q = (unsigned long long)y * by[1] % modulus;
    return (unsigned)((p + q + (unsigned long long)z * by[2] % modulus) % modulus);
  }
  /** Jumps as far as the three coefficients of `jumps.h` say. */
  __EMU_MEMBER void jump(const unsigned *by) {
    recurrence next = *this;
    next.step();
    const unsigned d = next.c;
    next.step();
    const unsigned e = next.c;
    *this = {sum(a, b, c, by), sum(b, c, d, by), sum(c, d, e, by)};
  }
};

template <int which>
__EMU_HOST_DEVICE recurrence<which> recurrence_of(const unsigned (&s)[3]) {
  return {s[0], s[1], s[2]};
}
template <int which>
__EMU_HOST_DEVICE void store(const recurrence<which> &from, unsigned (&s)[3]) {
  s[0] = from.a;
  s[1] = from.b;
  s[2] = from.c;
}

/** Returns the next number, from 1 to the first modulus. */
__EMU_HOST_DEVICE unsigned mrg_next(curandStateMRG32k3a_t *state) {
  recurrence<1> first = recurrence_of<1>(state->s1);
  recurrence<2> second = recurrence_of<2>(state->s2);
  first.step();
  second.step();
  store(first, state->s1);
  store(second, state->s2);
  const unsigned difference = first.c - second.c;
  return first.c <= second.c ? difference + MRG_1 : difference;
}

__EMU_HOST_DEVICE void mrg_jump(unsigned long long n, const unsigned (&table)[64][6], curandStateMRG32k3a_t *state) {
  recurrence<1> first = recurrence_of<1>(state->s1);
  recurrence<2> second = recurrence_of<2>(state->s2);
  for (int bit = 0; n; bit++, n >>= 1) {
    if (!(n & 1)) continue;
    first.jump(table[bit]);
    second.jump(table[bit] + 3);
  }
  store(first, state->s1);
  store(second, state->s2);
}

}  // namespace emu_curand

__EMU_HOST_DEVICE double curand_MRG32k3a(curandStateMRG32k3a_t *state) { return emu_curand::mrg_next(state); }
__EMU_HOST_DEVICE unsigned int curand(curandStateMRG32k3a_t *state) {
  // The factor stretches 1 to the modulus over all 32-bit numbers.
  return (unsigned)(curand_MRG32k3a(state) * 1.000000048662);
}
__EMU_HOST_DEVICE void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
  emu_curand::mrg_jump(n, emu_curand::mrg_offsets, state);
}
__EMU_HOST_DEVICE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
  emu_curand::mrg_jump(n, emu_curand::mrg_subsequences, state);
}
__EMU_HOST_DEVICE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
  emu_curand::mrg_jump(n, emu_curand::mrg_sequences, state);
}

__EMU_HOST_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   curandStateMRG32k3a_t *state) {
  const unsigned long long low = seed ? (unsigned)seed ^ 0x55555555u : 1, high = seed ? (unsigned)(seed >> 32) ^ 0xaaaaaaaau : 1;
  for (int i = 0; i < 3; i++) {
    state->s1[i] = (unsigned)((i == 1 ? high : low) * 12345 % emu_curand::MRG_1);
    state->s2[i] = (unsigned)((i == 1 ? low : high) * 12345 % emu_curand::MRG_2);
  }
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

#endif
