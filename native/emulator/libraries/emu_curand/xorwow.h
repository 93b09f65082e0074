// XORWOW: Marsaglia's xorshift of 160 bits and a Weyl sequence (Journal of Statistical Software 8(14), 2003), with cuRAND's
// seeding. A subsequence has 2^67 numbers.
#ifndef __EMU_CURAND_XORWOW_H
#define __EMU_CURAND_XORWOW_H

#include "cuda_runtime.h"
#include "emu_curand/jumps.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

namespace emu_curand {

constexpr unsigned XORWOW_STEP = 362437;

/** The five words of the xorshift, apart from the memory of a state. */
struct xorshift {
  unsigned a, b, c, d, e;

  __EMU_MEMBER static xorshift of(const curandStateXORWOW &state) {
    return {state.v[0], state.v[1], state.v[2], state.v[3], state.v[4]};
  }
  __EMU_MEMBER void store(curandStateXORWOW &state) const {
    state.v[0] = a;
    state.v[1] = b;
    state.v[2] = c;
    state.v[3] = d;
    state.v[4] = e;
  }
  __EMU_MEMBER void step() {
    const unsigned t = a ^ (a >> 2);
    a = b;
    b = c;
    c = d;
    d = e;
    e = (e ^ (e << 4)) ^ (t ^ (t << 1));
  }
  /** Adds the next 32 states whose bit is set to `sum`. */
  __EMU_MEMBER void add(unsigned bits, xorshift &sum) {
    for (int i = 0; i < 32; i++, bits >>= 1) {
      const unsigned mask = 0u - (bits & 1);
      sum.a ^= a & mask;
      sum.b ^= b & mask;
      sum.c ^= c & mask;
      sum.d ^= d & mask;
      sum.e ^= e & mask;
      step();
    }
  }
  /** Jumps as far as a polynomial of `jumps.h` says. */
  __EMU_MEMBER void jump(const unsigned (&polynomial)[5]) {
    const unsigned p0 = polynomial[0], p1 = polynomial[1], p2 = polynomial[2], p3 = polynomial[3], p4 = polynomial[4];
    xorshift sum{0, 0, 0, 0, 0};
    add(p0, sum);
    add(p1, sum);
    add(p2, sum);
    add(p3, sum);
    add(p4, sum);
    *this = sum;
  }
};

}  // namespace emu_curand

__EMU_HOST_DEVICE unsigned int curand(curandStateXORWOW_t *state) {
  emu_curand::xorshift words = emu_curand::xorshift::of(*state);
  words.step();
  words.store(*state);
  state->d += emu_curand::XORWOW_STEP;
  return words.e + state->d;
}

__EMU_HOST_DEVICE void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
  emu_curand::xorshift words = emu_curand::xorshift::of(*state);
  state->d += emu_curand::XORWOW_STEP * (unsigned)n;
  if (n < 500) {
    for (unsigned i = 0; i < (unsigned)n; i++) words.step();
  } else {
    for (int bit = 0; n; bit++, n >>= 1)
      if (n & 1) words.jump(emu_curand::xorwow_offsets[bit]);
  }
  words.store(*state);
}

__EMU_HOST_DEVICE void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
  if (n == 0) return;
  emu_curand::xorshift words = emu_curand::xorshift::of(*state);
  // 2^67 steps leave the Weyl sequence where it is.
  for (int place = 0; n; place++, n >>= 4)
    if (n & 15) words.jump(emu_curand::xorwow_sequences[15 * place + (int)(n & 15) - 1]);
  words.store(*state);
}

__EMU_HOST_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   curandStateXORWOW_t *state) {
  const unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49u), high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + high + low;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

#endif
