// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011) with cuRAND's use of the counter:
// the low 64 bits count groups of four numbers, the high ones are the subsequence.
#ifndef __EMU_CURAND_PHILOX_H
#define __EMU_CURAND_PHILOX_H

#include "cuda_runtime.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__EMU_HOST_DEVICE uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; round++) {
    const unsigned long long x = 0xd2511f53ull * c.x, z = 0xcd9e8d57ull * c.z;
    c = uint4{(unsigned)(z >> 32) ^ c.y ^ k.x, (unsigned)z, (unsigned)(x >> 32) ^ c.w ^ k.y, (unsigned)x};
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}

namespace emu_curand {

/** Adds to the counter: groups of four numbers, and subsequences. */
__EMU_HOST_DEVICE void philox_advance(curandStatePhilox4_32_10_t *state, unsigned long long groups, unsigned long long subsequences) {
  const unsigned long long low = ((unsigned long long)state->ctr.y << 32 | state->ctr.x) + groups;
  const unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + subsequences + (low < groups);
  state->ctr = uint4{(unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32)};
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

__EMU_HOST_DEVICE unsigned part(const uint4 &four, unsigned i) { return i == 0 ? four.x : i == 1 ? four.y : i == 2 ? four.z : four.w; }

}  // namespace emu_curand

__EMU_HOST_DEVICE unsigned int curand(curandStatePhilox4_32_10_t *state) {
  const unsigned result = emu_curand::part(state->output, state->STATE);
  if (++state->STATE == 4) {
    state->STATE = 0;
    emu_curand::philox_advance(state, 1, 0);
  }
  return result;
}
/** Returns the next four numbers. */
__EMU_HOST_DEVICE uint4 curand4(curandStatePhilox4_32_10_t *state) {
  const uint4 first = state->output;
  emu_curand::philox_advance(state, 1, 0);
  const uint4 second = state->output;
  switch (state->STATE) {
    case 1: return uint4{first.y, first.z, first.w, second.x};
    case 2: return uint4{first.z, first.w, second.x, second.y};
    case 3: return uint4{first.w, second.x, second.y, second.z};
    default: return first;
  }
}

__EMU_HOST_DEVICE void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
  const unsigned place = state->STATE + (unsigned)(n & 3);
  state->STATE = place & 3;
  emu_curand::philox_advance(state, n / 4 + place / 4, 0);
}
__EMU_HOST_DEVICE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
  emu_curand::philox_advance(state, 0, n);
}

__EMU_HOST_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   curandStatePhilox4_32_10_t *state) {
  state->ctr = uint4{0, 0, (unsigned)subsequence, (unsigned)(subsequence >> 32)};
  state->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead(offset, state);
}

#endif
